/** The tool catalog: every operation with what calling it takes and does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { inputNames } from '../../../src/api/operation/parameters.ts';
import { describer } from '../../../src/transports/catalogs.ts';
import { describeTool } from '../../../src/transports/mcp/tool-definitions.ts';

const BASE = 'https://signals.example.org';
const operations = await loadOperations();
const catalogOf = describer(operations, { baseUrl: BASE });
const Tool = z.strictObject({
  name: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  endpoint: z.strictObject({ methods: z.array(z.string()).min(1), path: z.string() }),
});
const brief = z
  .object({ revisionDate: z.string(), tools: z.array(Tool) })
  .parse(catalogOf('agent-tools'));

describe('GET /api/agent/tools', () => {
  it('says what a call takes in under 32 kB', () => {
    assert.equal(brief.revisionDate, '2026-05-08');
    assert.ok(JSON.stringify(brief).length < 32_000);
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

describe('the hints of a tool', () => {
  const hints = new Map(operations.map((each) => [each.name, describeTool(each).annotations]));

  it('say what it does: all are read-only but those that spend or grant', () => {
    const changing = [...hints].filter(([, { readOnlyHint }]) => !readOnlyHint);
    assert.deepEqual(changing.map(([name]) => name).sort(), [
      'buy_deep_signal',
      'get_deep_signal',
      'make_pick',
      'redeem_solana_payment',
    ]);
    for (const [name, { destructiveHint, readOnlyHint, ...more }] of hints) {
      assert.equal(destructiveHint, false, name);
      const { idempotentHint, openWorldHint } = more;
      // Specification, section 4: what is read is idempotent and closed-world.
      if (readOnlyHint) assert.deepEqual([idempotentHint, openWorldHint], [true, false], name);
    }
  });

  it('call the deep signal idempotent and the Solana top-up not', () => {
    assert.equal(hints.get('get_deep_signal')?.idempotentHint, true);
    const { idempotentHint, openWorldHint } = hints.get('redeem_solana_payment') ?? {};
    assert.deepEqual([idempotentHint, openWorldHint], [false, true]);
  });
});
