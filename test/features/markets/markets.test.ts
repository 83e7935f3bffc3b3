import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  brier,
  probabilities,
  rankForecast,
  standings,
} from '../../../src/features/markets/forecast.ts';
import { MarketRecord, marketOf } from '../../../src/features/markets/market.ts';
import type { HistoryTable } from '../../../src/pipeline/edition/record.ts';
import { Published } from '../../../src/published/published.ts';
import { shippedPublication } from '../../../tools/shipped.ts';

const METRIC = 'composite' as const;

const table = fc
  .record({ startups: fc.integer({ min: 1, max: 15 }), periods: fc.integer({ min: 1, max: 30 }) })
  .chain(({ startups, periods }) => {
    const values = fc.array(fc.option(fc.integer({ min: 0, max: 100 })), {
      minLength: periods,
      maxLength: periods,
    });
    return fc.array(values, { minLength: startups, maxLength: startups });
  })
  .map(
    (rows): HistoryTable => ({
      periods: (rows[0] ?? []).map((_, index) => `period ${index}`),
      startups: Object.fromEntries(
        rows.map((row, index) => [
          `startup-${index}`,
          { velocity: row, contributors: row, composite: row },
        ]),
      ),
    }),
  );

describe('a forecast', () => {
  it('gives every candidate a chance, and all of them together 1', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 0, max: 20 }), (history, weeks) => {
        const last = history.periods.length - 1;
        const candidates = new Set(Object.keys(history.startups));
        const ranked = standings(history, last, METRIC, candidates);
        const forecast = rankForecast(history, last, weeks, METRIC, candidates);
        const chances = probabilities(ranked.length, forecast);
        if (ranked.length === 0) return;
        assert.ok(chances.every((chance) => chance > 0));
        assert.ok(Math.abs(chances.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-9);
      }),
      { seed: 7 },
    );
  });

  it('knows nothing of what came after the period that it is made from', () => {
    fc.assert(
      fc.property(table, (history) => {
        const until = Math.floor(history.periods.length / 2);
        const candidates = new Set(Object.keys(history.startups));
        const changed = structuredClone(history);
        for (const rows of Object.values(changed.startups)) rows[METRIC].fill(99, until + 1);
        assert.deepEqual(
          rankForecast(changed, until, 2, METRIC, candidates),
          rankForecast(history, until, 2, METRIC, candidates),
        );
      }),
      { seed: 7 },
    );
  });

  it('has a Brier score of 0 when it is certain and right, of 2 when certain and wrong', () => {
    const certain = new Map([
      ['a', 1],
      ['b', 0],
    ]);
    assert.equal(brier(certain, 'a'), 0);
    assert.equal(brier(certain, 'b'), 2);
    assert.equal(brier(certain, 'c'), 2);
  });
});

describe('the markets of the registry', () => {
  let published: Published;
  before(async () => {
    published = await shippedPublication();
  });

  it('are open questions with candidates whose chances sum to 1', async () => {
    const { markets } = published.registry;
    assert.ok(markets.length >= 5);
    for (const { slug } of markets) {
      const market = MarketRecord.parse(await marketOf(slug, published));
      const sum = market.candidates.reduce((total, { probability }) => total + probability, 0);
      assert.ok(Math.abs(sum - 1) < 1e-9, slug);
      // As printed, to the last digit.
      assert.equal(
        market.candidates.reduce(
          (total, { probability }) => total + Math.round(probability * 1e6),
          0,
        ),
        1e6,
        slug,
      );
      for (const { probability } of market.candidates) {
        assert.ok(probability > 0, slug);
        assert.equal(Number(probability.toFixed(6)), probability);
      }
      assert.ok(market.forecast.cases > 0, slug);
      assert.equal(market.status, 'open');
      assert.equal(market.resolution, null);
    }
  });

  it('are resolved by their edition, and their forecast is scored', async () => {
    const decided = {
      slug: 'past',
      question: 'Who led the AI agents in week 20 of 2026?',
      sector: 'ai-agents',
      metric: METRIC,
      opened: '2026-04-01',
      decidedBy: '2026-w20',
    };
    const { editions, registry } = published;
    const withMarket = { ...registry, markets: [decided] };
    const past = new Published(editions, withMarket, published.baseUrl);
    const { status, resolution } = await marketOf('past', past);
    const { sectors } = await editions.signals('2026-w20');
    const best = Math.max(
      ...(sectors
        .find(({ slug }) => slug === 'ai-agents')
        ?.startups.map(({ scores }) => scores.composite) ?? []),
    );
    assert.equal(status, 'resolved');
    assert.equal(resolution?.value, best);
    assert.ok((resolution?.brier ?? -1) >= 0 && (resolution?.brier ?? 3) <= 2);
  });

  it('are forecast better than by giving every candidate the same chance', async () => {
    const history = await published.editions.history();
    const weeks = 8;
    let [ours, uniform, cases] = [0, 0, 0];
    for (const { slug: sector } of published.registry.sectors) {
      const candidates = new Set(
        published.registry.companies
          .filter((company) => company.sector === sector)
          .map(({ slug }) => slug),
      );
      for (let from = 52; from + weeks < history.periods.length; from += 4) {
        const ranked = standings(history, from, 'velocity', candidates);
        const [winner] = standings(history, from + weeks, 'velocity', candidates);
        if (!winner || ranked.length < 2) continue;
        const forecast = rankForecast(history, from, weeks, 'velocity', candidates);
        const chances = probabilities(ranked.length, forecast);
        const given = (chance: (index: number) => number) =>
          brier(new Map(ranked.map(({ slug }, index) => [slug, chance(index)])), winner.slug);
        ours += given((index) => chances[index] ?? 0);
        uniform += given(() => 1 / ranked.length);
        cases++;
      }
    }
    assert.ok(cases > 100);
    assert.ok(ours < uniform, `${ours / cases} against ${uniform / cases}`);
  });
});
