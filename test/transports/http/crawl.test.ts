/**
 * Every operation at each of its addresses, driven by its definition: what it answers, how that may be
 * kept, what it refuses, and that all of it is as the OpenAPI document says. `SEED` and `FUZZ_TIMES` change
 * the requests that are made up.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import {
  type RestOperation,
  refusesUnknown,
  restOperations,
} from '../../../src/api/operation/operation.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { type RawAnswer, rawHead, rawRequest } from '../../support/raw-request.ts';
import { type Served, serveExample, serveShipped } from '../../support/service.ts';
import {
  type Described,
  type DescribedOperation,
  describedService,
  type Parameter,
} from './described.ts';
import { address, examplesOf, type Values } from './examples.ts';

const all = await loadOperations();
const operations = restOperations(all);
const isLive = (operation: RestOperation) => 'run' in operation && operation.isLive === true;
const takes = ({ rest }: RestOperation, method: 'GET' | 'POST') =>
  (rest.methods ?? ['GET']).includes(method);
/** Without operations that cost money or need a key: test/payments and test/features/cohort test those. */
const free = operations.filter(({ tag, needs }) => tag !== 'Paid' && needs === undefined);

let served: Served;
let described: Described;
before(async () => {
  served = await serveExample(true, { limits: { redisUrl: undefined }, trustedProxies: 1 });
  described = await describedService(served.origin);
  // The lifetime of a scout's badge depends on whether their stars were read before.
  await ask('/api/receipts/octocat');
});
after(() => served.service.close());

let asked = 0;
/** Each request is another client's, so that no limit is reached. */
function ask(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string | Uint8Array,
): Promise<RawAnswer> {
  const client = `10.${(++asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`;
  return rawRequest(served.origin, path, { 'x-forwarded-for': client, ...headers }, method, body);
}
const JSON_TYPE = { 'content-type': 'application/json' };
const post = (path: string, body: string, headers = JSON_TYPE) => ask(path, headers, 'POST', body);

/** The body, if the document describes the answer and it is JSON. */
function check(route: DescribedOperation, { status, headers, body }: RawAnswer) {
  const type = { 'content-type': headers['content-type'] ?? '' };
  return described.check(route, new Response(body.toString(), { status, headers: type }));
}

