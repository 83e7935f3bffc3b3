/**
 * Thousands of requests made from the OpenAPI document, most of them wrong: whatever is asked, the
 * service answers with what it documents, and never with a fault of its own. The seed is fixed, unless
 * `SEED` is set; `FUZZ_TIMES=50` makes a hundred thousand requests, and says how they were answered.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../support/any-character.ts';
import { type ServedExample, sendRaw, serveExample } from '../../support/service.ts';
import {
  type Described,
  type DescribedOperation,
  describedService,
  type Parameter,
} from './described.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_121);
/** How many times the usual number of requests. */
const TIMES = Number(process.env['FUZZ_TIMES'] ?? 1);
const REQUESTS = 1_000 * TIMES;
const RAW_REQUESTS = 400 * TIMES;
const BODIES = 400 * TIMES;
const MESSAGES = 200 * TIMES;

const statuses = new Map<number, number>();
const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

let served: ServedExample;
let described: Described;
before(async () => {
  served = await serveExample();
  described = await describedService(served.origin);
});
after(async () => {
  await served.service.close();
  if (TIMES === 1) return;
  const lines = [...statuses].sort(([a], [b]) => a - b).map((each) => each.join(': '));
  process.stderr.write(`answers by status: ${lines.join(', ')}\n`);
});

const anyText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '\t',
    '\0',
    '..',
    '../../etc/passwd',
    '..%2f..%2f',
    '%00',
    '%ff',
    '=1+1',
    '<script>alert(1)</script>',
    "'; DROP TABLE startups; --",
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-1',
    '1e9',
    '99999999999999999999',
    '\u202Eevil',
    '🦄'.repeat(20),
    'x'.repeat(1000),
  ),
);

/** Values at, below and above the bounds of a parameter, and such that are none. */
function valuesFor({ schema, example }: Parameter): fc.Arbitrary<string> {
  const { minLength, maxLength, minimum, maximum } = schema;
  const lengths = [minLength, maxLength].filter((bound) => typeof bound === 'number');
  const numbers = [minimum, maximum].filter((bound) => typeof bound === 'number');
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  const known = [
    ...(example === undefined ? [] : [String(example)]),
    ...choices,
    ...lengths.flatMap((length) =>
      [length - 1, length, length + 1].map((size) => 'a'.repeat(Math.max(0, size))),
    ),
    ...numbers.flatMap((bound) => [bound - 1, bound, bound + 1, bound + 0.5].map(String)),
    'acorn',
    '2025-w20',
  ];
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, anyText);
}

/** How a value is written into a query: once, twice, as a list, as an object. */
const written = (name: string, values: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: values.map((value) => `${name}=${encoded(value)}`) },
    values.map((value) => `${name}=${encoded(value)}&${name}=${encoded(value)}`),
    values.map((value) => `${name}[]=${encoded(value)}`),
    values.map((value) => `${name}[a][b][c]=${encoded(value)}`),
    fc.constant(name),
    fc.constant(''),
  );

/** Lone surrogates have no encoding; what a client sends instead is the replacement character. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function requestTo({ path, parameters = [] }: DescribedOperation): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const stray = fc.constantFrom('', '', '', 'utm_source=x', '__proto__=1', 'a[b]=c');
  return fc
    .record({
      segments: fc.tuple(...inPath.map((parameter) => valuesFor(parameter))),
      queries: fc.tuple(
        ...inQuery.map((parameter) => written(parameter.name, valuesFor(parameter))),
      ),
      stray,
    })
    .map(({ segments, queries, stray: further }) => {
      const filled = inPath.reduce(
        (text, { name }, index) => text.replace(`{${name}}`, encoded(segments[index] ?? '')),
        path,
      );
      const query = [...queries, further].filter((part) => part !== '').join('&');
      return query === '' ? filled : `${filled}?${query}`;
    })
    .filter((address) => address.length <= MAX_ADDRESS);
}

/** Node refuses the head of a request above 16 KiB with 431, before it reaches an operation. */
const MAX_ADDRESS = 15_000;

/** Addresses that no longer name the operation: an empty or dotted segment, or one that is too long. */
const ELSEWHERE = new Set([301, 302, 404, 405, 414]);

async function answeredAsDocumented(operation: DescribedOperation, address: string): Promise<void> {
  const response = await fetch(served.origin + address, { redirect: 'manual' });
  count(response.status);
  assert.ok(
    response.status < 500 || operation.responses[String(response.status)],
    `${response.status} for ${address}`,
  );
  const isNamed = !operation.path.includes('{') || operation.responses[String(response.status)];
  if (!isNamed && ELSEWHERE.has(response.status)) {
    await response.body?.cancel();
    return;
  }
  await described.check(operation, response);
}

