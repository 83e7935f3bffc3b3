import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { loadOperations } from '../../src/operations/index.ts';
import { type ServedExample, serveExample } from '../support/service.ts';

type Schema = Record<string, unknown>;
type Document = {
  openapi: string;
  info: { version: string };
  paths: Record<
    string,
    {
      get: {
        operationId: string;
        parameters?: { name: string; example?: string }[];
        responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
      };
    }
  >;
  components: { schemas: Record<string, Schema> };
};

let served: ServedExample;
let document: Document;
before(async () => {
  served = await serveExample();
  // What it looks like is what the tests below check.
  document = (await (await fetch(`${served.origin}/api/openapi.json`)).json()) as Document;
});
after(() => served.service.close());

describe('the OpenAPI document', () => {
  it('is 3.1, version 1.4.0 of the descriptor, and the same under /api/v1/', async () => {
    assert.match(document.openapi, /^3\.1\./);
    assert.equal(document.info.version, '1.4.0');
    assert.deepEqual(await (await fetch(`${served.origin}/api/v1/openapi.json`)).json(), document);
  });

  it('lists every operation and its mirror, and nothing else', async () => {
    const operations = await loadOperations();
    const paths = operations.flatMap(({ rest }) => [rest.path, ...(rest.twin ? [rest.twin] : [])]);
    assert.deepEqual(Object.keys(document.paths).sort(), paths.sort());
    const ids = Object.values(document.paths).map(({ get }) => get.operationId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('describes the answers that the service gives', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', components: document.components });
    const validate = (schema: Schema, value: unknown, what: string) => {
      const text = JSON.stringify(schema).replaceAll('#/components/', 'document#/components/');
      const check = ajv.compile(JSON.parse(text));
      assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)}`);
    };
    for (const [path, { get }] of Object.entries(document.paths)) {
      const examples = (get.parameters ?? []).filter(({ example }) => example !== undefined);
      const company = examples.some(({ name }) => name === 'company') ? '?company=acorn' : '';
      const good = await fetch(`${served.origin}${path}${company}`);
      assert.equal(good.status, 200, path);
      const json = get.responses['200']?.content?.['application/json'];
      if (json) validate(json.schema, await good.json(), path);
      const bad = await fetch(`${served.origin}${path}?no-such-parameter=1`);
      assert.equal(bad.status, 400, path);
      const problem = get.responses['400']?.content?.['application/problem+json'];
      assert.ok(problem, path);
      validate(problem.schema, await bad.json(), `400 of ${path}`);
    }
    const signal =
      document.paths['/api/signal']?.get.responses['200']?.content?.['application/json'];
    assert.ok(signal);
    const missing = await fetch(`${served.origin}/api/signal?company=nobody`);
    validate(signal.schema, await missing.json(), 'found:false');
  });
});
