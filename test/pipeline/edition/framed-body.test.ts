/** Bodies in frames: any range is there, other programs unpack them, and damage is noticed. */
import assert from 'node:assert/strict';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { compressQuickly } from '../../../src/pipeline/edition/compress.ts';
import { EditionStore } from '../../../src/pipeline/edition/edition-store.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const PIECES = ['{"a":1}\n', '', 'x'.repeat(300_000), 'ä€😀\n', '\n'].map((text) =>
  Buffer.from(text),
);
const BODY = Buffer.concat(PIECES);

async function written(t: TestContext, pieces = PIECES) {
  const store = new EditionStore(await temporaryFolder(t));
  const { body } = await store.writeFramed(['body'], async (writers) => {
    for (const piece of pieces) await writers.body.write(piece);
  });
  return { store, hash: body.sha256, path: body.path };
}

describe('a body in frames', () => {
  it('is the pieces one after the other, under their SHA-256', async (t) => {
    const { store, hash, path } = await written(t);
    assert.equal(hash, sha256(BODY));
    assert.deepEqual(await store.read(hash), BODY);
    const { sizes } = await store.forms(hash);
    const packed = await store.readForm(hash, 'zstd');
    assert.deepEqual(
      [...sizes],
      [
        ['identity', BODY.length],
        ['zstd', packed.length],
      ],
    );
    assert.deepEqual(zstdDecompressSync(packed), BODY);
    assert.deepEqual(zstdDecompressSync(await readFile(path)), BODY, 'with the table at its end');
  });

  it('without a piece is an empty body', async (t) => {
    const { store, hash } = await written(t, []);
    assert.deepEqual(await store.read(hash), Buffer.alloc(0));
  });

  it('gives any range', async (t) => {
    const { store, hash } = await written(t);
    const framed = await store.framed(hash);
    assert.ok(framed);
    assert.deepEqual(Buffer.concat(await framed.stream().toArray()), BODY);
    const place = fc.nat({ max: BODY.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, place, async (one, other) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        const got = Buffer.concat(await framed.stream({ start, end }).toArray());
        assert.deepEqual(got, BODY.subarray(start, end + 1));
      }),
    );
  });

  it('has the same bytes with frames that were made before', async (t) => {
    const { store, hash, path } = await written(t);
    const before = await readFile(path);
    const again = await store.writeFramed(['body'], async ({ body }) => {
      for (const piece of PIECES) await body.write(piece, compressQuickly(piece, 'zstd'));
    });
    assert.equal(again.body.sha256, hash);
    assert.deepEqual(await readFile(path), before);
  });

  it('is refused where it is cut off, or says something else', async (t) => {
    const { store, hash, path } = await written(t);
    const bytes = await readFile(path);
    const other = Buffer.from(bytes);
    other[20] = (other[20] ?? 0) ^ 1;
    await writeFile(path, other);
    await assert.rejects(store.read(hash), { code: 'editions-damaged' });
    for (const size of [0, 5, bytes.length - 1]) {
      await writeFile(path, bytes);
      await truncate(path, size);
      assert.equal((await stat(path)).size, size);
      const reads = [store.read(hash), store.readForm(hash, 'zstd'), store.forms(hash)];
      const refused = reads.map((read) =>
        assert.rejects(read, { code: 'editions-damaged' }, `${size} bytes`),
      );
      await Promise.all(refused);
    }
  });

  it('leaves nothing behind where a piece cannot be had', async (t) => {
    const store = new EditionStore(await temporaryFolder(t));
    const lost = store.writeFramed(['one', 'other'], async ({ one }) => {
      await one.write(Buffer.from('a'), Promise.reject(new Error('lost')));
      await one.write(Buffer.from('b'));
    });
    await assert.rejects(lost, /lost/);
    assert.deepEqual(await store.storedFiles(), []);
    assert.ok((await stat(join(store.folder, 'bodies'))).isDirectory());
  });
});