const withQuery = (path: string, query: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${query}`;

const CACHING = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';
/** Deviations from the hour (docs/specification.md, 8.9). */
const OTHER_CACHING: Readonly<Record<string, string>> = {
  get_status: 'public, max-age=60, s-maxage=60',
  get_scout_badge: 'public, max-age=300, s-maxage=300',
  get_scout_receipts: 'no-store',
  predict_scout: 'no-store',
};
const UNPACK = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync };
const LONG_AGO = 'Thu, 01 Jan 2004 00:00:00 GMT';
/** Values that provoke errors which no invalid input causes. */
const PROVOKED: Readonly<Record<string, Values>> = {
  'upstream-unavailable': { username: 'exhausted' },
  'not-a-user': { username: 'an-organization' },
};

/** One address of an operation with one example. */
type Example = { operation: RestOperation; route: DescribedOperation; path: string; input: Values };
type Law = (example: Example) => Promise<void>;

const READING: Readonly<Record<string, Law>> = {
  'answers as the document says, with a validator and the rules of caching': async (example) => {
    const { operation, route, path, input } = example;
    const { name, rest, limit } = operation;
    const answer = await ask(path);
    const { headers } = answer;
    assert.equal(answer.status, 200, path);
    await check(route, answer);
    assert.equal(headers['content-type']?.split(';')[0], rest.media?.of(input).type ?? rest.type);
    assert.match(headers.etag ?? '', /^"[0-9a-f]{32}"$/);
    assert.ok(Date.parse(headers['last-modified'] ?? '') <= Date.now());
    assert.equal(headers['cache-control'], OTHER_CACHING[name] ?? CACHING);
    assert.match(headers.vary ?? '', /accept-encoding/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['access-control-allow-origin'], '*');
    const isShared = headers['cache-control']?.startsWith('public') === true;
    assert.equal(headers['ratelimit-policy'] !== undefined, limit !== undefined, path);
    // A shared cache gives the answer to others as well.
    assert.equal(headers['ratelimit'] !== undefined, limit !== undefined && !isShared, path);
  },

  'answers HEAD as GET, without the body': async ({ operation, path }) => {
    const [full, bare] = [await ask(path), await ask(path, {}, 'HEAD')];
    const { 'last-modified': modified, date: _, ...head } = bare.headers;
    const { 'last-modified': same, date: __, ...headers } = full.headers;
    delete head['ratelimit'];
    delete headers['ratelimit'];
    assert.deepEqual([bare.status, bare.body.length, head], [200, 0, headers], path);
    if (!isLive(operation)) assert.equal(modified, same);
  },

  'comes in every coding with the same bytes in it': async ({ operation, path }) => {
    const plain = await ask(path);
    for (const [coding, unpack] of Object.entries(UNPACK)) {
      const packed = await ask(path, { 'accept-encoding': coding });
      assert.equal(Number(packed.headers['content-length']), packed.body.length, path);
      const used = packed.headers['content-encoding'];
      if (used === undefined) {
        // Too small to gain by it, or packed by its own format.
        const isSmall = plain.body.length < 512 || /parquet/.test(operation.rest.type);
        assert.ok(isSmall, path);
        continue;
      }
      assert.equal(used, coding, path);
      assert.ok(unpack(packed.body).equals(plain.body), `${path} ${coding}`);
      assert.notEqual(packed.headers.etag, plain.headers.etag, path);
    }
  },

  'gives 304 to a client that has it': async ({ operation, route, path }) => {
    const { headers } = await ask(path, { 'accept-encoding': 'br' });
    const { etag = '', 'last-modified': modified = '' } = headers;
    const conditions: [headers: Record<string, string>, isFresh: boolean][] = [
      [{ 'if-none-match': `"a,b", W/${etag}` }, true],
      [{ 'if-none-match': etag, 'if-modified-since': LONG_AGO }, true],
      [{ 'if-none-match': '"0"', 'if-modified-since': new Date().toUTCString() }, false],
      [{ 'if-modified-since': modified }, !isLive(operation)],
      [{ 'if-modified-since': LONG_AGO }, false],
    ];
    for (const [condition, isFresh] of conditions) {
      if (!isFresh && isLive(operation)) continue;
      const again = await ask(path, { 'accept-encoding': 'br', ...condition });
      assert.equal(again.status, isFresh ? 304 : 200, `${path} ${JSON.stringify(condition)}`);
      if (!isFresh) continue;
      assert.ok(route.responses['304']);
      assert.equal(again.body.length, 0);
      for (const name of ['etag', 'cache-control', 'vary'])
        assert.equal(again.headers[name], headers[name], name);
    }
  },

  'has the same body at its mirror, which names it as canonical': async (example) => {
    const { operation, route, input } = example;
    const own = await ask(address(operation.rest.path, input));
    const here = await ask(example.path);
    const link = `<http://signals.example.org${operation.rest.path}>; rel="canonical"`;
    const isMirror = route.path !== operation.rest.path;
    assert.equal(here.headers.link, isMirror ? link : undefined, example.path);
    assert.ok(here.body.equals(own.body), example.path);
  },

  'refuses what it does not take where it computes, and else passes over it': async (example) => {
    const { operation, route, path } = example;
    const marks = [withQuery(path, 'utm_source=x&v=2&_=1'), withQuery(path, 'utm_source=%ff')];
    if (refusesUnknown(operation)) {
      const [marked, notUtf8] = [await refusal(route, marks[0]), await refusal(route, marks[1])];
      assert.deepEqual(
        marked.errors?.map((fault) => fault.path),
        ['utm_source', 'v', '_'],
      );
      assert.deepEqual([notUtf8.status, notUtf8.code], [400, 'malformed-request']);
    } else {
      const { body } = await ask(path);
      for (const marked of marks)
        if (!isLive(operation)) assert.ok((await ask(marked)).body.equals(body), marked);
      if ('file' in operation)
        assert.equal((await refusal(route, withQuery(path, 'period=now'))).status, 400);
    }
  },

  'refuses other methods, with those that there are': async ({ path }) => {
    const { status, headers } = await ask(path, {}, 'DELETE');
    assert.deepEqual([status, headers.allow?.startsWith('GET, HEAD')], [405, true], path);
  },
};

/** A problem, which the document's schema has checked. */
type Refused = { status: number; code: string; errors?: { path: string; message: string }[] };
/** The problem that an address is refused with, which the document describes. */
async function refusal(route: DescribedOperation, path = ''): Promise<Refused> {
  return (await check(route, await ask(path))) as unknown as Refused;
}

