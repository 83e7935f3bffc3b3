import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { connect, REVISIONS, refusalOf, type ServedMcp, serveMcp } from './serve.ts';

const INVALID_PARAMS = -32602;

let served: ServedMcp;
let client: Client;
before(async () => {
  served = await serveMcp();
  client = await connect(served, '2026-07-28');
});
after(async () => {
  await client.close();
  await served.service.close();
});

const rest = async (path: string) => (await fetch(`${served.origin}${path}`)).json();

async function read(uri: string, from = client): Promise<unknown> {
  const { contents } = await from.readResource({ uri });
  const [only, ...others] = contents;
  assert.ok(only && 'text' in only && others.length === 0);
  assert.equal(only.mimeType, 'application/json');
  assert.equal(only.uri, uri);
  return JSON.parse(only.text);
}

describe('resources', () => {
  it('lists the summary, the trending startups, questions and the template of one startup', async () => {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      [...resources.map(({ uri }) => uri).sort(), ...resourceTemplates.map((t) => t.uriTemplate)],
      ['signal://queries', 'signal://summary', 'signal://trending', 'signal://startup/{name}'],
    );
    for (const { title, description, mimeType } of [...resources, ...resourceTemplates])
      assert.ok(title && description && mimeType === 'application/json');
  });

  it('holds questions with arguments that query_signals takes', async () => {
    const { tool, questions } = (await read('signal://queries')) as {
      tool: string;
      questions: { question: string; arguments: Record<string, unknown> }[];
    };
    assert.equal(questions.length, 20);
    const { tools } = await client.listTools();
    assert.match(tools.find(({ name }) => name === tool)?.description ?? '', /signal:\/\/queries/);
    for (const { question, arguments: own } of questions) {
      const { isError, content } = await client.callTool({ name: tool, arguments: own });
      // The invented data has no such company, period or round, which is said so.
      if (isError) assert.match(JSON.stringify(content), /unknown-(name|period|value)/, question);
    }
  });

  it('gives the same data as REST, to clients of every revision', async () => {
    const full = (await rest('/api/signals.json')) as { meta: unknown; trending: unknown };
    for (const revision of REVISIONS) {
      const other = await connect(served, revision);
      assert.deepEqual(await read('signal://summary', other), full);
      const { meta, trending } = full;
      assert.deepEqual(await read('signal://trending', other), { meta, trending });
      assert.deepEqual(
        await read('signal://startup/acorn', other),
        await rest('/api/signal?company=acorn'),
      );
      await other.close();
    }
  });

  it('finds a startup by every name that it has, percent-encoded', async () => {
    for (const name of ['Acorn Example', 'nut store', '=Birch, "Example"', 'BIRCH'])
      assert.match(
        JSON.stringify(await read(`signal://startup/${encodeURIComponent(name)}`)),
        /"slug":"(?:acorn|birch)"/,
        name,
      );
  });

  it('gives the protocol’s own error for an unknown startup, with near misses or the reason', async () => {
    const uri = 'signal://startup/Acron%20Exmple';
    const { code, message, data } = await refusalOf(client.readResource({ uri }));
    assert.deepEqual([code, data], [INVALID_PARAMS, { uri }]);
    assert.match(message, /signal:\/\/startup\/acorn/);
    const cedar = await refusalOf(client.readResource({ uri: 'signal://startup/cedar' }));
    assert.match(cedar.message, /not covered in 2025-w26.*covered from/);
  });

  it('refuses addresses that are none of its own, or malformed', async () => {
    for (const uri of [
      ...['', 'acorn/more', '%', '%FF', '%00', 'x'.repeat(81), `${'%20'.repeat(2_000)}x`].map(
        (name) => `signal://startup/${name}`,
      ),
      ...['signal://nothing', 'file:///etc/passwd', 'no address', ''],
    ]) {
      const { code } = await refusalOf(client.readResource({ uri }));
      assert.equal(code, INVALID_PARAMS, uri);
    }
  });

  it('may be kept for as long as the same is fresh over HTTP', async () => {
    const result: Record<string, unknown> = await client.readResource({ uri: 'signal://summary' });
    assert.deepEqual([result['ttlMs'], result['cacheScope']], [300_000, 'public']);
  });
});
