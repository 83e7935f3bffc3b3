import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publish } from '../../../src/pipeline/edition/publish.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { connect, jsonIn, REVISIONS, refusalOf, type ServedMcp, serveMcp } from './serve.ts';

const INTERNAL_ERROR = -32603;

/** Publishes a correction, as an operator would while the service runs. */
async function correct({ options, service }: ServedMcp): Promise<void> {
  const companies = options.registry.companies.map((one) => ({ ...one, description: 'New.' }));
  await publish({ ...options, registry: { ...options.registry, companies }, correction: 'new' });
  await service.refresh();
}

describe('MCP and publications', () => {
  it('lists what it offers before anything is published, and says that it cannot answer', async (t) => {
    const served = await serveMcp({ isPublished: false });
    t.after(() => served.service.close());
    for (const revision of REVISIONS) {
      const client = await connect(served, revision);
      // A week is published once.
      assert.equal(client.getServerCapabilities()?.resources?.subscribe, false);
      assert.equal((await client.listTools()).tools.length, 9);
      const result = await client.callTool({ name: 'get_signals_summary', arguments: {} });
      assert.equal(result.isError, true);
      const { status, code } = jsonIn(result) as { status: number; code: string };
      assert.deepEqual([status, code], [503, 'not-published']);
      const refusal = await refusalOf(client.readResource({ uri: 'signal://summary' }));
      assert.equal(refusal.code, INTERNAL_ERROR);
      assert.doesNotMatch(refusal.message, /bellwether publish/);
      await client.close();
    }
  });

  it('answers from the newest publication at every call', async (t) => {
    const served = await serveMcp({ span: FOUR_WEEKS });
    t.after(() => served.service.close());
    const clients = await Promise.all(REVISIONS.map((revision) => connect(served, revision)));
    const described = (expected: string) =>
      Promise.all(
        clients.map(async (client) => {
          const result = await client.callTool({
            name: 'get_startup_signal',
            arguments: { name: 'acorn' },
          });
          assert.equal((jsonIn(result) as { description: string }).description, expected);
        }),
      );
    await described('Makes examples.');
    await correct(served);
    await described('New.');
    for (const client of clients) await client.close();
  });
});
