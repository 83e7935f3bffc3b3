import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { lockPath } from '../../../src/lib/path-lock.ts';
import { PROJECT_ROOT } from '../../../src/lib/project-root.ts';
import { PublicationLog } from '../../../src/pipeline/edition/publication-log.ts';
import { SignalsResponse } from '../../../src/pipeline/edition/record.ts';
import { freePort } from '../../../tools/free-port.ts';
import { cli, cliProcess, output, refusalOf, startCli } from '../../support/cli.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Starts the service as `npm start` does and waits until it says that it serves. */
async function startService(environment: Record<string, string>) {
  const child = startCli(['start'], environment);
  await output(child, 'Stop with Ctrl+C.');
  return child;
}

it('bellwether start publishes the ledger and serves it; everything else then works on it', async (t) => {
  const folder = await smallDataFolder(t);
  const port = await freePort();
  const environment = { DATA_DIR: folder, PORT: String(port) };
  const child = await startService(environment);
  t.after(() => child.kill('SIGKILL'));
  const { stdout, stderr } = child.output();
  assert.equal(stdout, '', 'the log alone is on standard output');
  assert.match(stderr, /^Publishing: done in /m);
  assert.match(stderr, /Bellwether serves Week 26, 2025 .* and 4 earlier periods/);
  assert.ok(stderr.includes(`http://localhost:${port}/`));

  const response = await fetch(`http://127.0.0.1:${port}/api/signals.json`);
  const text = await response.text();
  assert.equal(SignalsResponse.parse(JSON.parse(text)).meta.totalStartups, 1);

  const ready = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  assert.match(String(Object(ready).status), /^(?:preparing|ready)$/);

  const verified = await cli(['verify'], environment);
  assert.match(verified.stdout, /^6 editions verified: \d+ files, .* every signature holds\./);

  const download = join(folder, 'signals.json');
  await writeFile(download, text);
  const from = ['--from', `http://127.0.0.1:${port}`];
  const good = await cli(['verify', '2025-w26', '--file', download, ...from], environment);
  assert.match(good.stdout, /matches signals\.json of Week 26, 2025 .*, revision 1, as signed/);
  await writeFile(download, text.replace('"revision":1', '"revision":9'));
  const bad = await refusalOf(['verify', '2025-w26', '--file', download, ...from], environment);
  assert.match(bad, /^Verification failed: the file .* is none of edition 2025-w26/);

  const own = await cli(['verify', '--recompute'], environment);
  assert.match(
    own.stdout,
    /^5 editions computed again: every core is the same as the published one\./,
  );
  const theirs = await cli(['verify', '2025-w26', '--recompute', ...from], {
    DATA_DIR: await smallDataFolder(t),
  });
  assert.match(
    theirs.stdout,
    /^1 edition computed again: every core is the same as the published one\./,
  );
  const log = await fetch(`http://127.0.0.1:${port}/editions/all/publications.jsonl`);
  assert.equal(log.headers.get('content-type'), 'application/x-ndjson; charset=utf-8');
  assert.equal(PublicationLog.parse(await log.text()).entries.length, 5);

  const second = await cliProcess(['serve'], environment);
  assert.equal(second.status, 1);
  assert.match(second.stderr, /another program listens on port \d+; choose one with PORT=/);

  child.kill('SIGTERM');
  const [status] = await once(child, 'exit');
  assert.equal(status, 0);

  const again = await startService(environment);
  t.after(() => again.kill('SIGKILL'));
  assert.doesNotMatch(again.output().stderr, /Publishing/, 'nothing to publish the second time');
  again.kill('SIGINT');
  assert.deepEqual(await once(again, 'exit'), [0, null]);
});

