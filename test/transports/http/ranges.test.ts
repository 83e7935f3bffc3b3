import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { byteRange } from '../../../src/transports/http/negotiate.ts';
import { type RawAnswer, rawHead, rawRequest } from '../../support/raw-request.ts';
import { type Served, serveShipped } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let served: Served;
before(async () => {
  served = await serveShipped();
});
after(() => served.service.close());

/** A file that is held in memory, one under its edition's address, and one that is streamed. */
const FILES = ['/api/signals.csv', '/editions/2026-w20/dataset.jsonl', '/api/dataset.csv'];

const whole = new Map<string, RawAnswer>();
async function wholeOf(path: string): Promise<RawAnswer> {
  const known = whole.get(path) ?? (await rawRequest(served.origin, path));
  whole.set(path, known);
  return known;
}
const part = (path: string, range: string, headers: Record<string, string> = {}) =>
  rawRequest(served.origin, path, { range, ...headers });

for (const path of FILES)
  describe(`ranges of ${path}`, () => {
    it('are announced, on HEAD as well', async () => {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await rawRequest(served.origin, path, {}, method);
        assert.equal(status, 200);
        assert.equal(headers['accept-ranges'], 'bytes');
        assert.equal(Number(headers['content-length']), (await wholeOf(path)).body.length);
      }
    });

    it('are the bytes that were asked for', async () => {
      const { body, headers: all } = await wholeOf(path);
      const size = body.length;
      const cases: [range: string, start: number, end: number][] = [
        ['bytes=0-0', 0, 0],
        ['bytes=0-99', 0, 99],
        ['bytes=100-', 100, size - 1],
        ['bytes=-1', size - 1, size - 1],
        ['bytes=-1000', size - 1000, size - 1],
        [`bytes=-${size * 2}`, 0, size - 1],
        [`bytes=${size - 1}-`, size - 1, size - 1],
        [`bytes=5-${size + 7}`, 5, size - 1],
        [`bytes=0-${'9'.repeat(400)}`, 0, size - 1],
        ['BYTES=3-4', 3, 4],
      ];
      for (const [range, start, end] of cases) {
        const { status, headers, body: got } = await part(path, range);
        assert.equal(status, 206, range);
        assert.equal(headers['content-range'], `bytes ${start}-${end}/${size}`, range);
        assert.equal(Number(headers['content-length']), end - start + 1);
        assert.ok(got.equals(body.subarray(start, end + 1)), range);
        for (const name of ['etag', 'last-modified', 'cache-control', 'content-type', 'vary'])
          assert.equal(headers[name], all[name], name);
      }
    });

    it('that lie behind the end give 416 with the size', async () => {
      const { length } = (await wholeOf(path)).body;
      for (const range of [`bytes=${length}-`, `bytes=${length}-${length + 9}`, 'bytes=-0']) {
        const { status, headers, body } = await part(path, range);
        assert.equal(status, 416, range);
        assert.equal(headers['content-range'], `bytes */${length}`);
        assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
        assert.equal(JSON.parse(body.toString()).code, 'range-not-satisfiable');
      }
    });

    it('that are malformed, in other units, or more than one give the whole file', async () => {
      const { body } = await wholeOf(path);
      assert.ok((await part(path, 'nonsense')).body.equals(body));
      for (const range of [
        'bytes',
        'bytes=',
        'bytes=-',
        'bytes=a-b',
        'bytes=5-4',
        'bytes=1-2-3',
        'bytes=--5',
        'bytes=+1-2',
        'bytes=0x1-2',
        'lines=0-1',
        'bytes=0-1,5-6',
        'bytes=0-,0-,0-,0-',
      ]) {
        const { status, headers } = await rawHead(served.origin, path, { range });
        assert.equal(status, 200, range);
        assert.equal(headers['content-range'], undefined);
        assert.equal(Number(headers['content-length']), body.length, range);
      }
    });

    it('are of the plain bytes, whatever codings the client takes', async () => {
      const { body } = await wholeOf(path);
      const packed = await part(path, 'bytes=10-19', { 'accept-encoding': 'gzip, br, zstd' });
      assert.equal(packed.status, 206);
      assert.equal(packed.headers['content-encoding'], undefined);
      assert.ok(packed.body.equals(body.subarray(10, 20)));
      const unwilling = await part(path, 'bytes=10-19', {
        'accept-encoding': 'gzip, identity;q=0',
      });
      assert.equal(unwilling.status, 200);
      assert.equal(unwilling.headers['content-encoding'], 'gzip');
      assert.ok(gunzipSync(unwilling.body).equals(body));
    });

    it('go on only with the file that the client began with (If-Range)', async () => {
      const { headers, body } = await wholeOf(path);
      const modified = String(headers['last-modified']);
      await delay(Math.max(0, Date.parse(modified) + 1_001 - Date.now()));
      const packed = await rawHead(served.origin, path, { 'accept-encoding': 'gzip' });
      const conditions: [condition: string, status: number][] = [
        [String(headers['etag']), 206],
        [modified, 206],
        [`W/${headers['etag']}`, 200],
        [String(packed.headers['etag']), 200],
        ['"other"', 200],
        [new Date(Date.parse(modified) + 1000).toUTCString(), 200],
        ['yesterday', 200],
      ];
      for (const [condition, status] of conditions) {
        const asked = { range: 'bytes=0-9', 'if-range': condition };
        const answer = await rawHead(served.origin, path, asked);
        assert.equal(answer.status, status, condition);
        const length = status === 206 ? 10 : body.length;
        assert.equal(Number(answer.headers['content-length']), length);
      }
      const beyond = { range: `bytes=${body.length}-`, 'if-range': '"other"' };
      assert.equal((await rawHead(served.origin, path, beyond)).status, 200);
    });

    it('come after other conditions, and never with HEAD', async () => {
      const { headers } = await wholeOf(path);
      const etag = String(headers['etag']);
      assert.equal((await part(path, 'bytes=0-9', { 'if-none-match': etag })).status, 304);
      assert.equal((await part(path, 'bytes=0-9', { 'if-match': '"other"' })).status, 412);
      assert.equal((await part(path, 'bytes=0-9', { 'if-match': `"x", ${etag}` })).status, 206);
      assert.equal((await part(path, 'bytes=0-9', { 'if-match': '*' })).status, 206);
      const old = { 'if-unmodified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' };
      assert.equal((await part(path, 'bytes=0-9', old)).status, 412);
      const head = await rawRequest(served.origin, path, { range: 'bytes=0-9' }, 'HEAD');
      assert.equal(head.status, 200);
      assert.equal(head.headers['content-length'], headers['content-length']);
    });
  });

