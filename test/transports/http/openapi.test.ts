import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import {
  type Operation,
  refusesUnknown,
  restOperations,
  routesOf,
} from '../../../src/api/operation/operation.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';
import { type Described, type DescribedOperation, describedService } from './described.ts';

let served: ServedExample;
let described: Described;
let operations: Operation[];
before(async () => {
  served = await serveExample();
  described = await describedService(served.origin);
  operations = await loadOperations();
});
after(() => served.service.close());

type Schema = Record<string, unknown>;

/** The schema and all that it consists of. */
function partsOf(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, additionalProperties, propertyNames, ...more } = schema as Schema;
  const choices = [more['anyOf'], more['oneOf'], more['allOf'], more['prefixItems']];
  const parts = [...Object.values(Object(properties)), items, additionalProperties, propertyNames];
  return [schema as Schema, ...[...parts, ...choices.flat()].flatMap(partsOf)];
}

/** All schemas that stand somewhere in a part of the document. */
function schemasBelow(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'schema' ? partsOf(member) : schemasBelow(member),
  );
}

describe('the OpenAPI document', () => {
  it('is 3.1, version 1.4.0 of the descriptor, and the same under /api/v1/', async () => {
    const { document } = described;
    assert.match(document.openapi, /^3\.1\./);
    assert.equal(document.info.version, '1.4.0');
    assert.deepEqual(await (await fetch(`${served.origin}/api/v1/openapi.json`)).json(), document);
  });

  it('lists every operation and its mirror, and nothing else', () => {
    const paths = [...new Set(restOperations(operations).flatMap(routesOf))];
    assert.deepEqual(Object.keys(described.document.paths).sort(), paths.sort());
    const ids = described.operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says when it was revised and whom to ask, without making anybody up', async (t) => {
    const info: Record<string, unknown> = described.document.info;
    assert.equal(info['x-revision-date'], '2026-05-08');
    assert.deepEqual(info['contact'], { name: 'Bellwether', url: served.options.baseUrl });
    const operator = { name: 'Example Observatory', email: 'contact@example.org' };
    const named = await serveExample(true, { operator });
    t.after(() => named.service.close());
    const { document } = await describedService(named.origin);
    assert.deepEqual({ ...document.info }.contact, { ...operator, url: served.options.baseUrl });
  });

  it('describes every operation, in more words than its summary', () => {
    for (const { summary, description = '', path } of described.operations) {
      assert.ok(description.length > 30, path);
      assert.notEqual(description, summary, path);
    }
  });

  it('names the MCP tools, each at the address that does the same', () => {
    const tools = new Set(described.operations.flatMap((each) => each['x-mcp-tool'] ?? []));
    const { tools: listed } = described.document['x-mcp-server'];
    assert.equal(tools.size, 9);
    assert.deepEqual([...tools].sort(), listed.toSorted());
  });

  it('states a type in every part of every schema, since generators guess where there is none', () => {
    const { paths, components } = described.document;
    const schemas = [...schemasBelow(paths), ...Object.values(components.schemas).flatMap(partsOf)];
    assert.ok(schemas.length > 1_000);
    const untyped = schemas.filter(
      (schema) =>
        Object.keys(schema).length > 0 &&
        !['$ref', 'type', 'anyOf', 'oneOf'].some((keyword) => keyword in schema),
    );
    assert.deepEqual(untyped, []);
    assert.ok(
      schemas.some(({ allOf }) => allOf !== undefined),
      'some have parts',
    );
  });

  it('states types, choices and the members of problems', () => {
    const parquet = described.find('/api/dataset.parquet').responses['200']?.content;
    assert.deepEqual(Object.keys(parquet ?? {}), ['application/vnd.apache.parquet']);
    const format = described
      .find('/api/cite/{format}/{slug}')
      .parameters?.find(({ name }) => name === 'format');
    assert.deepEqual(format?.schema.enum, [
      'bibtex',
      'ris',
      'apa',
      'mla',
      'chicago',
      'wikipedia',
      'csl-json',
    ]);
    const { properties } = described.document.components.schemas['Problem'] as {
      properties: object;
    };
    for (const member of ['found', 'notes', 'nearMisses', 'available', 'retryAfter', 'balance'])
      assert.ok(member in properties, member);
  });

  it('names limits and MCP tools where they are', () => {
    const signal = described.find('/api/signal');
    assert.deepEqual(signal['x-rate-limit'], { perMinute: 30, burst: 60, scope: 'ip' });
    assert.equal(signal['x-mcp-tool'], 'get_startup_signal');
    assert.equal(described.find('/api/signals.json')['x-mcp-tool'], 'get_signals_summary');
    const receipts = described.find('/api/receipts/{username}');
    assert.deepEqual(receipts['x-rate-limit'], { perMinute: 10, burst: 20, scope: 'ip' });
    assert.equal(described.find('/api/signals.csv')['x-rate-limit'], undefined);
  });
});

/** What stands in the example publication for what the examples name of the shipped data. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  langfuse: 'acorn',
  'ai-agents': 'databases',
  'Data Engineering': 'databases',
  'langfuse,posthog': 'acorn,birch',
};

/** What provokes the errors that no input of their own stands for. */
const PROVOKED: Readonly<Record<string, Record<string, unknown>>> = {
  'upstream-unavailable': { username: 'exhausted' },
  'not-a-user': { username: 'an-organization' },
};

