import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { NoAnswer } from '../../../src/features/answers/answer-question.ts';
import { AnswerHit } from '../../../src/features/answers/hits.ts';
import { SearchHit } from '../../../src/features/search/site-search.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const get = (path: string, query: Record<string, string> = {}) =>
  fetch(`${served.origin}${path}?${new URLSearchParams(query)}`);

const ADDRESSES = ['/api/answer', '/api/ask', '/api/llms-search'];
const Asked = z.object({ query: z.string(), hits: z.array(AnswerHit) });
const Found = z.object({ query: z.string(), total: z.int(), hits: z.array(SearchHit) });

describe('GET /api/answer', () => {
  it('gives one answer with its facts and confidence', async () => {
    const hit = AnswerHit.parse(
      await (await get('/api/answer', { q: 'What is commit velocity?' })).json(),
    );
    assert.equal(hit.source, 'faq');
    assert.ok(hit.confidence > 0.8);
    assert.ok(hit.facts.length > 0);
  });

  it('answers about startups with hostile names', async () => {
    const hit = AnswerHit.parse(
      await (
        await get('/api/answer', { q: 'Is =Birch, "Example" growing its engineering team?' })
      ).json(),
    );
    assert.match(hit.answer, /=Birch/);
    const gone = await (await get('/api/answer', { q: 'Why is cedar not covered?' })).json();
    assert.match(AnswerHit.parse(gone).answer, /not covered/);
  });

  it('gives near questions and no answer when none is sure enough', async () => {
    const response = await get('/api/answer', { q: 'Will it rain tomorrow in Lisbon?' });
    assert.equal(response.status, 200);
    const none = NoAnswer.parse(await response.json());
    assert.equal(none.question, 'Will it rain tomorrow in Lisbon?');
    assert.ok(none.confidence < 0.2);
  });
});

describe('GET /api/ask', () => {
  it('gives at most as many as are asked for, the surest first', async () => {
    for (const [limit, most] of [
      [undefined, 5],
      ['1', 1],
      ['20', 20],
    ] as const) {
      const query = limit === undefined ? {} : { limit };
      const { hits } = Asked.parse(
        await (await get('/api/ask', { q: 'Do bots count?', ...query })).json(),
      );
      assert.ok(hits.length > 0 && hits.length <= most);
      const sorted = hits.map(({ confidence }) => confidence);
      assert.deepEqual(
        sorted,
        [...sorted].sort((a, b) => b - a),
      );
    }
  });
});

describe('GET /api/llms-search', () => {
  const search = async (query: Record<string, string>) =>
    Found.parse(await (await get('/api/llms-search', query)).json());

  it('finds startups, sectors, posts, comparisons, answers, FAQ and research', async () => {
    for (const [type, q] of [
      ['startup', 'acorn'],
      ['sector', 'databases'],
      ['blog', 'covered startups'],
      ['answer', 'acorn contributors'],
      ['faq', 'velocity'],
      ['research', 'agents'],
    ] as const) {
      const { hits } = await search({ q, type });
      assert.ok(hits.length > 0, type);
      assert.ok(
        hits.every((hit) => hit.type === type),
        type,
      );
    }
  });

  it('forgives typing errors, knows synonyms, and says why a hit was found', async () => {
    const [typo] = (await search({ q: 'velocty', type: 'faq' })).hits;
    assert.ok(typo?.matches.some(({ how }) => how === 'typo or ending'));
    const { hits } = await search({ q: 'dependabot' });
    assert.ok(hits.some(({ matches }) => matches.some(({ how }) => how === 'synonym')));
    for (const { matches } of hits)
      for (const { query, fields } of matches) assert.ok(query.length > 0 && fields.length > 0);
  });

  it('counts all hits and gives the best of them', async () => {
    const few = await search({ q: 'commits', limit: '2' });
    const many = await search({ q: 'commits', limit: '50' });
    assert.equal(few.hits.length, 2);
    assert.equal(few.total, many.total);
    assert.deepEqual(few.hits, many.hits.slice(0, 2));
    assert.equal((await search({ q: 'zzzzqqqq' })).total, 0);
  });
});

describe('questions that cannot be answered', () => {
  it('are refused when they are missing, blank, too long, or not one text', async () => {
    for (const path of ADDRESSES) {
      for (const query of [
        '',
        'q=',
        'q=%20%20',
        `q=${'x'.repeat(281)}`,
        'q=a&q=b',
        'q[]=a',
        'q[a]=b',
        'q=a%00b',
        'Q=a',
      ]) {
        const response = await fetch(`${served.origin}${path}?${query}`);
        assert.equal(response.status, 400, `${path}?${query.slice(0, 40)}`);
        assert.equal((await problemIn(response)).code, 'invalid-request');
      }
      assert.equal((await get(path, { q: 'x'.repeat(280) })).status, 200);
      assert.equal((await get(path, { q: 'word '.repeat(56).trim() })).status, 200);
    }
  });

  it('have limits that are refused beyond their bounds', async () => {
    for (const [path, most] of [
      ['/api/ask', 20],
      ['/api/llms-search', 50],
    ] as const) {
      for (const limit of ['0', '-1', String(most + 1), '1.5', 'x', '', '1e1', ' 1'])
        assert.equal((await get(path, { q: 'a', limit })).status, 400, `${path} ${limit}`);
      for (const limit of ['1', String(most)])
        assert.equal((await get(path, { q: 'a', limit })).status, 200, `${path} ${limit}`);
    }
    assert.equal((await get('/api/llms-search', { q: 'a', type: 'person' })).status, 400);
  });

  it('of any text get an answer of the documented shape', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
      .filter((value) => value.trim() !== '' && !/\p{Cc}|\p{Cs}/u.test(value));
    await fc.assert(
      fc.asyncProperty(text, async (q) => {
        const answer = await get('/api/answer', { q });
        assert.equal(answer.status, 200);
        z.union([AnswerHit, NoAnswer]).parse(await answer.json());
        Asked.parse(await (await get('/api/ask', { q })).json());
        Found.parse(await (await get('/api/llms-search', { q })).json());
      }),
      { seed: 7, numRuns: 60 },
    );
  });
});
