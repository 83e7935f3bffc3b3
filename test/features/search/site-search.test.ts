import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type SiteSearch,
  siteSearch,
  type Wanted,
} from '../../../src/features/search/site-search.ts';
import { SEARCH_KINDS } from '../../../src/published/search-document.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

let search: SiteSearch;
before(async () => {
  search = await (await shippedPublication()).derived(siteSearch);
});

const found = (text: string, wanted: Wanted = {}, limit = 10) => search.search(text, wanted, limit);
const first = (text: string) => {
  const [hit] = found(text).hits;
  return `${hit?.kind} ${hit?.title}`;
};

describe('site-wide search', () => {
  it('finds startups despite slips in the word as it is written', () => {
    for (const [text, name] of [
      ['Supabse', 'Supabase'],
      ['weviate', 'Weaviate'],
      ['clickhosue', 'ClickHouse'],
      ['prefct', 'Prefect'],
      ['langfsue hiring', 'Langfuse'],
    ] as const) {
      const { hits } = found(text);
      const at = hits.findIndex(({ kind }) => kind === 'startup');
      assert.equal(hits[at]?.title, name, text);
      assert.ok(at <= 1 && hits[0]?.title.includes(name), text);
      assert.ok(
        hits[at]?.matches.some(({ how }) => how === 'typo or ending'),
        text,
      );
    }
  });

  it('puts first what is named: by name, domain, address or owner/name', () => {
    for (const text of [
      'langfuse',
      'Langfuse',
      'langfuse.com',
      'https://langfuse.com/docs',
      'langfuse/langfuse',
      'https://github.com/langfuse',
    ])
      assert.equal(first(text), 'startup Langfuse', text);
    assert.equal(first('Sequoia Capital'), 'fund Sequoia Capital');
    assert.equal(first('snowflake'), 'acquirer Snowflake');
    assert.equal(first('databases'), 'sector Databases');
    assert.equal(first('auth startups'), 'sector Identity & Access');
    assert.equal(first('langfuse™'), 'startup Langfuse');
    assert.match(found('digest week 30').hits[0]?.url ?? '', /w30$/);
    // Names that are words are names if they are all that was asked for.
    assert.equal(first('continue'), 'startup Continue');
  });

  it('finds every kind of thing', () => {
    const queries: Record<string, string> = {
      startup: 'posthog',
      fund: 'sequoia',
      acquirer: 'snowflake',
      company: 'datavolo',
      sector: 'databases',
      answer: 'most commits',
      comparison: 'langfuse',
      question: 'velocity',
      term: 'velocity',
      method: 'filter',
      finding: 'agents',
      report: 'report',
      market: 'will modal announce',
      digest: 'weekly digest',
      price: 'free',
      document: 'badges',
    };
    for (const kind of SEARCH_KINDS) {
      const { hits } = found(queries[kind] ?? '', { kind });
      assert.ok(hits.length > 0 && hits.every((hit) => hit.kind === kind), kind);
    }
  });

  it('gives each startup one result before its answers and comparisons', () => {
    const kinds = found('qdrant', {}, 5).hits.map(({ kind }) => kind);
    assert.equal(kinds.indexOf('startup'), 0);
    assert.equal(kinds.lastIndexOf('startup'), 0);
    const general = found('open source database', { kind: 'startup' }, 50).hits;
    assert.equal(new Set(general.map(({ url }) => url)).size, general.length);
    assert.match(first('is langfuse growing its team'), /^answer Is Langfuse growing/);
    assert.match(first('langfuse vs agenta'), /^comparison /);
  });

  it('says what is near where nothing is found', () => {
    const { total, hits, suggestions } = found('qdrntx zzzzqq');
    assert.deepEqual([total, hits], [0, []]);
    assert.ok(suggestions?.names.some(({ title }) => title === 'Qdrant'));
    assert.ok((suggestions?.kinds.length ?? 0) > 0);
    // Where another kind has the words, it leads there.
    const elsewhere = found('langfuse', { kind: 'price' }).suggestions;
    assert.ok(
      elsewhere?.kinds.some(({ kind, url }) => kind === 'startup' && url.includes('kind=startup')),
    );
    assert.equal(found('langfuse').suggestions, undefined);
  });

  it('ranks by score, and counts what it does not give', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 280 }),
      fc
        .array(
          fc.constantFrom('langfuse', 'fund', 'growing', '.', 'a/b', '🚀', 'ﬁne', "'", 'mongo'),
        )
        .map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(text, (query) => {
        const few = found(query, {}, 3);
        const many = found(query, {}, 50);
        assert.equal(few.total, many.total);
        assert.deepEqual(few.hits, many.hits.slice(0, 3));
        const scores = many.hits.map(({ score }) => score);
        assert.deepEqual(
          scores,
          scores.toSorted((a, b) => b - a),
        );
        assert.equal(many.total === 0, many.suggestions !== undefined);
      }),
      { seed: 3, numRuns: 100 },
    );
  });
});
