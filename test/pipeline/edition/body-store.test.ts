/** Stored bodies: what they hold, what damages them, and what is left of those that failed. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { BodyStore } from '../../../src/pipeline/edition/body-store.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PIECES = ['{"a":1}\n', '', 'x'.repeat(600_000), 'ä€😀\n', '\n'].map((text) =>
  Buffer.from(text),
);
const BODY = Buffer.concat(PIECES);

async function* give(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* pieces;
}

describe('a stored body', () => {
  for (const [how, put] of [
    ['whole', async (store: BodyStore, body: Buffer) => store.put(body)],
    ['in pieces', async (store: BodyStore) => (await store.putPieces(give(PIECES))).sha256],
  ] as const)
    it(`that was put there ${how} is one compressed file, and comes back whole or in part`, async (t) => {
      const store = new BodyStore(await temporaryFolder(t));
      const hash = await put(store, BODY);
      assert.equal(hash, sha256(BODY));
      assert.deepEqual(await store.read(hash), BODY);
      assert.deepEqual(await buffer(store.stream(hash)), BODY);
      assert.equal(await store.check(hash), BODY.length);
      const packed = await readFile(store.pathOf(hash));
      assert.deepEqual(zstdDecompressSync(packed), BODY);
      assert.deepEqual(await store.readPacked(hash), packed);
      assert.equal((await store.stored(hash)).packedBytes, packed.length);
      assert.equal((await store.storedFiles()).length, 1);
      const last = BODY.length - 1;
      for (const [start, end] of [
        [0, 0],
        [3, 400_000],
        [300_000, 300_001],
        [last, last],
      ] as const)
        assert.deepEqual(
          await buffer(store.stream(hash, { start, end })),
          BODY.subarray(start, end + 1),
        );
    });

  it('may be empty', async (t) => {
    const store = new BodyStore(await temporaryFolder(t));
    const empty = await store.putPieces(give([]));
    assert.deepEqual(empty, { sha256: sha256(''), bytes: 0 });
    assert.equal(await store.check(empty.sha256), 0);
  });

  it('is refused where its file holds another, a part, something more, or nothing', async (t) => {
    const store = new BodyStore(await temporaryFolder(t));
    const hash = await store.put(BODY);
    const good = await readFile(store.pathOf(hash));
    for (const bad of [
      zstdCompressSync(Buffer.from('another')),
      good.subarray(0, good.length >> 1),
      Buffer.concat([good, zstdCompressSync(Buffer.from('more'))]),
      Buffer.concat([good, Buffer.from(' ')]),
      BODY,
      Buffer.alloc(0),
    ]) {
      await writeFile(store.pathOf(hash), bad);
      for (const ask of ['check', 'readPacked'] as const)
        await assert.rejects(store[ask](hash), {
          code: 'editions-damaged',
          message: /publish again to have it made anew\.$/,
        });
    }
    await rm(store.pathOf(hash));
    for (const ask of ['read', 'check', 'stored'] as const)
      await assert.rejects(store[ask](hash), { code: 'editions-damaged' });
    assert.equal(await store.holds([hash]), false);
  });

  it('leaves no file where a piece cannot be had', async (t) => {
    const store = new BodyStore(await temporaryFolder(t));
    async function* lost() {
      yield* PIECES;
      throw new Error('lost');
    }
    await assert.rejects(store.putPieces(lost()), /lost/);
    assert.deepEqual(await store.storedFiles(), []);
  });
});
