/** The whole study of one group of companies, as plain values (docs/study.md). */

import { seeded } from '../../../src/features/research/random.ts';
import { sum } from '../../../src/lib/averages.ts';
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import { interval95, resample } from '../resample.ts';
import { type Draws, type GroupResult, type Lift, lifts, type Tested } from './lift.ts';
import { PRIMARY, type StudiedCompany, TESTS, testedSeries } from './rules.ts';
import type { Series } from './shifts.ts';

/** A stretch without a known round that may have held one. */
const UNLABELLED = 0.2;

export function studyGroup(
  group: string,
  companies: readonly StudiedCompany[],
  draws: Draws,
): GroupResult {
  const primary = testedSeries(companies, PRIMARY);
  const [, ...secondary] = TESTS;
  const first = (tested: Tested) => lifts([tested], draws)[0] as Lift;
  const filed = (name: string, isFiled: boolean) => {
    const dated = companies.map((company) => withFilingDates(company, isFiled));
    return first(testedSeries(dated, { ...PRIMARY, name }));
  };
  const result = first(primary);
  const followed = following(primary.series, draws);
  const withHidden = (share: number) => share + UNLABELLED * (1 - share);
  return {
    group,
    companies: companies.length,
    primary: result,
    secondary: lifts(
      secondary.map((test) => testedSeries(companies, test)),
      draws,
    ),
    filed: {
      announced: filed('by announcement', false),
      filed: filed('by closing or filing', true),
    },
    following: followed,
    ifUnlabelled: {
      lift: result.lift / (1 - UNLABELLED),
      low: result.low / (1 - UNLABELLED),
      high: result.high / (1 - UNLABELLED),
      share: withHidden(followed.share),
      base: withHidden(followed.base),
    },
  };
}

/** A company with those of its rounds of which a closing or a filing is dated. */
function withFilingDates(company: StudiedCompany, isFiled: boolean): StudiedCompany {
  const rounds = company.rounds.flatMap((round) => {
    if (round.filedOn === undefined) return [];
    return [{ ...round, week: isFiled ? weekIndex(parseDay(round.filedOn)) : round.week }];
  });
  return { ...company, rounds };
}

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
