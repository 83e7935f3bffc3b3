import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { livesOf } from '../../../src/features/outcomes/life.ts';
import { isOutcome, TrackRecord } from '../../../src/features/scout/track-record.ts';
import { isoDay, parseDay } from '../../../src/lib/period.ts';
import {
  type Exit,
  type FundingRound,
  NO_DEALS,
  type Valuation,
} from '../../../src/registry/deals.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { exitOf, fundingRound } from '../../support/deals.ts';
import { exampleCompany } from '../../support/example-company.ts';

function registryOf(
  rounds: readonly FundingRound[],
  change: { companies?: Company[]; valuations?: Valuation[] } = {},
) {
  const slugs = ['acorn', 'birch', 'cedar', 'dogwood'];
  const {
    companies = slugs.map((slug) => exampleCompany(slug, { founded: 2019 })),
    valuations = [],
  } = change;
  return { companies, organizations: [], deals: { ...NO_DEALS, rounds, valuations } };
}

const UNTIL = parseDay('2026-11-01');

async function judged(registry: ReturnType<typeof registryOf>, slug: string, starredOn: string) {
  return (await TrackRecord.of(livesOf(registry), UNTIL)).outcomeOf(slug, parseDay(starredOn));
}

describe('a star', () => {
  const registry = registryOf([
    fundingRound('acorn', 'Seed', '2022-01-10'),
    fundingRound('acorn', 'Series A', '2024-01-10'),
    fundingRound('birch', 'Seed', '2023'),
    fundingRound('cedar', 'Seed', '2022-06-01'),
  ]);

  it('wins with the first event after its day, within three years', async () => {
    const win = await judged(registry, 'acorn', '2021-07-10');
    assert.ok(win && isOutcome(win) && win.state === 'win');
    assert.equal(win.event.what, 'Seed');
    assert.equal(win.stageThen, 'no event yet');
    assert.equal(Math.round(win.monthsEarly), 6);
    assert.ok(win.probability > 0 && win.probability < 1);
    const next = await judged(registry, 'acorn', '2022-01-10');
    assert.ok(next && isOutcome(next) && next.state === 'win');
    assert.equal(next.event.what, 'Series A');
    assert.equal(next.stageThen, 'Seed');
  });

  it('misses when its three years are over, and is open before', async () => {
    const states = ['2022-06-01', '2024-06-01'].map(async (day) => {
      const one = await judged(registry, 'cedar', day);
      return one && isOutcome(one) ? [one.state, isoDay(one.until)] : one;
    });
    assert.deepEqual(await Promise.all(states), [
      ['miss', '2025-06-02'],
      ['open', '2026-11-01'],
    ]);
  });

  it('is followed only after an event that may have come before it', async () => {
    const unclear = await judged(registry, 'birch', '2023-05-01');
    assert.ok(unclear && isOutcome(unclear));
    assert.equal(unclear.state, 'open');
    assert.equal(unclear.stageThen, 'Seed');
    const before = await judged(registry, 'birch', '2022-12-31');
    assert.ok(before && isOutcome(before) && before.state === 'win');
  });

  it('waits for a project to become a company', async () => {
    const early = await judged(registry, 'dogwood', '2012-01-01');
    assert.ok(early && isOutcome(early));
    assert.equal(isoDay(early.until), '2022-07-01');
  });

  it('counts neither way for what is none any more, or of which nothing can be known', async () => {
    const gone = (kind: Exit['kind'], on: string | null) => {
      const exits = [exitOf(kind, on)];
      const companies = [
        exampleCompany('acorn', { founded: 2019, exits }),
        exampleCompany('birch', { founded: 2019 }),
      ];
      return registryOf([fundingRound('birch', 'Seed', '2022-01-10')], { companies });
    };
    const reason = (one: Awaited<ReturnType<typeof judged>>) =>
      one && !isOutcome(one) && one.reason;
    assert.equal(
      reason(await judged(gone('acquired', '2024-01-02'), 'acorn', '2024-01-02')),
      'no-startup-any-more',
    );
    assert.equal(
      reason(await judged(gone('acquired', '2024'), 'acorn', '2024-05-05')),
      'event-without-day',
    );
    assert.equal(reason(await judged(registry, 'acorn', '2026-10-31')), 'too-recent');
    assert.equal(reason(await judged(registryOf([]), 'acorn', '2024-01-01')), 'no-base-rate');
    assert.equal(await judged(registry, 'stranger', '2024-01-01'), undefined);
    // Starred a day before it was acquired, it is a win; before it closed, a miss.
    const acquired = await judged(gone('acquired', '2024-01-02'), 'acorn', '2024-01-01');
    assert.ok(acquired && isOutcome(acquired) && acquired.state === 'win');
    const closed = await judged(gone('closed', '2024-01-02'), 'acorn', '2023-12-01');
    assert.ok(closed && isOutcome(closed));
    assert.deepEqual([closed.state, isoDay(closed.until)], ['miss', '2024-01-02']);
  });

  it('loses a win when the event is withdrawn', async () => {
    const withdrawn = registryOf([fundingRound('cedar', 'Seed', '2022-06-01')]);
    const outcome = await judged(withdrawn, 'acorn', '2021-07-10');
    assert.ok(outcome && isOutcome(outcome));
    assert.equal(outcome.state, 'miss');
  });
});
