/** The statistics of the study of raises, on companies whose truth is known. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../../src/features/research/random.ts';
import { following } from '../../../../tools/study/raise/follow.ts';
import { type Lift, lifts } from '../../../../tools/study/raise/lift.ts';
import { type Series, sharesByShift } from '../../../../tools/study/raise/shifts.ts';

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

  it('is found, with an interval above 0 and a lift above the smallest that can be seen', () => {
    const { events, companies, lift, low, p, smallest } = test(planted());
    assert.deepEqual({ events, companies, p }, { events: 75, companies: 25, p: 1 / 200 });
    assert.ok(low > 0 && lift > smallest, `${lift} ${low} ${smallest}`);
  });

  it('is found in the other direction: fewer spikes than weeks to follow for one event', () => {
    const { low, spikesPerEvent, weeksPerEvent } = following(planted(), DRAWS);
    assert.ok(low > 0);
    assert.ok(spikesPerEvent < weeksPerEvent);
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

  it('counts a spike 12 or 6 weeks before an event, and none at 13 or 5', () => {
    for (const [lead, flagged] of [
      [13, 0],
      [12, 1],
      [6, 1],
      [5, 0],
    ] as const)
      assert.equal(first(company(quiet.with(60 - lead, 1), [60]))?.flagged, flagged, `${lead}`);
  });

  it('takes no base from the 13 weeks on either side of an event, whether it counts or not', () => {
    const near = quiet
      .fill(0)
      .with(60 - 12, 1)
      .with(72, 1);
    const alone = { flags: near, events: [60], busy: [[60, 60] as const] };
    // No stretch that ends 13 weeks before, or begins 13 weeks after, is flagged.
    assert.deepEqual(first(alone), { events: 1, flagged: 1, base: 0 });
    const unpriced = { ...alone, busy: [...alone.busy, [100, 104] as const] };
    assert.equal(first({ ...unpriced, flags: near.with(110, 1) })?.base, 0);
    assert.notEqual(first({ ...alone, flags: near.with(110, 1) })?.base, 0);
  });

  it('leaves out an event in its first weeks, and one whose weeks come after its last', () => {
    const { events, leftOut } = test([company(quiet, [0, 5, 60, 160])]);
    assert.deepEqual({ events, leftOut }, { events: 1, leftOut: 3 });
  });

  it('counts an event of which six of the seven weeks are known, and none with five', () => {
    assert.equal(first(company(quiet, [11]))?.events, 1);
    assert.equal(first(company(quiet, [10]))?.events, 0);
    assert.equal(first(company(quiet, [WEEKS - 1 + 7]))?.events, 1);
    assert.equal(first(company(quiet, [WEEKS - 1 + 8]))?.events, 0);
  });

  it('without 26 stretches to compare with counts no event', () => {
    const short = new Array<number>(50).fill(0);
    assert.deepEqual(first(company(short, [20])), { events: 0, flagged: 0, base: 0 });
    const { events, leftOut, lift } = test([company(short, [20])]);
    assert.deepEqual({ events, leftOut, lift }, { events: 0, leftOut: 1, lift: Number.NaN });
  });

  it('whose rule never fires shows no lift, and no power', () => {
    const never = Array.from({ length: 12 }, () => company(quiet, [60]));
    const { flagged, lift, p, corrected, smallest } = test(never);
    assert.deepEqual({ flagged, lift, p, corrected }, { flagged: 0, lift: 0, p: 1, corrected: 1 });
    assert.ok(Number.isNaN(smallest));
    const { spikes, spikesPerEvent } = following(never, DRAWS);
    assert.deepEqual({ spikes, spikesPerEvent }, { spikes: 0, spikesPerEvent: Infinity });
  });

  it('is not tested with fewer than ten events', () => {
    const { events, p, low } = test([company(quiet, [40, 80])]);
    assert.deepEqual([events, p, low], [2, Number.NaN, Number.NaN]);
  });

  it('counts a run of flagged weeks as one spike, and only where 12 weeks follow', () => {
    const flags = quiet.fill(0).fill(1, 20, 23).with(140, 1);
    const { spikes, followed, spikesPerEvent } = following([company(flags, [32])], DRAWS);
    assert.deepEqual(
      { spikes, followed, spikesPerEvent },
      { spikes: 1, followed: 1, spikesPerEvent: 1 },
    );
  });
});
