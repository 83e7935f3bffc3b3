/** The tool catalog: every operation with what calling it does. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { describer } from '../../../src/transports/catalogs.ts';

const BASE = 'https://signals.example.org';
const operations = await loadOperations();
const catalogOf = describer(operations, BASE);
const Catalog = z.object({
  revisionDate: z.string(),
  tools: z.array(
    z.object({
      name: z.string(),
      mcp: z.boolean(),
      annotations: z.object({
        readOnlyHint: z.boolean(),
        destructiveHint: z.boolean(),
        idempotentHint: z.boolean(),
        openWorldHint: z.boolean(),
      }),
    }),
  ),
});

describe('GET /api/agent/tools', () => {
  const { tools, revisionDate } = Catalog.parse(catalogOf('agent-tools'));
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
