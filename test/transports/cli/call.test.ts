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

  it('answers as the API does', async () => {
    const calls: [args: string[], path: string][] = [
      [['get_startup_signal', '--company', 'Langfuse'], '/api/signal?company=Langfuse'],
      [
        ['search_site', '--q', 'vector database', '--limit', '3'],
        '/api/llms-search?q=vector%20database&limit=3',
      ],
      [['get_glossary'], '/api/v1/glossary.json'],
      [
        ['query', '--subject', 'startup', '--metric', 'contributors', '--limit', '2'],
        '/api/query?subject=startup&metric=contributors&limit=2',
      ],
    ];
    for (const [args, path] of calls) {
      const { status, stdout, stderr } = await call(...args);
      assert.equal(status, 0, stderr);
      assert.deepEqual(JSON.parse(stdout), await (await fetch(served.origin + path)).json(), path);
    }
  });

  it('prints texts and files as they are', async () => {
    const bibtex = await call('cite', '--format', 'bibtex', '--slug', 'paper');
    const cited = await (await fetch(`${served.origin}/api/cite/bibtex/paper`)).text();
    assert.equal(bibtex.stdout.trimEnd(), cited.trimEnd());
    const csv = await call('get_signals_csv', '--period', '2025-w20');
    assert.equal(
      csv.stdout,
      await (await fetch(`${served.origin}/api/signals.csv?period=2025-w20`)).text(),
    );
    const { stdout: parquet } = await promisify(execFile)(
      process.execPath,
      [MAIN, 'call', 'get_signals_parquet'],
      { env: { ...process.env, ...environment }, encoding: 'buffer', maxBuffer: 2 ** 26 },
    );
    const whole = Buffer.from(
      await (await fetch(`${served.origin}/api/signals.parquet`)).arrayBuffer(),
    );
    assert.ok(whole.equals(parquet));
  });

  it('has a command for every operation', async () => {
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
  });

  it('says what is missing where nothing is published', async () => {
    const stderr = await refusalOf(['call', 'get_signals'], { DATA_DIR: await temporaryFolder() });
    assert.match(stderr, /Nothing is published yet; run bellwether publish/);
  });
});
