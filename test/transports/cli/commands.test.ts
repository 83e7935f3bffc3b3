import assert from 'node:assert/strict';
import { once } from 'node:events';
import { access, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
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

describe('bellwether start', () => {
  it('publishes the ledger and serves it; everything else then works on it', async (t) => {
    const folder = await smallDataFolder(t);
    const port = await freePort();
    const environment = { DATA_DIR: folder, PORT: String(port) };
    const child = await startService(environment);
    t.after(() => child.kill('SIGKILL'));
    const { stdout, stderr } = child.output();
    assert.equal(stdout, '', 'the log alone is on standard output');
    assert.match(stderr, /Published 5 periods/);
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
    assert.doesNotMatch(again.output().stderr, /Publish/, 'nothing to publish the second time');
    again.kill('SIGINT');
    assert.deepEqual(await once(again, 'exit'), [0, null]);
  });
});

describe('bellwether publish', () => {
  it('names a damaged ledger and publishes nothing', async (t) => {
    const folder = await temporaryFolder(t);
    const shipped = join(PROJECT_ROOT, 'data', 'ledger');
    const manifest = JSON.parse(await readFile(join(shipped, 'ledger.json'), 'utf8'));
    await mkdir(join(folder, 'ledger'));
    await copyFile(join(shipped, 'ledger.json'), join(folder, 'ledger', 'ledger.json'));
    for (const { file } of Object.values<{ file: string }[]>(manifest.tables).flat())
      await copyFile(join(shipped, file), join(folder, 'ledger', file));
    await rm(join(folder, 'ledger', manifest.tables.activity[0].file));
    const stderr = await refusalOf(['publish'], { DATA_DIR: folder });
    assert.match(stderr, /activity-[0-9a-f]+\.parquet is missing\. Restore it from a copy/);
  });
});

describe('bellwether verify', () => {
  it('says what it needs', async (t) => {
    const environment = { DATA_DIR: await temporaryFolder(t) };
    const cases: [args: string[], message: RegExp][] = [
      [[], /Nothing is published in .* yet\./],
      [['--file', 'x'], /--file needs --from\./],
      [['--file', 'x', '--from', 'http://127.0.0.1:1'], /--from needs the edition/],
      [['--from', 'x'], /name it with --file/],
      [['--recompute'], /Nothing is published in .* yet\./],
      [['--recompute', '--from', 'http://127.0.0.1:1'], /--from needs the edition/],
      [['a', '--recompute', '--from', 'http://127.0.0.1:1'], /cannot be fetched/],
      [
        ['--file', 'package.json', '--from', 'no-such-folder'],
        /no-such-folder.manifest\.json cannot be read/,
      ],
      [['a', '--file', 'package.json', '--from', 'http://127.0.0.1:1'], /cannot be fetched/],
    ];
    for (const [args, message] of cases)
      assert.match(await refusalOf(['verify', ...args], environment), message);
  });
});

it('bellwether registry check lists the faults of a registry and exits with 1', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'sectors.yaml'), 'not: a list\n');
  const { status, stdout, stderr } = await cli(['registry', 'check', folder]);
  assert.equal(status, 1);
  assert.match(stdout, /sectors\.yaml:1 /);
  assert.match(stderr, /The registry has \d+ faults\./);
});

describe('bellwether config', () => {
  it('prints every setting with its source', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, '.env'), 'HOST=0.0.0.0\nPORT=1\n');
    const { stdout } = await cli(['config'], { PORT: '9000' }, folder);
    assert.match(stdout, /^PORT +9000 {2}\(environment\)$/m);
    assert.match(stdout, /^HOST +0\.0\.0\.0 {2}\(\.env\)$/m);
    assert.match(stdout, /^BASE_URL +http:\/\/localhost:9000 {2}\(default\)$/m);
  });
});

describe('bellwether collect', () => {
  it('does not begin while another collection runs', async (t) => {
    const folder = await temporaryFolder(t);
    await mkdir(join(folder, 'collect'));
    const release = await lockPath(join(folder, 'collect'));
    const stderr = await refusalOf(['collect', 'chroma', '--local', folder], { DATA_DIR: folder });
    await release();
    assert.match(stderr, /Another collection is running in /);
  });

  it('exits with 1 when a company could not be collected', async (t) => {
    const folder = await temporaryFolder(t);
    const { status, stdout } = await cli(['collect', 'chroma', '--local', folder], {
      DATA_DIR: folder,
    });
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^failed +chroma-core\/chroma: .* holds no repository chroma-core\/chroma; clone it into .*chroma-core\/chroma$/m,
    );
    assert.match(
      stdout,
      /^Nothing could be read of 1 company \(chroma\); rows of earlier collections stay\.$/m,
    );
    assert.match(stdout, /^Nothing was read; the ledger is unchanged\.$/m);
    await assert.rejects(access(join(folder, 'ledger')), { code: 'ENOENT' });
  });

  it('refuses unusable input before it touches anything', async (t) => {
    const folder = await temporaryFolder(t);
    const cases: [args: string[], message: RegExp][] = [
      [['no such company'], /No tracked company is called "no such company"/],
      [['langfuze'], /Similar: langfuse/],
      [['--recorded', join(folder, 'nowhere')], /repositories\.ndjson cannot be read/],
      [['--since', 'soon'], /must be a day like 2024-06-01/],
      [['--since', '2999-01-01'], /not later than today/],
      [['--jobs', '0'], /workers collect/],
      [['--jobs', '65'], /whole number from 0 to 64/],
      [['--recorded', 'a', '--local', 'b'], /cannot be used with/],
    ];
    for (const [args, message] of cases)
      assert.match(await refusalOf(['collect', ...args], { DATA_DIR: folder }), message);
  });
});
