/** docs/api.md says of every address what the code does, and of no other. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { loadOperations } from '../../src/api/operation/all-operations.ts';
import {
  type RestOperation,
  restOperations,
  routesOf,
  STANDARD_LIMIT,
} from '../../src/api/operation/operation.ts';
import { Startup } from '../../src/pipeline/edition/record.ts';
import { COLUMNS } from '../../src/pipeline/edition/record-table.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { shippedPublication } from '../../tools/shipped.ts';
import { type ServedExample, serveExample, serveShipped } from '../support/service.ts';
import { addressesIn, type Documented, type Row, readDocument } from './tables.ts';

const operations = restOperations(await loadOperations());
const pages = await loadPages();
const documented: Documented = await readDocument('api.md');

/** A path with its parts as the document's addresses have them. */
const pattern = (path: string) => path.replace(/\{names\}/, '{}-vs-{}').replace(/\{\w+\}/g, '{}');
const addressesOf = ({ cells }: Row) => addressesIn(cells['address']?.code ?? []);
/** In tables of their own, with methods and bodies. */
const isKeyed = ({ tag, needs }: RestOperation) => tag === 'Paid' || needs === 'member-key';
const methodsOf = ({ rest }: RestOperation) => rest.methods ?? ['GET'];
const at = (address: string) =>
  operations.filter((operation) => pattern(operation.rest.path) === address);
/** What is not in the path. */
function inputsOf({ rest, input }: RestOperation): string[] {
  return Object.keys(input.shape)
    .filter((name) => !rest.path.includes(`{${name}}`))
    .sort();
}

