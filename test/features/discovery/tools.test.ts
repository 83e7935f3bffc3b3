/** The tool catalog: every operation with what calling it takes and does. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { inputNames } from '../../../src/api/operation/parameters.ts';
import { describer } from '../../../src/transports/catalogs.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';

const BASE = 'https://signals.example.org';
const operations = await loadOperations();
const catalogOf = describer(operations, { baseUrl: BASE });
const Tool = z.strictObject({
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  endpoint: z.strictObject({ methods: z.array(z.string()).min(1), path: z.string() }),
});
const FullTool = Tool.extend({
  output_schema: z.record(z.string(), z.unknown()),
  mcp: z.boolean(),
  limit: z.object({ perMinute: z.number(), burst: z.number() }).nullable(),
  annotations: z.object({
    title: z.string(),
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
});
const brief = z.object({ tools: z.array(Tool) }).parse(catalogOf('agent-tools'));
const Full = z.object({ revisionDate: z.string(), tools: z.array(FullTool) });

describe('GET /api/agent/tools', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (query = '') => fetch(`${served.origin}/api/agent/tools${query}`);

  it('says what a call takes in under 32 kB, and more if it is asked to', async () => {
    const text = await (await get()).text();
    assert.ok(text.length < 32_000, `${text.length} characters`);
    const { tools } = z.object({ tools: z.array(Tool) }).parse(JSON.parse(text));
    assert.equal(await (await get('?detail=brief&utm_source=list')).text(), text);
    const full = Full.parse(await (await get('?detail=full')).json());
    assert.deepEqual(
      full.tools.map(({ name, description, input_schema, endpoint }) => ({
        ...{ name, description, input_schema, endpoint },
      })),
      tools,
    );
  });

  it('refuses another amount of detail, and says which there are', async () => {
    for (const query of ['?detail=', '?detail=FULL', '?detail=full&detail=full']) {
      const response = await get(query);
      assert.equal(response.status, 400, query);
      const { code, detail } = (await response.json()) as Record<string, string>;
      assert.equal(code, 'invalid-request');
      assert.match(detail ?? '', /must be brief or full/);
    }
  });

  it('has for every tool an object of arguments that takes the examples, and no others', () => {
    for (const { name, input_schema } of brief.tools) {
      assert.equal(input_schema['type'], 'object', name);
      const ajv = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false });
      const validate = ajv.compile(input_schema);
      const { examples = [], mcp } = operations.find((operation) => operation.name === name) ?? {};
      assert.ok(examples.length > 0, name);
      for (const example of examples) {
        const given = Object.entries(example).map(([input, value]) => [
          mcp?.rename?.[input] ?? input,
          value,
        ]);
        assert.ok(
          validate(Object.fromEntries(given)),
          `${name}: ${ajv.errorsText(validate.errors)}`,
        );
      }
      assert.ok(!validate({ ...examples[0], 'no such argument': 1 }), name);
    }
  });

  it('has for every tool an address that takes its arguments, in the path or by name', () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(catalogOf('openapi'));
    const anyName = (path: string) => path.replace(/\{\w+\}/g, '{}');
    const described = new Map(Object.entries(paths).map(([path, item]) => [anyName(path), item]));
    for (const { name, endpoint, input_schema } of brief.tools) {
      const item = described.get(anyName(endpoint.path)) ?? assert.fail(endpoint.path);
      for (const method of endpoint.methods) assert.ok(item[method.toLowerCase()], name);
      const args = Object.keys(Object(input_schema['properties']));
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, argument = '']) => argument);
      const operation = operations.find((each) => each.name === name) ?? assert.fail(name);
      const accepted = [...inPath, ...inputNames(operation)];
      for (const argument of [...args, ...inPath])
        assert.ok(args.includes(argument) && accepted.includes(argument), `${name}: ${argument}`);
    }
    const at = (tool: string) => brief.tools.find(({ name }) => name === tool)?.endpoint.path;
    assert.equal(at('get_signals_summary'), '/api/signals.json');
    assert.equal(at('get_scout_receipts'), '/api/receipts/{github_username}');
  });
});

describe('GET /api/agent/tools?detail=full', () => {
  const { tools, revisionDate } = Full.parse(catalogOf('agent-tools-in-full'));
  const of = (name: string) => tools.find((tool) => tool.name === name)?.annotations;

  it('says what each tool does: all are read-only but those that spend or grant', () => {
    const changing = tools.filter(({ annotations }) => !annotations.readOnlyHint);
    assert.deepEqual(changing.map(({ name }) => name).sort(), [
      'buy_deep_signal',
      'get_deep_signal',
      'make_pick',
      'redeem_solana_payment',
    ]);
    for (const { annotations, name } of tools) {
      assert.equal(annotations.destructiveHint, false, name);
      // Specification, section 4: what is read is idempotent and closed-world.
      if (!annotations.readOnlyHint) continue;
      assert.deepEqual(
        [annotations.idempotentHint, annotations.openWorldHint],
        [true, false],
        name,
      );
    }
  });

  it('calls the deep signal idempotent and the Solana top-up not', () => {
    assert.equal(of('get_deep_signal')?.idempotentHint, true);
    assert.equal(of('redeem_solana_payment')?.idempotentHint, false);
    assert.equal(of('redeem_solana_payment')?.openWorldHint, true);
  });

  it('names its revision and the tools of the MCP server', () => {
    assert.equal(revisionDate, '2026-05-08');
    assert.equal(tools.filter(({ mcp }) => mcp).length, 9);
  });
});
