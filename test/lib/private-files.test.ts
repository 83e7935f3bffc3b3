/** No other user of the machine can read the books, copies of them, or keys. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { issueKey } from '../../src/payments/credits/accounts.ts';
import { signingKey } from '../../src/pipeline/edition/signing.ts';
import { backUp, restore } from '../../src/store/backup.ts';
import { migrate } from '../../src/store/migrate.ts';
import { openStore } from '../../src/store/store.ts';
import { cli } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const isPosix = process.platform !== 'win32';
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe('with a mask that lets all users read', { skip: !isPosix && 'no modes here' }, () => {
  let mask: number;
  before(() => {
    mask = process.umask(0);
  });
  after(() => process.umask(mask));

  it('books, the files next to them, and copies are their owner’s alone', async (t) => {
    const folder = await temporaryFolder(t);
    const location = join(folder, 'data', 'bellwether.sqlite');
    const store = openStore(location);
    await migrate(store);
    await issueKey(store, 1, null);
    for (const suffix of ['', '-wal', '-shm'])
      assert.equal(await modeOf(`${location}${suffix}`), '600', suffix);
    const copy = join(folder, 'copies', 'one.sqlite');
    await backUp(location, copy);
    assert.equal(await modeOf(copy), '600');
    assert.equal(await modeOf(join(folder, 'copies')), '700');
    await store.close();
    const { kept } = await restore(copy, location);
    assert.equal(await modeOf(kept ?? ''), '600');
    const elsewhere = join(folder, 'data', 'restored.sqlite');
    await restore(copy, elsewhere);
    for (const name of await readdir(join(folder, 'data')))
      assert.equal(await modeOf(join(folder, 'data', name)), '600', name);
  });

  it('keys and their folder are, too', async (t) => {
    const folder = await temporaryFolder(t);
    await signingKey(folder);
    assert.equal(await modeOf(join(folder, 'keys')), '700');
    assert.equal(await modeOf(join(folder, 'keys', 'signing-key.pem')), '600');
  });

  it('files left open are closed at the start, with a line for each', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const run = (...args: string[]) => cli(args, { DATA_DIR });
    await run('keys', 'issue');
    const books = join(DATA_DIR, 'bellwether.sqlite');
    const copy = `${books}.before-1`;
    const key = join(DATA_DIR, 'keys', 'signing-key.pem');
    const other = join(DATA_DIR, 'notes.txt');
    await mkdir(join(DATA_DIR, 'keys'));
    for (const path of [copy, key, other]) await writeFile(path, 'x');
    await chmod(books, 0o640);
    const listed = await run('keys', 'list');
    assert.equal(listed.status, 0, listed.stderr);
    for (const [path, mode] of [
      [books, '0640'],
      [copy, '0666'],
      [key, '0666'],
    ] as const) {
      assert.equal(await modeOf(path), '600', path);
      assert.ok(
        listed.stderr.includes(`${path} could be read by others (${mode}); its mode is 0600 now.`),
        listed.stderr,
      );
    }
    assert.equal(await modeOf(join(DATA_DIR, 'keys')), '700');
    // Files that are not ours stay as they are.
    assert.equal(await modeOf(other), '666');
    assert.doesNotMatch((await run('keys', 'list')).stderr, /could be read/);
  });
});

describe('what restorations keep', () => {
  it('is the last three; removed ones are named', async (t) => {
    const DATA_DIR = await temporaryFolder(t);
    const books = join(DATA_DIR, 'bellwether.sqlite');
    const copy = join(DATA_DIR, 'copies', 'one.sqlite');
    const store = openStore(books);
    await migrate(store);
    await store.close();
    await backUp(books, copy);
    const kept: string[] = [];
    for (let time = 0; time < 3; time++) {
      const restored = await restore(copy, books);
      assert.deepEqual(restored.removed, []);
      kept.push(restored.kept ?? '');
    }
    const [oldest = ''] = kept;
    await writeFile(`${oldest}-wal`, '');
    await writeFile(`${books}.before-the-move`, 'the operator’s own');
    const run = await cli(['books', 'restore', copy], { DATA_DIR });
    assert.equal(run.status, 0, run.stderr);
    assert.ok(
      run.stderr.includes(`Removed ${oldest}, kept by an earlier restoration.`),
      run.stderr,
    );
    const left = (await readdir(DATA_DIR)).filter((name) => /\.before-\d+$/.test(name));
    assert.equal(left.length, 3);
    assert.ok(!existsSync(oldest) && !existsSync(`${oldest}-wal`));
    assert.ok(kept.slice(1).every((path) => existsSync(path)));
    assert.ok(existsSync(`${books}.before-the-move`));
  });
});