describe('docs/api.md', () => {
  it('has every address of every operation, but for mirrors, and every page', () => {
    const own = operations.flatMap(({ rest }) => [rest.path, ...(rest.aliases ?? [])]);
    const missing = [...own, ...pages.map(({ path }) => path)].filter(
      (path) => !documented.addresses.has(pattern(path)),
    );
    assert.deepEqual(missing, []);
  });

  it('names the files that have a mirror', () => {
    const [, list = ''] =
      /\n\n([^\n]*(?:\n[^\n]+)*?)\s+have a mirror under `\/api\/v1\/`/.exec(documented.text) ??
      assert.fail('no sentence on mirrors');
    const named = [...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const mirrored = operations.filter(({ rest }) => rest.mirror !== undefined);
    for (const { rest } of mirrored)
      assert.equal(rest.mirror, rest.path.replace('/api/', '/api/v1/'), rest.path);
    assert.deepEqual(
      named.sort(),
      mirrored.map(({ rest }) => rest.path.replace('/api/', '')).sort(),
    );
  });

  it('says which methods each address of what needs a key or a payment takes', () => {
    const rows = documented.rows.filter(({ cells }) => 'method' in cells);
    const said = rows.flatMap((row) =>
      addressesOf(row).map((address) => `${row.cells['method']?.code.join()} ${address}`),
    );
    const paid = operations.filter(isKeyed);
    const taken = paid.flatMap((operation) =>
      methodsOf(operation).map((method) => `${method} ${pattern(operation.rest.path)}`),
    );
    assert.ok(taken.length > 0);
    assert.deepEqual(said.sort(), taken.sort());
    for (const row of rows) {
      const fields = [...(row.cells['answer']?.text ?? '').matchAll(/"(\w+)":/g)].map(([, n]) => n);
      for (const operation of addressesOf(row).flatMap(at))
        if (methodsOf(operation).join() === row.cells['method']?.code.join())
          assert.deepEqual(fields, inputsOf(operation), operation.name);
    }
  });

  it('says which other addresses take POST', () => {
    const posted = operations.filter(
      (operation) => !isKeyed(operation) && methodsOf(operation).includes('POST'),
    );
    assert.deepEqual(
      [...documented.text.matchAll(/`([^`]+)` also takes `POST`/g)].map(([, address]) => address),
      posted.map(({ rest }) => rest.path),
    );
  });

  it('names what each address takes', () => {
    const said = new Map(
      documented.rows.flatMap((row) =>
        addressesOf(row).map((address) => [
          address,
          (row.cells['parameters']?.code ?? []).filter((code) => /^[a-z]\w*$/.test(code)).sort(),
        ]),
      ),
    );
    for (const operation of operations.filter((each) => !isKeyed(each))) {
      const { rest, name, aliases = {} } = operation;
      const named = said.get(pattern(rest.path)) ?? [];
      assert.deepEqual(
        named.filter((each) => !Object.hasOwn(aliases, each)),
        inputsOf(operation),
        name,
      );
    }
  });

  it('names every alias of an input', () => {
    const names = new Set([...documented.text.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    for (const { name, aliases = {} } of operations)
      for (const alias of Object.keys(aliases)) assert.ok(names.has(alias), `${alias} of ${name}`);
  });

  it('has the code of every error that an operation answers with', () => {
    const codes = new Set([...documented.text.matchAll(/`([a-z0-9-]+)`/g)].map(([, code]) => code));
    for (const { name, errors = [] } of operations)
      for (const { code } of errors) assert.ok(codes.has(code), `${code} of ${name}`);
  });

  it('has every limit', () => {
    const said = documented.rows
      .filter(({ cells }) => 'policy' in cells)
      .map(({ cells }) => [
        cells['policy']?.code[0],
        Number(cells['a minute']?.text),
        Number(cells['at once']?.text),
      ]);
    const own = operations.flatMap(({ name, limit }) =>
      limit && limit !== STANDARD_LIMIT ? [[name, limit.perMinute, limit.burst]] : [],
    );
    assert.ok(own.length > 0);
    const expected = [...own, ['default', STANDARD_LIMIT.perMinute, STANDARD_LIMIT.burst]];
    for (const limit of expected)
      assert.deepEqual(
        said.find(([n]) => n === limit[0]),
        limit,
      );
    for (const { name, keyLimit } of operations)
      if (keyLimit)
        assert.deepEqual(
          said.find(([policy]) => policy === 'key'),
          ['key', keyLimit.perMinute, keyLimit.burst],
          name,
        );
  });
});

/** The first column of the tables of a section, and the pieces of code in the second. */
function fieldsIn(section: string, heading: string): [field: string, code: string[]][] {
  return documented.rows
    .filter((row) => row.section === section && heading in row.cells)
    .flatMap(({ cells }) =>
      (cells[heading]?.code ?? []).map((field): [string, string[]] => [
        field,
        cells['columns']?.code ?? [],
      ]),
    );
}

describe('docs/api.md on a startup’s record', () => {
  const SECTION = "A startup's record";
  const fields = fieldsIn(SECTION, 'field').map(([field]) => field);
  const flattened = fieldsIn(SECTION, 'of the field');

  it('has every field of its schema, and no other', () => {
    assert.deepEqual(fields.toSorted(), Object.keys(Startup.shape).sort());
  });

  it('has every column of CSV and Parquet, by the field that it comes from', () => {
    const other = new Map(flattened);
    for (const [field] of flattened) assert.ok(fields.includes(field), field);
    const columns = fields.flatMap((field) => other.get(field) ?? [field]);
    const [, ranks = ''] = /a column for every field, and ([^.]+)\./.exec(documented.text) ?? [];
    const more = [...ranks.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    assert.deepEqual(
      [...columns.filter((code) => /^\w+$/.test(code)), ...more].sort(),
      COLUMNS.map(({ name }) => name).sort(),
    );
  });
});

it('docs/api.md has every field of a line of evidence.jsonl', async () => {
  const { editions } = await shippedPublication();
  const [line] = (await editions.evidence(editions.latest)).values();
  const fields = documented.rows
    .filter(({ section, cells }) => section === 'Editions and signatures' && 'field' in cells)
    .flatMap(({ cells }) => cells['field']?.code ?? []);
  assert.deepEqual(fields.sort(), Object.keys(line ?? {}).sort());
});

it('docs/api.md shows the miss of a startup that is not covered as it is answered', async () => {
  const served = await serveShipped();
  try {
    const answer = await fetch(`${served.origin}/api/signal?company=affine`);
    const { reason, repository, lastCovered, notes } = (await answer.json()) as SignalMiss;
    const text = documented.text.replace(/\s+/g, ' ');
    for (const part of [reason, repository, lastCovered, ...notes])
      assert.ok(text.includes(JSON.stringify(part)), part);
  } finally {
    await served.service.close();
  }
});

type SignalMiss = { reason: string; repository: string; lastCovered: string; notes: string[] };

describe('every other address in docs/api.md', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample(true, { operator: { name: 'Example', email: 'a@example.org' } });
  });
  after(() => served.service.close());

  /** What the parts of an address stand for in the example. */
  const PARTS: Readonly<Record<string, string>> = {
    '/editions/{}/manifest.json': '/editions/2025-w26/manifest.json',
    '/editions/{}/manifest.json.sig': '/editions/2025-w26/manifest.json.sig',
    '/editions/{}/{}': '/editions/2025-w26/evidence.jsonl',
  };

  it('is there', async () => {
    const known = new Set([
      ...operations.flatMap(routesOf).map(pattern),
      ...pages.map(({ path }) => pattern(path)),
    ]);
    const others = [...documented.addresses].filter((address) => !known.has(address));
    assert.ok(others.includes('/healthz') && others.length > 10, others.join());
    for (const address of others) {
      const method = documented.text.includes(`POST ${address}`) ? 'POST' : 'GET';
      const path =
        PARTS[address] ??
        address
          .replace('/sectors/{}.', '/sectors/databases.')
          .replace('/startups/{}', '/startups/acorn');
      assert.ok(!path.includes('{}'), `${address} is not one of the example`);
      const { status } = await fetch(served.origin + path, { method });
      // The endpoints of MCP and A2A want to be talked to, and the checkout needs to be set up.
      const expected = { '/api/mcp/rpc': 405, '/api/a2a': 405, '/checkout': 503 }[address] ?? 200;
      assert.equal(status, expected, address);
    }
  });
});