for (const operation of free) {
  const { name, errors = [] } = operation;
  const addresses = (method: 'GET' | 'POST') =>
    described.at(operation).filter((route) => route.method === method);

  describe(name, () => {
    if (takes(operation, 'GET'))
      for (const [law, holds] of Object.entries(READING))
        it(law, async () => {
          for (const route of addresses('GET'))
            for (const input of examplesOf(operation))
              await holds({ operation, route, path: address(route.path, input), input });
        });

    it('gives every error that the document names', async () => {
      const [example = {}] = examplesOf(operation);
      for (const { status, code, example: wrong = PROVOKED[code] } of errors) {
        // A store that is away: test/features/cohort/api.test.ts.
        if (code === 'store-unavailable') continue;
        assert.ok(wrong, `nothing provokes ${code}`);
        for (const route of described.at(operation)) {
          const values: Values = { ...example, ...wrong };
          const answer: RawAnswer = await (route.method === 'GET'
            ? ask(address(route.path, values))
            : post(route.path, JSON.stringify(values)));
          const problem = (await check(route, answer)) as unknown as Refused;
          assert.deepEqual([answer.status, problem.code], [status, code], route.path);
        }
      }
    });

    if (takes(operation, 'POST'))
      it('answers what is posted as the document says', async () => {
        const [example] = examplesOf(operation);
        const long = JSON.stringify({ company: 'x'.repeat(1_000_000) });
        const sent: [body: string, status: number, type?: string][] = [
          ...examplesOf(operation).map((each): [string, number] => [JSON.stringify(each), 200]),
          ['[]', 400],
          ['{"company": "acorn"', 400],
          [JSON.stringify({ ...example, unknown: 1 }), 400],
          ['company=acorn', 415, 'text/plain'],
          [long, 413],
        ];
        for (const route of addresses('POST'))
          for (const [body, status, type = 'application/json'] of sent) {
            const answer = await post(route.path, body, { 'content-type': type });
            await check(route, answer);
            assert.equal(answer.status, status, body.slice(0, 40));
          }
        const again = await post(operation.rest.path, JSON.stringify(example), {
          ...JSON_TYPE,
          ...{ 'if-none-match': '*' },
        });
        assert.deepEqual([again.status, again.headers['cache-control']], [200, 'no-store']);
      });
  });
}

describe('every operation', () => {
  it('that is limited is refused with 429 once its bucket is empty', async (t) => {
    const tight = all.map((operation) =>
      operation.limit ? { ...operation, limit: { perMinute: 1, burst: 1 } } : operation,
    );
    const change = { operations: tight, limits: { redisUrl: undefined } };
    const { service, origin } = await serveExample(true, change);
    t.after(() => service.close());
    for (const operation of free.filter(({ limit }) => limit !== undefined))
      for (const route of described.at(operation)) {
        if (route.method !== 'GET') continue;
        const url = address(route.path, examplesOf(operation)[0] ?? {});
        await rawRequest(origin, url);
        const refused = await rawRequest(origin, url);
        assert.equal(refused.status, 429, url);
        assert.ok(Number(refused.headers['retry-after']) >= 1, url);
        await check(route, refused);
      }
  });

  it('that is paid for or needs a key says so, as the document does', async () => {
    for (const operation of operations.filter((each) => !free.includes(each)))
      for (const route of described.at(operation)) {
        const body = JSON.stringify(operation.examples[0]);
        const answer = await (route.method === 'GET' ? ask(route.path) : post(route.path, body));
        assert.ok([401, 503].includes(answer.status), `${answer.status} ${route.path}`);
        await check(route, answer);
      }
  });

  it('answers its examples from the shipped data', async (t) => {
    const shipped = await serveShipped();
    t.after(() => shipped.service.close());
    for (const operation of free)
      for (const input of takes(operation, 'GET') ? operation.examples : []) {
        const path = address(operation.rest.path, input);
        assert.equal((await rawHead(shipped.origin, path)).status, 200, path);
      }
  });
});

const SEED = Number(process.env['SEED'] ?? 20_261_121);
const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1);
/** Node refuses the head of a request above 16 KiB with 431, before it reaches an operation. */
const MAX_ADDRESS = 15_000;

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom(
    ...['', ' ', '\t', '\0', '..', '../../etc/passwd', '..%2f', '%00', '%ff', '=1+1', '-1', '1e9'],
    ...['<script>alert(1)</script>', "'; DROP TABLE startups; --", '__proto__', 'constructor'],
    ...['null', 'NaN', '99999999999999999999', '\u202Eevil', '🦄'.repeat(20), 'x'.repeat(1000)],
  ),
);

