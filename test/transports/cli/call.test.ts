/** `bellwether call`: operations without a server, on the shipped publication. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { cli, MAIN, refusalIn, refusalOf, shippedEnvironment } from '../../support/cli.ts';
import { gitHubServer } from '../../support/github.ts';
import { type Served, serveShipped } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let environment: Record<string, string>;
let served: Served;
before(async () => {
  environment = await shippedEnvironment();
  served = await serveShipped();
});
after(() => served.service.close());

const call = (...args: string[]) => cli(['call', ...args], environment);

describe('bellwether call', () => {
  it('reads stars from the API that GITHUB_API_URL names', async (t) => {
    const gitHub = await gitHubServer({ octocat: [['langfuse/langfuse', '2024-09-02T10:00:00Z']] });
    t.after(() => gitHub.close());
    const { status, stderr } = await cli(['call', 'get_scout_receipts', '--username', 'octocat'], {
      ...environment,
      GITHUB_API_URL: gitHub.url,
    });
    assert.equal(status, 0, stderr);
    assert.ok(gitHub.requests.length > 0);
  });

  it('answers as the API does, and prints texts and files as they are', async () => {
    const calls: [args: string, path: string][] = [
      ['get_startup_signal --company Langfuse', '/api/signal?company=Langfuse'],
      ['search_site --q vector+database --limit 3', '/api/llms-search?q=vector%2Bdatabase&limit=3'],
      ['get_glossary', '/api/v1/glossary.json'],
      [
        'query --subject startup --metric contributors --limit 2',
        '/api/query?subject=startup&metric=contributors&limit=2',
      ],
      ['cite --format bibtex --slug paper', '/api/cite/bibtex/paper'],
      ['get_signals_csv --period 2025-w20', '/api/signals.csv?period=2025-w20'],
    ];
    for (const [args, path] of calls) {
      const { status, stdout, stderr } = await call(...args.split(' '));
      assert.equal(status, 0, stderr);
      const answer = await (await fetch(served.origin + path)).text();
      if (answer.startsWith('{')) assert.deepEqual(JSON.parse(stdout), JSON.parse(answer), path);
      else assert.equal(stdout.trimEnd(), answer.trimEnd(), path);
    }
    const { stdout: parquet } = await promisify(execFile)(
      process.execPath,
      [MAIN, 'call', 'get_signals_parquet'],
      { env: { ...process.env, ...environment }, encoding: 'buffer', maxBuffer: 2 ** 26 },
    );
    const whole = await (await fetch(`${served.origin}/api/signals.parquet`)).arrayBuffer();
    assert.ok(Buffer.from(whole).equals(parquet));
    const { stdout } = await call('--help');
    for (const { name } of await loadOperations())
      assert.match(stdout, new RegExp(`^  ${name}\\b`, 'm'));
  });

  it('refuses what an operation does not take, naming every fault', async () => {
    const search = ['search_site', '--q', 'x'.repeat(281), '--limit', '51', '--type', 'x'];
    const cases: [args: string[], message: RegExp][] = [
      [['get_startup_signal'], /--company/],
      [search, /^(?=.*--q)(?=.*--limit).*--type/s],
      [['get_startup_signal', '--compny', 'x'], /unknown option '--compny'/],
      [['get_everything'], /unknown command 'get_everything'/],
    ];
    for (const [args, message] of cases) {
      const run = await call(...args);
      assert.match(refusalIn(run), message);
      assert.equal(run.stdout, '');
    }
    const stderr = await refusalOf(['call', 'get_signals'], { DATA_DIR: await temporaryFolder() });
    assert.match(stderr, /Nothing is published yet; run bellwether publish/);
  });
});
