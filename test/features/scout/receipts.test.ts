import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { predictScout, ScoutPrediction } from '../../../src/features/scout/predict.ts';
import { scoutReceipt } from '../../../src/features/scout/receipt.ts';
import { ScoutReceipt } from '../../../src/features/scout/receipt-schema.ts';
import type { StarHistory } from '../../../src/features/scout/star-source.ts';
import type { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

function historyOf(
  stars: readonly (readonly [repository: string, starredAt: string, createdAt?: string])[],
  change: Partial<StarHistory> = {},
): StarHistory {
  return {
    stars: stars.map(([repository, day, createdAt = null]) => ({
      ...{ repository, createdAt },
      starredAt: `${day}T12:00:00Z`,
    })),
    ...{ read: stars.length, unreadable: 0, total: stars.length, isComplete: true },
    readAt: '2026-11-22T10:00:00Z',
    ...change,
  };
}

/** Real startups with events that the registry documents. */
const LANGFUSE = ['langfuse/langfuse', '2022-01-10'] as const;
const DENO = ['denoland/deno', '2023-02-10'] as const;
const MARIMO = ['Marimo-Team/marimo', '2024-06-10'] as const;

describe('a receipt', () => {
  let published: Published;
  before(async () => {
    published = await shippedPublication();
  });
  const receiptOf = async (history: StarHistory) =>
    ScoutReceipt.parse(await scoutReceipt('ann', history, published));

  it('lists wins and misses with dates, sector, stage, months early and the source of the event', async () => {
    const receipt = await receiptOf(historyOf([LANGFUSE, DENO, MARIMO]));
    const [seed] = receipt.wins;
    assert.deepEqual(
      [seed?.company, seed?.sector, seed?.stageThen, seed?.what, seed?.eventOn, seed?.monthsEarly],
      ['Langfuse', 'llm-observability', 'no event yet', 'Seed', '2023-11-07', 21.9],
    );
    assert.match(seed?.source.url ?? '', /^https:\/\//);
    assert.deepEqual(
      receipt.misses.map(({ company, stageThen, followedUntil }) => [
        company,
        stageThen,
        followedUntil,
      ]),
      [['Deno', 'Series A/B', '2026-02-10']],
    );
    assert.equal(receipt.breakdown.wins, 2);
    assert.deepEqual(receipt.breakdown.winsByKind, { funding: 1, valuation: 0, acquisition: 1 });
    assert.ok(receipt.score !== null && receipt.score > 50 && receipt.interval);
    assert.ok(receipt.interval.low < 50 && receipt.interval.high > receipt.score);
    assert.match(receipt.explanation, /^2 wins where peers of the same stage had 1/);
    assert.match(receipt.notes.join(' '), /does not show that there was none/);
  });

  it('shows the rule of the personality', async () => {
    const few = await receiptOf(historyOf([LANGFUSE, DENO]));
    assert.equal(few.personality, 'Occasional scout');
    assert.equal(few.personalityRule, 'fewer than 3 tracked startups starred');
  });

  it('counts a startup once, at the first star of its repositories', async () => {
    const twice = await receiptOf(
      historyOf([['langfuse/langfuse-python', '2024-01-01'], LANGFUSE]),
    );
    assert.equal(twice.breakdown.startupsStarred, 1);
    assert.equal(twice.wins[0]?.starredOn, '2022-01-10');
  });

  it('leaves out what is dated in the future or before the repository, and says so', async () => {
    const receipt = await receiptOf(
      historyOf([
        ['langfuse/langfuse', '2031-01-01'],
        ['denoland/deno', '2012-01-01', '2018-05-15T00:00:00Z'],
      ]),
    );
    assert.equal(receipt.score, null);
    assert.deepEqual(
      receipt.leftOut.map(({ repository, reason }) => [repository, reason]),
      [
        ['denoland/deno', 'The star is dated before the repository was made.'],
        ['langfuse/langfuse', 'The star is dated in the future.'],
      ],
    );
  });

  it('has no score, and a sentence, only where nothing that was starred can be judged', async () => {
    const cases: [StarHistory, RegExp][] = [
      [
        historyOf([], { read: 0 }),
        /GitHub shows no star of ann: there is none, or the profile is private/,
      ],
      [
        historyOf([['stranger/nothing', '2024-01-01']]),
        /None of the repositories that ann starred/,
      ],
      [historyOf([['marimo-team/marimo', '2026-01-01']]), /No star can be graded/],
    ];
    for (const [history, sentence] of cases) {
      const { score, interval, explanation, breakdown } = await receiptOf(history);
      assert.deepEqual([score, interval], [null, null]);
      assert.deepEqual(breakdown.winsByKind, { funding: 0, valuation: 0, acquisition: 0 });
      assert.match(explanation, sentence);
    }
    const miss = await receiptOf(historyOf([DENO]));
    assert.ok(miss.score !== null && miss.score < 50);
  });

  it('says what was not read', async () => {
    const { notes } = await receiptOf(
      historyOf([DENO], {
        ...{ isComplete: false, read: 3000, total: 100_000, unreadable: 2 },
        staleBecause: 'it cannot be reached',
      }),
    );
    assert.match(notes.join(' '), /\(it cannot be reached\), so older stars are shown/);
    assert.match(notes.join(' '), /Only the oldest 3,000 stars of 100,000 stars were read/);
    assert.match(notes.join(' '), /2 stars could not be read/);
  });

  it('predicts startups without an event, and the user’s record moves what the user starred', async () => {
    const { predictions: plain } = ScoutPrediction.parse(
      await predictScout('ann', historyOf([]), published),
    );
    assert.equal(plain.length, 10);
    const [, , third] = plain;
    const company = published.companies.get(third?.slug ?? '');
    const repository = company?.repositories[0]?.name ?? '';
    const known = [
      LANGFUSE,
      MARIMO,
      ['astral-sh/uv', '2022-07-10'],
      [repository, '2025-11-01'],
    ] as const;
    const { predictions, oddsOfStars } = await predictScout('ann', historyOf(known), published);
    assert.ok(oddsOfStars > 1);
    const starred = predictions.find(({ slug }) => slug === third?.slug);
    assert.equal(starred?.reasons.starredOn, '2025-11-01');
    assert.ok(starred.probability > (third?.probability ?? 1));
    assert.match(
      starred.because.join(' '),
      /Starred on 2025-11-01, and stars of this user have had/,
    );
    const { rounds } = published.registry.deals;
    for (const { slug } of predictions)
      assert.ok(
        !rounds.some((one) => one.company === slug && /^(?:seed|series)/i.test(one.round)),
        slug,
      );
  });
});

describe('GET /api/receipts/{username} and /api/scout/predict', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(served.origin + path, { headers, redirect: 'manual' });

  it('give 400 for what cannot be a user name', async () => {
    const bad = ['-a', 'a-', 'a--b', 'a_b', 'a'.repeat(40), '%20', 'ann%00', 'änn', '%E2%80%AEann'];
    for (const name of bad) {
      for (const path of [`/api/receipts/${name}`, `/api/scout/predict?username=${name}`]) {
        const response = await get(path);
        assert.equal(response.status, 400, path);
        assert.equal((await problemIn(response)).code, 'invalid-request', path);
      }
      const page = await get(`/receipts/${name}`, { accept: 'text/html' });
      assert.equal(page.status, 400, name);
      assert.match(await page.text(), /user name|at most 39/, name);
    }
    assert.equal((await get(`/api/receipts/${'a'.repeat(39)}`)).status, 404);
    assert.equal((await get('/api/scout/predict')).status, 400);
    assert.equal((await get('/api/scout/predict?username[]=a')).status, 400);
  });

  it('give 503 with Retry-After and what to do while GitHub does not answer', async () => {
    assert.equal((await get('/api/receipts/exhausted')).headers.get('retry-after'), '60');
    const page = await get('/receipts/exhausted', { accept: 'text/html' });
    assert.equal(page.status, 503);
    assert.match(await page.text(), /Ask again in 60 seconds/);
  });

  it('have a page, whose bytes the fingerprint holds, and which the form of /scouts leads to', async () => {
    for (const typed of ['octocat', '@octocat', 'https://github.com/octocat/']) {
      const form = await get(`/scouts?username=${encodeURIComponent(typed)}`);
      assert.equal(form.status, 302, typed);
      assert.equal(form.headers.get('location'), '/receipts/octocat');
    }
    const wrong = await get('/scouts?username=a_b%3Cscript%3E');
    assert.equal(wrong.status, 200);
    assert.match(await wrong.text(), /a_b&lt;script&gt;.* is not the name of a GitHub user/s);
  });
});
