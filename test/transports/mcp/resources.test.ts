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
  it('lists the summary, the trending startups and the template of one startup', async () => {
    const { resources } = await client.listResources();
    assert.deepEqual(resources.map(({ uri }) => uri).sort(), [
      'signal://queries',
      'signal://summary',
      'signal://summary/top',
      'signal://trending',
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['signal://startup/{name}'],
    );
    for (const { title, description, mimeType } of [...resources, ...resourceTemplates]) {
      assert.ok(title && description);
      assert.equal(mimeType, 'application/json');
    }
  });

  it('says how large the whole is, and has a short form of it', async () => {
    const { resources } = await client.listResources();
    const whole = resources.find(({ uri }) => uri === 'signal://summary');
    const { contents } = await client.readResource({ uri: 'signal://summary' });
    const [content] = contents;
    assert.ok(content && 'text' in content);
    assert.equal(whole?.size, Buffer.byteLength(content.text));
    assert.match(whole?.description ?? '', /\d kB, about [\d,]+ tokens/);
    assert.deepEqual(whole?.annotations, { audience: ['user'], priority: 0.1 });
    const { trending, meta, sectors } = (await read('signal://summary/top')) as {
      trending: { slug: string; rank: number }[];
      meta: { period: unknown };
      sectors: { slug: string }[];
    };
    const full = (await rest('/api/signals.json')) as {
      trending: { slug: string }[];
      meta: { period: unknown };
      sectors: { slug: string }[];
    };
    assert.deepEqual(
      trending.map(({ slug, rank }) => [slug, rank]),
      full.trending.map(({ slug }, index) => [slug, index + 1]),
    );
    assert.deepEqual(meta.period, full.meta.period);
    assert.equal(sectors.length, full.sectors.length);
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

  it('gives the protocol’s own error for an unknown startup, with near misses', async () => {
    const uri = 'signal://startup/Acron%20Exmple';
    const { code, message, data } = await refusalOf(client.readResource({ uri }));
    assert.equal(code, INVALID_PARAMS);
    assert.deepEqual(data, { uri });
    assert.match(message, /signal:\/\/startup\/acorn/);
  });

  it('says why a tracked startup has no signal now', async () => {
    const { message } = await refusalOf(client.readResource({ uri: 'signal://startup/cedar' }));
    assert.match(message, /not covered in 2025-w26.*covered from/);
  });

  it('refuses addresses that are none of its own, or malformed', async () => {
    for (const uri of [
      'signal://nothing',
      'signal://startup/',
      'signal://startup/acorn/more',
      'signal://startup/%',
      'signal://startup/%FF',
      'signal://startup/%00',
      `signal://startup/${'x'.repeat(81)}`,
      `signal://startup/${'%20'.repeat(2_000)}x`,
      'file:///etc/passwd',
      'no address',
      '',
    ]) {
      const { code } = await refusalOf(client.readResource({ uri }));
      assert.equal(code, INVALID_PARAMS, uri);
    }
  });

  it('may be kept for as long as its HTTP twins are fresh', async () => {
    const result: Record<string, unknown> = await client.readResource({ uri: 'signal://summary' });
    assert.equal(result['ttlMs'], 300_000);
    assert.equal(result['cacheScope'], 'public');
  });
});