it('bellwether publish names a damaged ledger and publishes nothing', async (t) => {
  const folder = await temporaryFolder(t);
  await cp(join(PROJECT_ROOT, 'data', 'ledger'), join(folder, 'ledger'), { recursive: true });
  const manifest = JSON.parse(await readFile(join(folder, 'ledger', 'ledger.json'), 'utf8'));
  await rm(join(folder, 'ledger', manifest.tables.activity[0].file));
  const stderr = await refusalOf(['publish'], { DATA_DIR: folder });
  assert.match(stderr, /activity-[0-9a-f]+\.parquet is missing\. Restore it from a copy/);
});

it('unusable input is refused before anything is touched', async (t) => {
  const DATA_DIR = await temporaryFolder(t);
  const away = ['--from', 'http://127.0.0.1:1'];
  const cases: [command: string, args: string[], message: RegExp][] = [
    ['verify', [], /Nothing is published in .* yet\./],
    ['verify', ['--file', 'x'], /--file needs --from\./],
    ['verify', ['--file', 'x', ...away], /--from needs the edition/],
    ['verify', ['--from', 'x'], /--from needs --file or --recompute/],
    ['verify', ['--recompute'], /Nothing is published yet; run bellwether publish/],
    ['verify', ['--recompute', ...away], /--from needs the edition/],
    ['verify', ['a', '--recompute', ...away], /cannot be read: fetch failed/],
    ['verify', ['--file', 'package.json', '--from', 'none'], /none.manifest\.json cannot be read/],
    ['verify', ['a', '--file', 'package.json', ...away], /cannot be read: fetch failed/],
    ['collect', ['no such company'], /No tracked company is called "no such company"/],
    ['collect', ['langfuze'], /Similar: langfuse/],
    ['collect', ['--recorded', join(DATA_DIR, 'none')], /repositories\.ndjson cannot be read/],
    ['collect', ['--since', 'soon'], /must be a day like 2024-06-01/],
    ['collect', ['--since', '2999-01-01'], /not later than today/],
    ['collect', ['--jobs', '0'], /workers need DATABASE_URL/],
    ['collect', ['--jobs', '65'], /whole number from 0 to 64/],
    ['collect', ['--recorded', 'a', '--local', 'b'], /cannot be used with/],
  ];
  for (const [command, args, message] of cases)
    assert.match(await refusalOf([command, ...args], { DATA_DIR }), message);
});

it('bellwether registry check lists the faults of a registry and exits with 1', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'sectors.yaml'), 'not: a list\n');
  const { status, stdout, stderr } = await cli(['registry', 'check', folder]);
  assert.equal(status, 1);
  assert.match(stdout, /sectors\.yaml:1 /);
  assert.match(stderr, /The registry has \d+ faults\./);
});

it('bellwether config prints every setting with its source', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, '.env'), 'HOST=0.0.0.0\nPORT=1\n');
  const { stdout } = await cli(['config'], { PORT: '9000' }, folder);
  assert.match(stdout, /^PORT +9000 +environment$/m);
  assert.match(stdout, /^HOST +0\.0\.0\.0 +\.env$/m);
  assert.match(stdout, /^BASE_URL +http:\/\/localhost:9000 +default$/m);
});

it('bellwether collect exits with 1 when a company could not be collected, or another collection runs', async (t) => {
  const folder = await temporaryFolder(t);
  const words = ['collect', 'chroma', '--local', folder];
  await mkdir(join(folder, 'collect'));
  const release = await lockPath(join(folder, 'collect'));
  const refused = await refusalOf(words, { DATA_DIR: folder });
  await release();
  assert.match(refused, /Another collection is running in /);
  const { status, stdout } = await cli(words, { DATA_DIR: folder });
  assert.equal(status, 1);
  for (const line of [
    /^failed +chroma-core\/chroma: .* holds no repository chroma-core\/chroma; clone it into .*chroma-core\/chroma$/m,
    /^Not read: chroma-core\/chroma\. .* run bellwether collect again\.$/m,
    /^Nothing was read; the ledger is unchanged\.$/m,
  ])
    assert.match(stdout, line);
  await assert.rejects(access(join(folder, 'ledger')), { code: 'ENOENT' });
});
