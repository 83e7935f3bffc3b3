/** A folder that test files share is made once, and never older than its sources. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { madeOnce } from '../../tools/made-once.ts';
import { temporaryFolder } from '../support/temporary.ts';

it('is made once for all processes, and anew when a module, its import or its data changes', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'data', 'inner'), { recursive: true });
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  await write('one.ts', "import { two } from './two.ts';\nexport const one = two;\n");
  await write('two.ts', 'export const two = 2;\n');
  await write('data/inner/file', 'a');
  const made = {
    name: 'made-once-test',
    modules: [join(folder, 'one.ts')],
    data: [join(folder, 'data')],
  };
  const make = async (fill: (place: string) => Promise<void>) => {
    const path = await madeOnce(made, fill);
    t.after(() => rm(path, { recursive: true, force: true }));
    return path;
  };
  const failing = async (place: string) => {
    await writeFile(join(place, 'half'), '');
    throw new Error('no');
  };
  await assert.rejects(make(failing), /no/);
  let times = 0;
  const counted = () => make((place) => writeFile(join(place, 'made'), String(++times)));
  const places = await Promise.all([counted(), counted(), counted()]);
  assert.equal(new Set([...places, await counted()]).size, 1);
  assert.equal(await readFile(join(places[0], 'made'), 'utf8'), '1');
  assert.ok(!existsSync(join(places[0], 'half')), 'a failure leaves nothing');
  for (const [path, text] of [
    ['two.ts', 'export const two = 3;\n'],
    ['data/inner/file', 'b'],
    ['data/inner/further', ''],
  ] as const) {
    await write(path, text);
    places.push(await counted());
  }
  assert.equal(new Set(places).size, 4);
});
