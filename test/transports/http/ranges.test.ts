/** Parts of files that are held in memory, and of one that is streamed. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { rawRequest } from '../../support/raw-request.ts';
import { type Served, serveShipped } from '../../support/service.ts';

const STREAMED = '/api/dataset.csv';
const FILES = ['/api/signals.csv', '/editions/2026-w20/dataset.jsonl', STREAMED];

let served: Served;
before(async () => {
  served = await serveShipped();
});
after(() => served.service.close());

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(served.origin, path, headers, method);

for (const path of FILES)
  describe(`a range of ${path}`, () => {
    it('has the bytes that were asked for, and the headers of the file', async () => {
      const { body, headers } = await ask(path);
      assert.equal(headers['accept-ranges'], 'bytes');
      const size = body.length;
      for (const [range, start, end] of [
        ['bytes=0-0', 0, 0],
        ['bytes=100-', 100, size - 1],
        [`bytes=-1000`, size - 1000, size - 1],
      ] as const) {
        const part = await ask(path, { range });
        const { 'content-range': place, date: _, ...own } = part.headers;
        const { date: __, ...all } = headers;
        assert.deepEqual([part.status, place], [206, `bytes ${start}-${end}/${size}`]);
        assert.deepEqual(own, { ...all, 'content-length': String(end - start + 1) });
        assert.ok(part.body.equals(body.subarray(start, end + 1)), range);
      }
    });

    it('beyond the end gives 416 with the size', async () => {
      const { length } = (await ask(path)).body;
      const { status, headers, body } = await ask(path, { range: `bytes=${length}-` });
      assert.deepEqual([status, headers['content-range']], [416, `bytes */${length}`]);
      assert.equal(JSON.parse(body.toString()).code, 'range-not-satisfiable');
    });
  });

describe('a file that is streamed', () => {
  it('is its parts put together in any order of sizes', async () => {
    const { body } = await ask(STREAMED);
    const sizes = [1, 65_535, 65_537, 1_000_000, 3, 4_194_304];
    const parts: Buffer[] = [];
    for (let start = 0, turn = 0; start < body.length; turn++) {
      const end = start + (sizes[turn % sizes.length] ?? 1) - 1;
      parts.push((await ask(STREAMED, { range: `bytes=${start}-${end}` })).body);
      start = end + 1;
    }
    assert.ok(Buffer.concat(parts).equals(body));
  });

  it('is the same in its other forms', async () => {
    const { body } = await ask(STREAMED);
    for (const [accepted, form, unpack] of [
      ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
      ['gzip, deflate, br', 'gzip', gunzipSync],
    ] as const) {
      const headers = { 'accept-encoding': accepted };
      const packed = await ask(STREAMED, headers);
      assert.equal(packed.headers['content-encoding'], form);
      assert.ok(unpack(packed.body).equals(body), accepted);
      const head = await ask(STREAMED, headers, 'HEAD');
      assert.deepEqual(
        [head.headers.etag, head.headers['content-length']],
        [packed.headers.etag, packed.headers['content-length']],
      );
    }
  });
});
