/** The other direction: how often a spike is followed by an event, and how often any week is. */

import { seeded } from '../../../src/features/research/random.ts';
import { sum } from '../../../src/lib/averages.ts';
import { interval95, resample } from '../resample.ts';
import type { Draws, GroupResult } from './lift.ts';
import type { Series } from './shifts.ts';

const WEEKS_AFTER = 12;

type Counts = { spikes: number; followed: number; weeks: number; weeksFollowed: number };

/**
 * A run of flagged weeks counts once, at its first week. Only weeks with 12 more weeks in the series
 * count. The interval is that of share − base; without events, a reader follows infinitely many jumps.
 */
export function following(
  series: readonly Series[],
  { seed, resamples }: Draws,
): GroupResult['following'] {
  const counts = series.map(countCompany).filter(({ weeks }) => weeks > 0);
  const random = seeded(seed);
  const draws = Array.from({ length: resamples }, () => {
    const { share, base } = ratios(resample(counts, random));
    return share - base;
  });
  const total = ratios(counts);
  return {
    companies: counts.length,
    ...total,
    ...interval95(draws),
    spikesPerEvent: 1 / total.share,
    weeksPerEvent: 1 / total.base,
  };
}

function countCompany({ flags, events }: Series): Counts {
  const counts = { spikes: 0, followed: 0, weeks: 0, weeksFollowed: 0 };
  for (const [week, flag] of flags.slice(0, -WEEKS_AFTER).entries()) {
    if (flag < 0) continue;
    const isFollowed = events.some((event) => event > week && event <= week + WEEKS_AFTER);
    counts.weeks++;
    if (isFollowed) counts.weeksFollowed++;
    if (flag === 0 || flags[week - 1] === 1) continue;
    counts.spikes++;
    if (isFollowed) counts.followed++;
  }
  return counts;
}

function ratios(counts: readonly Counts[]) {
  const total = (value: keyof Counts) => sum(counts.map((company) => company[value]));
  const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  const [spikes, followed] = [total('spikes'), total('followed')];
  return {
    spikes,
    followed,
    share: ratio(followed, spikes),
    base: ratio(total('weeksFollowed'), total('weeks')),
  };
}
