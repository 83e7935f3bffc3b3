/** Bodies that are stored piece by piece: what they hold, and what is left of those that failed. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { BodyStore } from '../../../src/pipeline/edition/body-store.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PIECES = ['{"a":1}\n', '', 'x'.repeat(300_000), 'ä€😀\n', '\n'].map((text) =>
  Buffer.from(text),
);
const BODY = Buffer.concat(PIECES);

async function* give(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

describe('a body that is stored piece by piece', () => {
  it('is the pieces one after the other, under their SHA-256, plain and compressed', async (t) => {
    const store = new BodyStore(await temporaryFolder(t));
    const stored = await store.putPieces(give(PIECES), 'zstd');
    assert.deepEqual(stored, { sha256: sha256(BODY), bytes: BODY.length });
    assert.deepEqual(await store.read(stored.sha256), BODY);
    const packed = await readFile(`${store.pathOf(stored.sha256)}.zstd`);
    assert.deepEqual(zstdDecompressSync(packed), BODY);
    const { sizes } = await store.forms(stored.sha256);
    assert.deepEqual(Object.fromEntries(sizes), { identity: BODY.length, zstd: packed.length });
    await store.check(stored.sha256);
    assert.equal((await store.storedFiles()).length, 2);
  });

  it('is plain alone where no coding is named, and may be empty', async (t) => {
    const store = new BodyStore(await temporaryFolder(t));
    const { sha256: hash } = await store.putPieces(give(PIECES));
    assert.deepEqual([...(await store.forms(hash)).sizes.keys()], ['identity']);
    const empty = await store.putPieces(give([]), 'zstd');
    assert.deepEqual(empty, { sha256: sha256(''), bytes: 0 });
    await store.check(empty.sha256);
  });

  it('leaves nothing behind where a piece cannot be had', async (t) => {
    const store = new BodyStore(await temporaryFolder(t));
    async function* lost() {
      yield* PIECES;
      throw new Error('lost');
    }
    for (const encoding of ['zstd', undefined] as const)
      await assert.rejects(store.putPieces(lost(), encoding), /lost/);
    assert.deepEqual(await store.storedFiles(), []);
  });
});
