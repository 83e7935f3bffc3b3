/** Learnt weights that are kept are those that learning gives. */
import assert from 'node:assert/strict';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fillWeights } from '../../../src/features/answers/kept-weights.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const LEARNT = [0.25, -1.5, 3];

/** Fills weights from a folder, and counts how often they are learnt. */
async function weightsIn(t: TestContext) {
  const folder = join(await temporaryFolder(t), 'weights');
  let learnings = 0;
  const fill = async (learntFrom = 'phrasings', length = LEARNT.length) => {
    const weights = new Float32Array(length);
    const learn = async () => {
      learnings++;
      weights.set(LEARNT.slice(0, length));
    };
    await fillWeights(weights, learntFrom, learn, folder);
    return [...weights];
  };
  const file = () => {
    const [name] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted(
      (one, other) => other.length - one.length,
    );
    return join(folder, name ?? '');
  };
  return { fill, file, learnings: () => learnings };
}

describe('weights', () => {
  it('are learnt once, and are the same when they are read', async (t) => {
    const { fill, learnings } = await weightsIn(t);
    assert.deepEqual(await fill(), LEARNT);
    assert.deepEqual(await fill(), LEARNT);
    assert.equal(learnings(), 1);
  });

  it('are learnt from other phrasings, and for another number of them', async (t) => {
    const { fill, learnings } = await weightsIn(t);
    await fill();
    await fill('other phrasings');
    assert.deepEqual(await fill('phrasings', 2), LEARNT.slice(0, 2));
    assert.equal(learnings(), 3);
  });

  it('are learnt again if what was kept is damaged or cut off', async (t) => {
    const { fill, file, learnings } = await weightsIn(t);
    await fill();
    writeFileSync(file(), 'no weights at all, and nothing that a checksum would fit to '.repeat(3));
    assert.deepEqual(await fill(), LEARNT);
    truncateSync(file(), 70);
    assert.deepEqual(await fill(), LEARNT);
    assert.equal(learnings(), 3);
  });

  it('are learnt each time where nothing can be kept', async (t) => {
    const file = join(await temporaryFolder(t), 'file');
    writeFileSync(file, '');
    let learnings = 0;
    const learn = async () => void learnings++;
    for (const _ of [1, 2])
      await fillWeights(new Float32Array(1), 'phrasings', learn, join(file, 'x'));
    assert.equal(learnings, 2);
  });
});
