/** The whole study of one group of companies, as plain values (docs/study.md). */
import { parseDay, weekIndex } from '../../../src/lib/period.ts';
import { type Following, following } from './follow.ts';
import { type Draws, type Lift, lifts } from './lift.ts';
import { type StudiedCompany, series, spike, TESTS, testedSeries } from './rules.ts';

/** A stretch without a known round that may have held one. */
const UNLABELLED = 0.2;

export type GroupResult = {
  group: string;
  companies: number;
  primary: Lift;
  secondary: Lift[];
  /** The primary test of the rounds whose closing or filing is dated, by both dates. */
  filed: { announced: Lift; filed: Lift };
  following: Following;
  /** The results, if a fifth of all stretches without a known round had held one. */
  ifUnlabelled: { lift: number; low: number; high: number; share: number; base: number };
};

export function studyGroup(
  group: string,
  companies: readonly StudiedCompany[],
  draws: Draws,
): GroupResult {
  const tests = testedSeries(companies);
  const [primary] = lifts(tests.slice(0, 1), draws) as [Lift];
  const test = TESTS[0] as (typeof TESTS)[number];
  const dated = (filed: boolean) => companies.map((company) => withFilingDates(company, filed));
  const [announced, filed] = [false, true].map((isFiled) => {
    const name = isFiled
      ? 'the same rounds by closing or filing'
      : 'rounds with a closing or filing date';
    const one = dated(isFiled).map((company) => series(company, test));
    return lifts([{ name, window: test.window, series: one }], draws)[0];
  }) as [Lift, Lift];
  const followed = following(
    companies.map((company) => series(company, { rule: spike })),
    draws,
  );
  const withHidden = (share: number) => share + UNLABELLED * (1 - share);
  return {
    group,
    companies: companies.length,
    primary,
    secondary: lifts(tests.slice(1), draws),
    filed: { announced, filed },
    following: followed,
    ifUnlabelled: {
      lift: primary.lift / (1 - UNLABELLED),
      low: primary.low / (1 - UNLABELLED),
      high: primary.high / (1 - UNLABELLED),
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
