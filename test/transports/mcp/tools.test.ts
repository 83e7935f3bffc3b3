import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { connect, jsonIn, REVISIONS, type ServedMcp, serveMcp } from './serve.ts';

/** Specification, section 4: the tools and their arguments. */
const TOOLS: Readonly<Record<string, string[]>> = {
  get_signals_summary: ['period'],
  get_startup_signal: ['name', 'period'],
  get_scout_receipts: ['github_username'],
  get_methodology: [],
  get_diligence_dossier: ['company'],
  get_deep_signal: ['name'],
  get_trending_startups: ['limit', 'period'],
  search_startups_by_sector: ['limit', 'period', 'sector'],
};
/** Beyond the specification: docs/queries.md. */
const EXTENSION = 'query_signals';

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

const call = (name: string, args: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: args });
/** The structure of an answer. */
async function answerOf(
  name: string,
  args: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { isError, structuredContent } = await call(name, args);
  assert.equal(isError, undefined, name);
  assert.ok(typeof structuredContent === 'object' && structuredContent !== null, name);
  return { ...structuredContent };
}
const rest = async (path: string) => (await fetch(`${served.origin}${path}`)).json();

/** The problem in the result of a call that failed. */
async function problemOf(name: string, args: Record<string, unknown>) {
  const result = await call(name, args);
  assert.equal(result.isError, true, name);
  assert.equal(result.structuredContent, undefined);
  return jsonIn(result) as {
    status: number;
    code: string;
    detail: string;
    [more: string]: unknown;
  };
}

describe('tools/list', () => {
  let tools: Tool[];
  before(async () => {
    ({ tools } = await client.listTools());
  });
  const tool = (name: string) => {
    const found = tools.find((candidate) => candidate.name === name);
    assert.ok(found, name);
    return found;
  };

  it('lists the eight tools of the specification, and one that extends them', () => {
    const expected = [...Object.keys(TOOLS), EXTENSION];
    assert.deepEqual(tools.map(({ name }) => name).sort(), expected.sort());
  });

  it('names their arguments as the specification does, and takes no others', () => {
    for (const [name, args] of Object.entries(TOOLS)) {
      const { type, properties = {}, additionalProperties } = tool(name).inputSchema;
      assert.equal(type, 'object');
      assert.deepEqual(Object.keys(properties).sort(), args, name);
      assert.equal(additionalProperties, false, name);
    }
  });

  it('calls all read-only, idempotent and closed-world, but the paid one, which is idempotent', () => {
    for (const { name, title, annotations } of tools)
      assert.deepEqual(
        annotations,
        {
          title,
          readOnlyHint: name !== 'get_deep_signal',
          destructiveHint: false,
          idempotentHint: true,
          // A call without a key is paid on a public chain.
          openWorldHint: name === 'get_deep_signal',
        },
        name,
      );
  });

  it('says how the paid one will be paid', () => {
    const paid = tool('get_deep_signal').description ?? '';
    for (const way of ['0.19 EUR', '100 credits for 19 EUR', 'x402', 'Solana'])
      assert.ok(paid.includes(way), way);
  });

  it('describes arguments and answers in JSON Schema that strict validators take', () => {
    for (const { name, inputSchema, outputSchema } of tools) {
      assert.equal(outputSchema?.['type'], 'object', name);
      for (const schema of [inputSchema, outputSchema] as Record<string, unknown>[]) {
        const ajv = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false });
        assert.doesNotThrow(() => ajv.compile(schema), name);
        assert.doesNotMatch(JSON.stringify(schema), /\\\\p\{/i, name);
      }
    }
  });

  it('takes under 6 000 tokens, at four characters each', () => {
    const tokens = JSON.stringify(tools).length / 4;
    assert.ok(tokens < 6_000, String(tokens));
  });

  it('is the same for clients of every revision', async () => {
    for (const revision of REVISIONS) {
      const other = await connect(served, revision);
      assert.equal(other.getNegotiatedProtocolVersion(), revision);
      const listed = (await other.listTools()).tools;
      assert.deepEqual(listed, tools, revision);
      await other.close();
    }
  });
});

