/** Caching of everything that operations answer, on the shipped data: no operation is left out. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import {
  type RestOperation,
  restOperations,
  routesOf,
} from '../../../src/api/operation/operation.ts';
import { rawHead, rawRequest } from '../../support/raw-request.ts';
import { type Served, serveExample, serveShipped } from '../../support/service.ts';

let served: Served;
/** A small publication, for the files of all periods. */
let small: Served;
before(async () => {
  served = await serveShipped();
  small = await serveExample();
  // How long a scout's badge is kept depends on whether their stars were read before.
  assert.equal((await get('/api/receipts/octocat')).status, 200);
});
after(async () => {
  await served.service.close();
  await small.service.close();
});

const originOf = (path: string) => (/\/dataset\.\w+$/.test(path) ? small : served).origin;
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(originOf(path), path, headers, method);
const head = (path: string, headers: Record<string, string> = {}) =>
  rawHead(originOf(path), path, headers);

/** What needs a key belongs to who has it, and is never cached: test/payments, test/features/cohort. */
const readable = restOperations(await loadOperations()).filter(
  ({ rest, tag, needs }) =>
    (rest.methods ?? ['GET']).includes('GET') && tag !== 'Paid' && needs === undefined,
);
const isLive = (operation: RestOperation) => 'run' in operation && operation.isLive === true;

/** The address of an operation, or of its mirror, with this input. */
function address(route: string, input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  let path = route;
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const inPath = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (inPath === path) query.set(name, String(value));
    path = inPath;
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

const CACHING = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';
/** Deviations from the hour (docs/specification.md, 8.9); of a badge with a score: badges.test.ts. */
const OTHER_CACHING: Readonly<Record<string, string>> = {
  get_status: 'public, max-age=60, s-maxage=60',
  get_scout_badge: 'public, max-age=300, s-maxage=300',
  get_scout_receipts: 'no-store',
  get_receipt_image: 'no-store',
  predict_scout: 'no-store',
};
/** Packing more takes seconds. */
const LARGE_BYTES = 2_000_000;
const UNPACK = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
/** What HEAD says as GET does. */
const SAME = [
  'accept-ranges',
  'access-control-allow-origin',
  'cache-control',
  'content-length',
  'content-type',
  'etag',
  'last-modified',
  'link',
  'vary',
];

for (const operation of readable) {
  const { name, rest, examples } = operation;
  const [, ...twins] = routesOf(operation);
  const paths = examples.map((input) => address(rest.path, input));

  describe(`${name}, ${rest.path}`, () => {
    it('answers its examples with a type and a strong validator', async () => {
      for (const [index, path] of paths.entries()) {
        const { status, headers } = await head(path);
        assert.equal(status, 200, path);
        const type = rest.media?.of(examples[index] ?? {}).type ?? rest.type;
        assert.equal(headers['content-type']?.split(';')[0], type, path);
        assert.match(headers['etag'] ?? '', /^"[0-9a-f]{32}"$/, path);
        assert.ok(Date.parse(headers['last-modified'] ?? '') <= Date.now(), path);
        assert.equal(headers['cache-control'], OTHER_CACHING[name] ?? CACHING, path);
        assert.match(headers['vary'] ?? '', /accept-encoding/, path);
        assert.equal(headers['x-content-type-options'], 'nosniff', path);
      }
    });

    it('answers HEAD as GET, without the body', async () => {
      for (const path of paths) {
        const [full, bare] = [await head(path), await get(path, {}, 'HEAD')];
        assert.equal(bare.status, 200, path);
        assert.equal(bare.body.length, 0, path);
        const same = isLive(operation) ? SAME.filter((one) => one !== 'last-modified') : SAME;
        for (const header of same)
          assert.equal(bare.headers[header], full.headers[header], `${path} ${header}`);
      }
    });

    it('comes in every coding with the same bytes in it', async () => {
      for (const [index, path] of paths.entries()) {
        const plain = await get(path);
        const codings = Object.entries(UNPACK);
        // Of large files, each in another one.
        const turn = (index + name.length) % codings.length;
        const tried = plain.body.length > LARGE_BYTES ? codings.slice(turn, turn + 1) : codings;
        for (const [coding, unpack] of tried) {
          const packed = await get(path, { 'accept-encoding': coding });
          assert.equal(packed.status, 200, path);
          assert.equal(Number(packed.headers['content-length']), packed.body.length, path);
          const used = packed.headers['content-encoding'];
          if (used === undefined) {
            // Too small to gain by it, or packed by its own format.
            assert.ok(plain.body.length < 512 || /parquet/.test(rest.type), path);
            continue;
          }
          assert.equal(used, coding, path);
          assert.ok(unpack(packed.body).equals(plain.body), `${path} ${coding}`);
          assert.notEqual(packed.headers['etag'], plain.headers['etag'], path);
        }
      }
    });

    it('gives 304 to a client that has it', async () => {
      for (const path of paths)
        for (const coding of ['identity', 'br']) {
          const accepted = { 'accept-encoding': coding };
          const { headers } = await head(path, accepted);
          const etag = headers['etag'] ?? '';
          const conditions: Record<string, string>[] = [
            { 'if-none-match': etag },
            { 'if-none-match': `W/${etag}` },
            { 'if-none-match': `"a,b", "c" ,${etag}` },
            { 'if-none-match': '*' },
            { 'if-none-match': etag, 'if-modified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' },
          ];
          if (!isLive(operation))
            conditions.push({ 'if-modified-since': headers['last-modified'] ?? '' });
          for (const condition of conditions) {
            const fresh = await get(path, { ...accepted, ...condition });
            assert.equal(fresh.status, 304, `${path} ${JSON.stringify(condition)}`);
            assert.equal(fresh.body.length, 0);
            assert.equal(fresh.headers['etag'], etag);
            assert.equal(fresh.headers['cache-control'], headers['cache-control']);
            assert.match(fresh.headers['vary'] ?? '', /accept-encoding/);
          }
          for (const stale of [
            {
              'if-none-match': `"${'0'.repeat(32)}"`,
              'if-modified-since': new Date().toUTCString(),
            },
            { 'if-modified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' },
            { 'if-modified-since': 'yesterday' },
          ])
            assert.equal((await head(path, { ...accepted, ...stale })).status, 200, path);
        }
    });

    for (const twin of twins)
      it(`has the same body at ${twin}, byte for byte`, async () => {
        for (const input of examples) {
          const path = address(rest.path, input);
          const [own, mirror] = [await get(path), await get(address(twin, input))];
          assert.ok(mirror.body.equals(own.body), path);
          assert.equal(mirror.headers['etag'], own.headers['etag'], path);
          assert.match(String(mirror.headers['link']), /rel="canonical"/, path);
        }
      });
  });
}