describe('whatever is read', () => {
  it('is answered as the document says', { timeout: 240_000 * TIMES }, async () => {
    const reads = described.operations.filter(({ method }) => method === 'GET');
    const asked = fc
      .constantFrom(...reads)
      .chain((operation) => requestTo(operation).map((address) => ({ operation, address })));
    await fc.assert(
      fc.asyncProperty(asked, ({ operation, address }) => answeredAsDocumented(operation, address)),
      {
        seed: SEED,
        numRuns: REQUESTS,
        interruptAfterTimeLimit: 200_000 * TIMES,
        markInterruptAsFailure: true,
      },
    );
  });

  it('may be no address at all, and is refused all the same', async () => {
    const paths = described.operations.map(({ path }) => path.replace(/\{\w+\}/g, 'x'));
    const byte = fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code));
    const raw = fc
      .record({
        path: fc.constantFrom(...paths),
        tail: fc.oneof(
          fc.constantFrom(
            '/%',
            '?q=%',
            '?q=%zz',
            '?q=%ff%fe',
            '/..%2f',
            '/%2e%2e/',
            '?&&&=',
            '?q=%00',
            '//',
            '/%c0%ae',
          ),
          fc.array(byte, { maxLength: 40 }).map((bytes) => bytes.join('')),
        ),
      })
      .map(({ path, tail }) => `${path}${tail}`);
    await fc.assert(
      fc.asyncProperty(raw, async (target) => {
        const answer = await sendRaw(
          served.port,
          `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
        );
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
        count(status);
        // What is paid for is not configured here, and says so.
        const isOff = status === 503 && answer.includes('payment-not-configured');
        const isRefused = status >= 200 && status < 500;
        assert.ok(isRefused || isOff, `${status} for ${JSON.stringify(target)}`);
      }),
      { seed: SEED, numRuns: RAW_REQUESTS },
    );
  });
});

describe('whatever is posted', () => {
  it('is answered as the document says', async () => {
    const posts = described.operations.filter(({ method }) => method === 'POST');
    assert.ok(posts.length > 0);
    const deep = fc.constantFrom(
      ...[10, 1000, 20_000].map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
    );
    const body = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc
        .dictionary(
          fc.constantFrom('company', 'q', 'name', '__proto__', 'constructor'),
          fc.oneof(anyText, fc.integer(), fc.constant(null)),
        )
        .map((value) => JSON.stringify(value)),
      anyText.map((text) => text.toWellFormed()),
      deep,
    );
    const type = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/xml',
      '',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...posts),
        body,
        type,
        async (operation, text, contentType) => {
          const response = await fetch(served.origin + operation.path, {
            method: 'POST',
            headers: contentType === '' ? {} : { 'content-type': contentType },
            body: text,
          });
          count(response.status);
          const isDocumented = operation.responses[String(response.status)] !== undefined;
          assert.ok(isDocumented, `${response.status} for ${text.slice(0, 200)}`);
          await described.check(operation, response);
        },
      ),
      { seed: SEED, numRuns: BODIES },
    );
  });

  it('as a message to MCP or A2A, is answered or refused', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const named = (name: string, of: fc.Arbitrary<unknown>) => fc.record({ [name]: of });
    const tools = described.operations.map(({ operationId }) => operationId);
    const run = fc.record({ operation: fc.constantFrom(...tools), input: value });
    const data = fc.oneof(value, run).map((each) => ({ data: each }));
    const message = fc.record({
      messageId: fc.constant('m1'),
      role: fc.constantFrom('user', 'ROLE_USER'),
      parts: fc.array(
        fc.oneof(
          data,
          anyText.map((text) => ({ text })),
        ),
      ),
    });
    const params = fc.oneof(
      value,
      fc.record({ name: fc.constantFrom(...tools), arguments: fc.oneof(value, fc.object()) }),
      fc.integer({ min: 0, max: 3_000 }).map((length) => ({ _meta: Array(length).fill({}) })),
      named('message', message),
      named('uri', anyText),
    );
    const sent = fc.record({
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), anyText),
      method: fc.constantFrom('initialize', 'tools/call', 'resources/read', 'SendMessage', 'x'),
      params,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/api/mcp/rpc', '/api/a2a'), sent, async (path, body) => {
        const response = await fetch(served.origin + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        count(response.status);
        const text = await response.text();
        assert.ok(response.status < 500, `${response.status} for ${JSON.stringify(body)}`);
        assert.doesNotMatch(text, /internal-error|-32603/, JSON.stringify(body));
      }),
      { seed: SEED, numRuns: MESSAGES },
    );
  });

  it('must be UTF-8', async () => {
    const response = await fetch(`${served.origin}/api/diligence.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    });
    assert.equal(response.status, 400);
  });
});
