/** The statistics of the study of raises, on companies whose truth is known. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../../src/features/research/random.ts';
import { type Lift, lifts } from '../../../../tools/study/raise/lift.ts';
import { type Series, sharesByShift } from '../../../../tools/study/raise/shifts.ts';
import { following } from '../../../../tools/study/raise/study-raise.ts';

const WINDOW = { from: 12, until: 6 };
const WEEKS = 150;
const DRAWS = { seed: 1, shifts: 199, resamples: 20 };

function test(series: readonly Series[], draws = DRAWS): Lift {
  const [lift] = lifts([{ name: 'made up', series, window: WINDOW }], draws);
  assert.ok(lift);
  return lift;
}

function company(flags: readonly number[], events: readonly number[]): Series {
  return { flags, events, busy: events.map((week) => [week, week] as const) };
}

/** Spikes of two weeks, as 14-day windows make them, at random; a lead puts one before some events. */
function madeUp(random: () => number, lead?: { weeks: number; share: number }): Series[] {
  return Array.from({ length: 25 }, () => {
    const flags = new Array<number>(WEEKS).fill(0);
    const begin = (week: number) => flags.fill(1, week, week + 2);
    for (let week = 0; week < WEEKS - 1; week++) if (random() < 0.06) begin(week);
    const events = [30, 70, 110].map((week) => week + Math.floor(random() * 20));
    for (const event of events) if (lead && random() < lead.share) begin(event - lead.weeks);
    return company(flags, events);
  });
}

describe('without an effect', () => {
  it('gives p values that are uniform over 500 draws', () => {
    const random = seeded(7);
    const bins = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 500; draw++) {
      const { p } = test(madeUp(random), { ...DRAWS, seed: draw, resamples: 1 });
      const bin = Math.min(9, Math.floor(10 * (p - 1e-9)));
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    const chiSquare = bins.reduce((sum, seen) => sum + (seen - 50) ** 2 / 50, 0);
    // 99% of the chi-square distribution with nine degrees of freedom.
    assert.ok(chiSquare < 21.67, `${chiSquare.toFixed(1)}: ${bins.join(' ')}`);
    assert.ok((bins[0] ?? 0) < 75, 'p values below 0.1 are too frequent');
  });

  it('finds nothing in the other direction', () => {
    const { share, base, low, high } = following(madeUp(seeded(3)), DRAWS);
    assert.ok(low < 0 && high > 0, `${share} ${base} ${low} ${high}`);
  });
});

describe('with a planted lead of eight weeks', () => {
  const planted = () => madeUp(seeded(5), { weeks: 8, share: 0.6 });

  it('is found in both directions, with a lift above the smallest that can be seen', () => {
    const { events, companies, lift, low, p, smallest } = test(planted());
    assert.deepEqual({ events, companies, p }, { events: 75, companies: 25, p: 1 / 200 });
    assert.ok(low > 0 && lift > smallest, `${lift} ${low} ${smallest}`);
    const after = following(planted(), DRAWS);
    assert.ok(after.low > 0 && after.spikesPerEvent < after.weeksPerEvent);
  });

  it('is found in about four of five cases if it is the smallest lift that is printed', () => {
    const random = seeded(13);
    const { smallest, base } = test(madeUp(random), { ...DRAWS, shifts: 1999 });
    const found = Array.from({ length: 150 }, () =>
      test(madeUp(random, { weeks: 8, share: smallest / (1 - base) })),
    ).filter(({ p }) => p <= 0.05).length;
    assert.ok(found > 0.7 * 150 && found < 0.9 * 150, `${found} of 150`);
  });

  it('survives the correction for nine other tests, and they do not', () => {
    const random = seeded(11);
    const named = (name: string, series: Series[]) => ({ name, series, window: WINDOW });
    const none = Array.from({ length: 9 }, (_, place) => named(`none ${place}`, madeUp(random)));
    const [found, ...others] = lifts([named('planted', planted()), ...none], DRAWS);
    assert.equal(found?.corrected, 1 / 200);
    for (const { p, corrected, smallest, smallestCorrected } of others) {
      assert.ok(corrected >= p && corrected > 0.05);
      assert.ok(smallestCorrected > smallest);
    }
  });
});

describe('a company', () => {
  const quiet = new Array<number>(WEEKS).fill(0);
  const first = (series: Series) => sharesByShift(series, WINDOW)[0];

  const seen = (series: Series) => {
    const { events = 0, flagged = 0, base = 0 } = first(series) ?? {};
    return [events, flagged, base];
  };

  it('counts a spike 12 or 6 weeks before an event of which six of seven weeks are known', () => {
    const spike = (lead: number) => company(quiet.with(60 - lead, 1), [60]);
    assert.deepEqual(
      [13, 12, 6, 5].map((lead) => first(spike(lead))?.flagged),
      [0, 1, 1, 0],
    );
    const weeks = [10, 11, WEEKS - 1 + 7, WEEKS - 1 + 8];
    assert.deepEqual(
      weeks.map((week) => first(company(quiet, [week]))?.events),
      [0, 1, 1, 0],
    );
    const { events, leftOut } = test([company(quiet, [0, 5, 60, 160])]);
    assert.deepEqual([events, leftOut], [1, 3]);
  });

  it('takes no base from the 13 weeks on either side of an event, whether it counts or not', () => {
    const near = quiet.with(60 - 12, 1).with(72, 1);
    const alone = { flags: near, events: [60], busy: [[60, 60] as const] };
    // No stretch that ends 13 weeks before, or begins 13 weeks after, is flagged.
    assert.deepEqual(seen(alone), [1, 1, 0]);
    const unpriced = { ...alone, busy: [...alone.busy, [100, 104] as const] };
    const far = near.with(110, 1);
    assert.equal(first({ ...unpriced, flags: far })?.base, 0);
    assert.notEqual(first({ ...alone, flags: far })?.base, 0);
  });

  it('is not tested with fewer than 26 stretches to compare with, or than ten events', () => {
    const short = company(new Array<number>(50).fill(0), [20]);
    assert.deepEqual(seen(short), [0, 0, 0]);
    const { events, leftOut, lift } = test([short]);
    assert.deepEqual([events, leftOut, lift], [0, 1, Number.NaN]);
    const few = test([company(quiet, [40, 80])]);
    assert.deepEqual([few.events, few.p, few.low], [2, Number.NaN, Number.NaN]);
  });

  it('whose rule never fires shows no lift, and no power', () => {
    const never = Array.from({ length: 12 }, () => company(quiet, [60]));
    const { flagged, lift, p, corrected, smallest } = test(never);
    assert.deepEqual([flagged, lift, p, corrected, smallest], [0, 0, 1, 1, Number.NaN]);
    const { spikes, spikesPerEvent } = following(never, DRAWS);
    assert.deepEqual([spikes, spikesPerEvent], [0, Infinity]);
  });

  it('counts a run of flagged weeks as one spike, and only where 12 weeks follow', () => {
    const flags = [...quiet].fill(1, 20, 23).with(140, 1);
    const { spikes, followed, spikesPerEvent } = following([company(flags, [32])], DRAWS);
    assert.deepEqual([spikes, followed, spikesPerEvent], [1, 1, 1]);
  });
});
