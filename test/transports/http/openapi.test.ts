import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { restOperations, routesOf } from '../../../src/api/operation/operation.ts';
import type { Publisher } from '../../../src/published/published.ts';
import { openApi } from '../../../src/transports/openapi/openapi.ts';
import { BASE_URL } from '../../support/publication.ts';
import { Described, type Document } from './described.ts';

const operations = await loadOperations();
const documentWith = (more: Partial<Publisher> = {}) =>
  // The document as sent; the tests check its shape.
  JSON.parse(JSON.stringify(openApi(operations, { baseUrl: BASE_URL, ...more }))) as Document;
const described = new Described(documentWith());

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
  it('is 3.1, and version 1.4.0 of the descriptor', () => {
    const { document } = described;
    assert.match(document.openapi, /^3\.1\./);
    assert.equal(document.info.version, '1.4.0');
  });

  it('lists every operation and its mirror, and nothing else', () => {
    const paths = [...new Set(restOperations(operations).flatMap(routesOf))];
    assert.deepEqual(Object.keys(described.document.paths).sort(), paths.sort());
    const ids = described.operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('says when it was revised and whom to ask, and invents no contact', () => {
    const info: Record<string, unknown> = described.document.info;
    assert.equal(info['x-revision-date'], '2026-05-08');
    assert.deepEqual(info['contact'], { name: 'Bellwether', url: BASE_URL });
    const operator = { name: 'Example Observatory', email: 'contact@example.org' };
    const { contact } = documentWith({ operator }).info;
    assert.deepEqual(contact, { ...operator, url: BASE_URL });
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
    assert.deepEqual(format?.schema.enum, ['bibtex', 'ris', 'apa', 'mla', 'chicago', 'wikipedia']);
    const { properties } = described.document.components.schemas['Problem'] as {
      properties: object;
    };
    for (const member of ['found', 'notes', 'nearMisses', 'available', 'retryAfter', 'balance'])
      assert.ok(member in properties, member);
  });

  it('names limits and MCP tools where they are', () => {
    for (const [path, limit, tool] of [
      ['/api/signal', { perMinute: 30, burst: 60, scope: 'ip' }, 'get_startup_signal'],
      ['/api/receipts/{username}', { perMinute: 10, burst: 20, scope: 'ip' }, 'get_scout_receipts'],
      ['/api/signals.json', undefined, 'get_signals_summary'],
    ] as const) {
      const { 'x-rate-limit': stated, 'x-mcp-tool': named } = described.find(path);
      assert.deepEqual([stated, named], [limit, tool], path);
    }
  });
});
