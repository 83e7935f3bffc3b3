/** Learnt weights that are kept are those that learning gives. */
import assert from 'node:assert/strict';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fillWeights } from '../../../src/features/answers/kept-weights.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const LEARNT = [0.25, -1.5, 3];

it('weights are learnt once, and again if the phrasings change or what was kept is damaged', async (t) => {
  const folder = join(await temporaryFolder(t), 'weights');
  let learnings = 0;
  const filled = async (learntFrom = 'phrasings', length = LEARNT.length, kept = folder) => {
    const weights = new Float32Array(length);
    const learn = async () => {
      learnings++;
      weights.set(LEARNT.slice(0, length));
    };
    await fillWeights(weights, learntFrom, learn, kept);
    assert.deepEqual([...weights], LEARNT.slice(0, length));
    return learnings;
  };
  assert.deepEqual([await filled(), await filled()], [1, 1]);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const [name = ''] = files.toSorted((one, other) => other.length - one.length);
  assert.deepEqual([await filled('other phrasings'), await filled('phrasings', 2)], [2, 3]);
  await filled();
  const file = join(folder, name);
  writeFileSync(file, 'no weights at all, and nothing that a checksum would fit to '.repeat(3));
  const before = learnings;
  assert.equal(await filled(), before + 1);
  truncateSync(file, 70);
  assert.equal(await filled(), before + 2);
  // Nothing can be kept below a file.
  const none = join(file, 'x');
  assert.equal((await filled('phrasings', 1, none)) + 1, await filled('phrasings', 1, none));
});
