/** The whole study of one group of companies, as plain values (docs/study.md). */
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import { following } from './follow.ts';
import { type Draws, type GroupResult, type Lift, lifts, type Tested } from './lift.ts';
import { PRIMARY, type StudiedCompany, TESTS, testedSeries } from './rules.ts';

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