/** A store that is away, in test/features/cohort/api.test.ts. */
const OF_STORE: ReadonlySet<string> = new Set(['store-unavailable']);

/**
 * What is paid for is asked with keys and payments, in test/payments, and what members do with theirs
 * in test/features/cohort.
 */
const freeOperations = () =>
  restOperations(operations).filter(({ tag, needs }) => tag !== 'Paid' && needs === undefined);

describe('every documented answer', () => {
  it('is given for the examples of every operation, and again as 304', async () => {
    for (const operation of freeOperations())
      for (const route of described.at(operation)) {
        if (route.method !== 'GET') continue;
        for (const example of examplesOf(operation)) {
          const response = await fetch(urlOf(route, example));
          assert.equal(response.status, 200, response.url);
          await described.check(route, response);
          if ('isLive' in operation) continue;
          const etag = response.headers.get('etag') ?? '';
          const again = await fetch(response.url, { headers: { 'if-none-match': etag } });
          assert.equal(again.status, 304, response.url);
          assert.ok(route.responses['304'], response.url);
        }
      }
  });

  it('is given for posted bodies, and refusals for what is no body', async () => {
    for (const operation of freeOperations())
      for (const route of described.at(operation)) {
        if (route.method !== 'POST') continue;
        const post = (body: string, type = 'application/json') =>
          fetch(urlOf(route, {}), { method: 'POST', headers: { 'content-type': type }, body });
        for (const example of examplesOf(operation))
          await expected(route, await post(JSON.stringify(example)), 200);
        await expected(route, await post('[]'), 400);
        await expected(route, await post('{"company": "acorn"', 'application/json'), 400);
        await expected(route, await post('company=acorn', 'text/plain'), 415);
        await expected(route, await post(JSON.stringify({ company: 'x'.repeat(1_000_000) })), 413);
      }
  });

  it('is given for every error, provoked', async () => {
    for (const operation of freeOperations())
      for (const route of described.at(operation)) {
        const [example = {}] = examplesOf(operation);
        const invalid = refusesUnknown(operation) ? { 'no-such': '1' } : { period: 'now' };
        if (route.method === 'GET' && (refusesUnknown(operation) || 'file' in operation))
          await expected(route, await fetch(urlOf(route, { ...example, ...invalid })), 400);
        for (const { status, code, example: wrong = PROVOKED[code] } of operation.errors ?? []) {
          if (OF_STORE.has(code)) continue;
          assert.ok(wrong, `${operation.name}: nothing provokes ${code}`);
          const input = { ...example, ...wrong };
          const response =
            route.method === 'GET'
              ? await fetch(urlOf(route, input))
              : await fetch(urlOf(route, {}), {
                  method: 'POST',
                  headers: { 'content-type': 'application/json' },
                  body: JSON.stringify(input),
                });
          const problem = await expected(route, response, status);
          assert.equal(problem?.['code'], code, response.url);
        }
      }
  });

  it('is 429 with Retry-After once the bucket is empty', async (t) => {
    // A bucket of its own for each, that is empty soon and stays so.
    const tight = operations.map((operation) =>
      operation.limit ? { ...operation, limit: { perMinute: 1, burst: 2 } } : operation,
    );
    const { service, origin } = await serveExample(true, {
      operations: tight,
      limits: { redisUrl: undefined },
    });
    t.after(() => service.close());
    const limited = restOperations(operations).filter(({ limit }) => limit !== undefined);
    assert.ok(limited.length >= 5);
    for (const operation of limited)
      for (const route of described.at(operation)) {
        if (route.method !== 'GET') continue;
        const [example = {}] = examplesOf(operation);
        const url = urlOf(route, example).replace(served.origin, origin);
        for (let asked = 0; asked < 2; asked++) await (await fetch(url)).arrayBuffer();
        const response = await fetch(url);
        assert.equal(response.status, 429, url);
        assert.ok(Number(response.headers.get('retry-after')) >= 1, url);
        await described.check(route, response);
      }
  });
});

function examplesOf({ examples }: Operation): Record<string, unknown>[] {
  return examples
    .filter((example) => !('period' in example))
    .map((example) =>
      Object.fromEntries(
        Object.entries(example).map(([name, value]) => [name, STANDS_FOR[String(value)] ?? value]),
      ),
    );
}

function urlOf({ path }: DescribedOperation, input: Record<string, unknown>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(input))
    if (path.includes(`{${name}}`))
      filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    else query.set(name, String(value));
  // What stands in the path of the example stays where nothing else is given.
  return `${served.origin}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

async function expected(
  route: DescribedOperation,
  response: Response,
  status: number,
): Promise<Record<string, unknown> | undefined> {
  assert.equal(response.status, status, `${route.method} ${response.url}`);
  return described.check(route, response);
}

describe('the server', () => {
  it('reads a HEAD as a GET without its body, on every address', async () => {
    for (const { path } of restOperations(operations).map(({ rest }) => rest)) {
      if (path.includes('{')) continue;
      const { hostname, port } = new URL(served.origin);
      const bytes = await new Promise<number>((resolve, reject) => {
        request({ hostname, port, path, method: 'HEAD' }, (response) => {
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
          });
          response.on('end', () => resolve(size));
        })
          .on('error', reject)
          .end();
      });
      assert.equal(bytes, 0, path);
    }
  });
});