/** The client itself checks each answer against the tool's output schema. */
describe('tools/call', () => {
  it('gives the answer as structure and as text, for clients of every revision', async () => {
    for (const revision of REVISIONS) {
      const other = await connect(served, revision);
      await other.listTools();
      const result = await other.callTool({
        name: 'get_startup_signal',
        arguments: { name: 'acorn' },
      });
      assert.equal(result.isError, undefined);
      assert.deepEqual(jsonIn(result), result.structuredContent);
      assert.deepEqual(result.structuredContent, await rest('/api/signal?company=acorn'));
      await other.close();
    }
  });

  it('get_signals_summary gives what REST gives, counted, and where all of it is', async () => {
    type Counts = { slug: string; startupCount: number }[];
    const counts = (sectors: Counts) =>
      sectors.map(({ slug, startupCount }) => [slug, startupCount]);
    for (const query of ['', '?period=2025-w10']) {
      const asked = Object.fromEntries(new URLSearchParams(query));
      const { meta, formats, sectors } = (await answerOf('get_signals_summary', asked)) as {
        meta: object;
        formats: { mediaType: string; url: string }[];
        sectors: Counts;
      };
      const full = (await rest(`/api/signals.json${query}`)) as {
        meta: { notCovered: unknown[] };
        sectors: Counts;
      };
      const { notCovered, ...shared } = full.meta;
      // The example ended long ago.
      assert.deepEqual(meta, { ...shared, isOld: true, totalNotCovered: notCovered.length });
      assert.deepEqual(counts(sectors), counts(full.sectors));
      for (const name of ['signals.json', 'signals.csv', 'dataset.jsonl'])
        assert.ok(
          formats.some(({ url }) => url.endsWith(`/api/${name}${query}`)),
          name,
        );
      for (const { mediaType, url } of formats) {
        const response = await fetch(url.replace(served.options.baseUrl, served.origin));
        assert.equal(response.status, 200, url);
        assert.ok(response.headers.get('content-type')?.startsWith(mediaType), url);
        await response.arrayBuffer();
      }
    }
  });

  it('get_trending_startups gives as many as asked for, as REST orders them', async () => {
    type Signals = { trending: unknown[]; sectors: { slug: string; startups: unknown[] }[] };
    const { trending, sectors } = (await rest('/api/signals.json')) as Signals;
    assert.ok(trending.length > 0);
    const { startups } = await answerOf('get_trending_startups');
    assert.deepEqual(startups, trending.slice(0, 10));
    const one = await answerOf('get_trending_startups', { limit: 1, period: '2025-w10' });
    const earlier = (await rest('/api/signals.json?period=2025-w10')) as Signals;
    assert.deepEqual(one['startups'], earlier.trending.slice(0, 1));
    const databases = sectors.find(({ slug }) => slug === 'databases');
    for (const sector of ['databases', ' DATA-BASES! ']) {
      const found = await answerOf('search_startups_by_sector', { sector });
      assert.deepEqual(found['startups'], databases?.startups, sector);
    }
  });

  it('get_methodology gives the HowTo of REST, with a summary next to it', async () => {
    const { summary, ...howTo } = await answerOf('get_methodology');
    assert.deepEqual(howTo, await rest('/api/v1/methodology.json'));
    const { meta } = (await rest('/api/signals.json')) as { meta: Record<string, unknown> };
    const { steps, period, totalStartups, citation, version } = summary as Record<string, unknown>;
    assert.equal((steps as string[]).length, 6);
    assert.deepEqual(
      [period, totalStartups, citation, version],
      ['period', 'totalStartups', 'citation', 'methodVersion'].map((name) => meta[name]),
    );
  });

  it('give what REST gives, under either name of an argument', async () => {
    const pairs = [
      ['get_diligence_dossier', { company: 'acorn' }, '/api/diligence.json?company=acorn'],
      ['get_diligence_dossier', { name: 'acorn' }, '/api/diligence.json?company=acorn'],
      ['get_startup_signal', { company: 'acorn' }, '/api/signal?company=acorn'],
      ['get_startup_signal', { name: 'Acron Exmple' }, '/api/signal?company=Acron+Exmple'],
      [
        'get_startup_signal',
        { name: 'acorn', period: '2025-w10' },
        '/api/signal?company=acorn&period=2025-w10',
      ],
      ['get_diligence_dossier', {}, '/api/diligence.json'],
      ['get_scout_receipts', { github_username: 'octocat' }, '/api/receipts/octocat'],
    ] as const;
    for (const [name, args, path] of pairs)
      assert.deepEqual(await answerOf(name, args), await rest(path), name);
  });

  it('tells the problem that REST would answer with', async () => {
    const pairs = [
      [
        'get_startup_signal',
        { name: 'acorn', period: '1999-w01' },
        '/api/signal?company=acorn&period=1999-w01',
      ],
      ['search_startups_by_sector', { sector: '!!!' }, '/api/sector?sector=!!!'],
      ['get_diligence_dossier', { company: 'unknown' }, '/api/diligence.json?company=unknown'],
      ['get_scout_receipts', { github_username: 'unknown' }, '/api/receipts/unknown'],
    ] as const;
    for (const [name, args, path] of pairs) {
      const { type: _, title: __, ...problem } = (await rest(path)) as Record<string, unknown>;
      assert.deepEqual(await problemOf(name, args), problem, name);
    }
  });

  it('says what would be right, by the names of the arguments', async () => {
    const cases: [string, Record<string, unknown>, RegExp][] = [
      ['get_startup_signal', {}, /^name must be given once, as text$/],
      ['get_startup_signal', { company: 'a', name: 'b' }, /^company must say the same as name/],
      ['get_startup_signal', { name: 'acorn', period: 'now' }, /^period must be an ISO week/],
      ['get_trending_startups', { limit: '5' }, /^limit must be a whole number/],
      ['search_startups_by_sector', { sector: 'a', limit: 101 }, /^limit must be at most 100/],
      ['get_scout_receipts', { github_username: '-x' }, /^github_username must be a GitHub/],
      ['get_deep_signal', { name: 'x'.repeat(101) }, /^name must have at most 100/],
      ['get_methodology', { verbose: true }, /^verbose is not a parameter/],
    ];
    for (const [name, args, detail] of cases) {
      const problem = await problemOf(name, args);
      assert.equal(problem.status, 400);
      assert.equal(problem.code, 'invalid-request');
      assert.match(problem.detail, detail);
    }
  });
});