/** Values at, below and above the bounds of a parameter, and others. */
function valuesFor({ schema, example }: Parameter): fc.Arbitrary<string> {
  const bounds = (...names: string[]) =>
    names.map((name) => schema[name]).filter((bound) => typeof bound === 'number');
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  const near = [-1, 0, 1];
  const known = [
    ...(example === undefined ? [] : [String(example)]),
    ...choices,
    ...bounds('minLength', 'maxLength').flatMap((length) =>
      near.map((more) => 'a'.repeat(Math.max(0, length + more))),
    ),
    ...bounds('minimum', 'maximum').flatMap((bound) =>
      [...near, 0.5].map((more) => String(bound + more)),
    ),
    ...['acorn', '2025-w20'],
  ];
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, anyText);
}

/** Lone surrogates have no encoding; what a client sends instead is the replacement character. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** A parameter in a query: once, twice, as a list, as an object, without a value. */
const written = (parameter: Parameter): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('=', '=', '=', '=', '==', '[]=', '[a][b][c]=', '', undefined),
      valuesFor(parameter),
    )
    .map(([form, value]) => {
      const { name } = parameter;
      if (form === undefined) return '';
      if (form === '') return name;
      const once = `${name}${form === '==' ? '=' : form}${encoded(value)}`;
      return form === '==' ? `${once}&${once}` : once;
    });

function requestTo({ path, parameters = [] }: DescribedOperation): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const stray = fc.constantFrom('', '', '', 'utm_source=x', '__proto__=1', 'a[b]=c');
  return fc
    .tuple(fc.tuple(...inPath.map(valuesFor)), fc.tuple(...inQuery.map(written), stray))
    .map(([segments, queries]) => {
      const filled = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encoded(segments[index] ?? '')),
        path,
      );
      const query = queries.filter((part) => part !== '').join('&');
      return query === '' ? filled : `${filled}?${query}`;
    })
    .filter((text) => text.length <= MAX_ADDRESS);
}

/** An empty or dotted segment, or one that is too long, leads to another address or to none. */
const ELSEWHERE = new Set([301, 302, 308, 404, 405, 414]);

describe('a request that is made up', () => {
  it('to read is answered as the document says', async () => {
    const reads = described.operations.filter(({ method }) => method === 'GET');
    const requests = fc
      .constantFrom(...reads)
      .chain((route) => requestTo(route).map((path) => ({ route, path })));
    await fc.assert(
      fc.asyncProperty(requests, async ({ route, path }) => {
        const answer = await ask(path);
        const isNamed = route.responses[String(answer.status)] !== undefined;
        if (!isNamed && route.path.includes('{') && ELSEWHERE.has(answer.status)) return;
        await check(route, answer);
      }),
      { seed: SEED, numRuns: 600 * TIMES },
    );
  });

  it('with any bytes in its path and query has no fault of the service', async () => {
    const paths = described.operations.map(({ path }) => path.replace(/\{\w+\}/g, 'x'));
    const byte = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const tails = ['/%', '?q=%', '?q=%zz', '?q=%ff%fe', '/..%2f', '/%2e%2e/', '?&&&=', '?q=%00'];
    const tail = fc.oneof(
      fc.constantFrom(...tails, '//', '/%c0%ae', '?company[__proto__]=x', '/\\..\\..'),
      fc.array(byte, { maxLength: 40 }).map((bytes) => bytes.join('')),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths, '/editions/all'), tail, async (path, more) => {
        const { status, body } = await ask(path + more);
        // Payment is not configured here, and paid operations say so.
        const isOff = status === 503 && body.includes('payment-not-configured');
        assert.ok((status >= 200 && status < 500) || isOff, `${status} for ${path}${more}`);
      }),
      { seed: SEED, numRuns: 300 * TIMES },
    );
  });

  it('with any body is answered as the document says', async () => {
    const posts = described.operations.filter(({ method }) => method === 'POST');
    const names = fc.constantFrom('company', 'q', 'name', 'subject', '__proto__', 'constructor');
    const members = fc.dictionary(names, fc.oneof(anyText, fc.integer(), fc.constant(null)));
    const body = fc.oneof(
      fc.json({ maxDepth: 4 }),
      members.map((value) => JSON.stringify(value)),
      anyText.map((text) => text.toWellFormed()),
      fc.constantFrom(10, 1000, 20_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    );
    const type = fc.constantFrom(
      ...['application/json', 'application/json; charset=utf-8', 'text/plain', 'nonsense'],
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), body, type, async (route, text, contentType) => {
        await check(route, await post(route.path, text, { 'content-type': contentType }));
      }),
      { seed: SEED, numRuns: 300 * TIMES },
    );
  });
});