describe('parts of a file', () => {
  it('put together in any order of sizes give the file', async () => {
    const { body } = await wholeOf('/api/dataset.csv');
    const sizes = [1, 65_535, 65_537, 1_000_000, 3, 4_194_304];
    const parts: Buffer[] = [];
    for (let start = 0, turn = 0; start < body.length; turn++) {
      const end = start + (sizes[turn % sizes.length] ?? 1) - 1;
      parts.push((await part('/api/dataset.csv', `bytes=${start}-${end}`)).body);
      start = end + 1;
    }
    assert.ok(Buffer.concat(parts).equals(body));
  });

  it('are the file in the other forms of a large one, too', async () => {
    const { body, headers } = await wholeOf('/api/dataset.csv');
    assert.equal(headers['content-encoding'], undefined);
    for (const [accepted, form, unpack] of [
      ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
      ['gzip, deflate, br', 'gzip', gunzipSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const asked = { 'accept-encoding': accepted };
      const packed = await rawRequest(served.origin, '/api/dataset.csv', asked);
      assert.equal(packed.headers['content-encoding'], form);
      assert.ok(packed.body.length < body.length / 3);
      assert.ok(unpack(packed.body).equals(body), accepted);
      const head = await rawRequest(served.origin, '/api/dataset.csv', asked, 'HEAD');
      assert.equal(head.headers['etag'], packed.headers['etag']);
      assert.equal(head.headers['content-length'], packed.headers['content-length']);
    }
  });

  it('are read by many at once', async () => {
    const { body } = await wholeOf('/api/dataset.csv');
    const parts = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        part('/api/dataset.csv', `bytes=${index * 1000}-${index * 1000 + 999}`),
      ),
    );
    assert.ok(Buffer.concat(parts.map((one) => one.body)).equals(body.subarray(0, 100_000)));
  });

  it('let curl go on with a download that broke off', {
    skip: spawnSync('curl', ['--version']).status !== 0 && 'there is no curl',
  }, async (t) => {
    const { body } = await wholeOf('/api/signals.csv');
    const path = join(await temporaryFolder(t), 'signals.csv');
    await writeFile(path, body.subarray(0, 1234));
    const url = `${served.origin}/api/signals.csv`;
    await promisify(execFile)('curl', ['-sf', '-C', '-', '-o', path, url]);
    assert.ok((await readFile(path)).equals(body));
  });

  it('are not given of what is computed', async () => {
    const { status, headers } = await part('/api/signal?company=langfuse', 'bytes=0-9');
    assert.equal(status, 200);
    assert.equal(headers['accept-ranges'], undefined);
  });
});

describe('a range', () => {
  it('is what JavaScript cuts out of the same places', () => {
    const place = fc.nat({ max: 60 });
    const body = Array.from({ length: 40 }, (_, index) => index);
    fc.assert(
      fc.property(place, fc.option(place), (first, last) => {
        const range = byteRange(`bytes=${first}-${last ?? ''}`, body.length);
        const expected = body.slice(first, last === null ? undefined : last + 1);
        if (range === undefined) assert.ok(last !== null && last < first);
        else if (range === 'unsatisfiable') assert.deepEqual(expected, []);
        else assert.deepEqual(body.slice(range.start, range.end + 1), expected);
      }),
      { seed: 20260731 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (length) => {
        const range = byteRange(`bytes=-${length}`, body.length);
        assert.ok(typeof range === 'object');
        assert.deepEqual(body.slice(range.start, range.end + 1), body.slice(-length));
      }),
      { seed: 20260731 },
    );
  });

  it('of an empty file is the whole of it', () => {
    for (const header of ['bytes=0-', 'bytes=-5', 'bytes=0-0'])
      assert.equal(byteRange(header, 0), undefined);
  });
});