describe('query_signals', () => {
  it('answers as REST does, however the same is asked', async () => {
    const parameters =
      'subject=startup&metric=contributors&where=contributors>=1&names=acorn,birch';
    const posted = {
      subject: 'startup',
      metric: 'contributors',
      names: ['acorn', 'birch'],
      where: [{ field: 'contributors', op: '>=', values: [1] }],
    };
    const got = (await rest(`/api/query?${parameters}`)) as { rows: unknown[]; readAs: string };
    assert.ok(got.rows.length === 2 && got.readAs.startsWith('Read as: '));
    assert.deepEqual(await answerOf('query_signals', posted), got);
    const problem = await problemOf('query_signals', { subject: 'startup', names: 'acron' });
    assert.equal(problem.code, 'unknown-name');
    assert.ok(Array.isArray(problem['nearMisses']));
  });
});

describe('the server', () => {
  it('introduces itself, and its instructions name the tools that there are', () => {
    assert.equal(client.getServerVersion()?.name, 'bellwether');
    assert.match(client.getServerVersion()?.version ?? '', /^\d+\.\d+\.\d+/);
    const named = new Set((client.getInstructions() ?? '').match(/\b(?:get|search|query)_\w+/g));
    assert.deepEqual([...named].sort(), [...Object.keys(TOOLS), EXTENSION].sort());
  });
});
