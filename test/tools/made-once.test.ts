/** A folder that test files share is made once, and never older than its sources. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { madeOnce } from '../../tools/made-once.ts';
import { temporaryFolder } from '../support/temporary.ts';

const NAME = 'made-once-test';

/** A module that imports another, a folder of data, and a count of how often they were used. */
async function sources(t: TestContext) {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'data', 'inner'), { recursive: true });
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  await write('one.ts', "import { two } from './two.ts';\nexport const one = two;\n");
  await write('two.ts', 'export const two = 2;\n');
  await write('data/inner/file', 'a');
  let made = 0;
  const make = async () => {
    const path = await madeOnce(
      { name: NAME, modules: [join(folder, 'one.ts')], data: [join(folder, 'data')] },
      async (place) => {
        assert.ok(existsSync(place));
        await writeFile(join(place, 'made'), String(++made));
      },
    );
    t.after(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  return { write, make, folder };
}

describe('a folder that is made once', () => {
  it('is made once, also for processes that ask at the same time', async (t) => {
    const { make } = await sources(t);
    const places = await Promise.all([make(), make(), make()]);
    assert.equal(new Set([...places, await make()]).size, 1);
    assert.equal(await readFile(join(places[0] ?? '', 'made'), 'utf8'), '1');
  });

  it('is made anew when a module changes that its module imports, or a file of its data', async (t) => {
    const { make, write } = await sources(t);
    const first = await make();
    await write('two.ts', 'export const two = 3;\n');
    const second = await make();
    await write('data/inner/file', 'b');
    const third = await make();
    await write('data/inner/further', '');
    assert.equal(new Set([first, second, third, await make()]).size, 4);
  });

  it('is absent when making it fails, and the next caller makes it', async (t) => {
    const { folder } = await sources(t);
    const of = { name: NAME, modules: [join(folder, 'one.ts')], data: [] };
    const fails = madeOnce(of, async (place) => {
      await writeFile(join(place, 'half'), '');
      throw new Error('no');
    });
    await assert.rejects(fails, /no/);
    const path = await madeOnce(of, async () => undefined);
    t.after(() => rm(path, { recursive: true, force: true }));
    assert.ok(!existsSync(join(path, 'half')));
  });
});
