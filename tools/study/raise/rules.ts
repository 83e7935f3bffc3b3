/** The tests of the study, in the order of docs/study.md: the primary one, then the secondary ones. */
import { SIGNAL_TYPES } from '../../../src/pipeline/signals/classify.ts';
import type { Tested } from './lift.ts';
import type { CompanyRounds, StudiedRound } from './rounds.ts';
import type { Series, Window } from './shifts.ts';
import type { Week, Weeks } from './weeks.ts';

/** Undefined where it cannot be known. */
type Rule = (at: (weeksAgo: number) => Week | undefined) => boolean | undefined;
type Test = {
  name: string;
  rule: Rule;
  window: Window;
  /** Selects the rounds that are looked at; all by default. */
  counts?: (round: StudiedRound) => boolean;
};

const MIN_COMMITS = 20;
const MIN_CONTRIBUTORS = 5;
const MANY = 10_000_000;
/** Amounts in other currencies are left out. */
const COMPARABLE = ['USD', 'EUR', 'GBP'];
const WEEKS_4_TO_13: Window = { from: 13, until: 4 };

/** In whole numbers, so that exactly 40% is up by 40%. From none before, any growth is. */
function isUp(now: number, before: number, percent: number): boolean {
  return 100 * now >= (100 + percent) * before;
}

const commitsUp =
  (percent: number): Rule =>
  (at) => {
    const week = at(0);
    return week && week.commits >= MIN_COMMITS && isUp(week.commits, week.priorCommits, percent);
  };

const spike = commitsUp(40);

const twiceUp: Rule = (at) => {
  const [now, before] = [spike(at), spike((ago) => at(ago + 2))];
  return now === undefined || before === undefined ? undefined : now && before;
};

const contributorsUp: Rule = (at) => {
  const week = at(0);
  if (!week) return undefined;
  const { contributors, priorContributors } = week;
  return contributors >= MIN_CONTRIBUTORS && isUp(contributors, priorContributors, 40);
};

const edition =
  (isFlagged: (edition: NonNullable<Week['edition']>) => boolean): Rule =>
  (at) => {
    const published = at(0)?.edition;
    return published && isFlagged(published);
  };

function testOf(name: string, rule: Rule = spike, more: Partial<Test> = {}): Test {
  return { name, rule, window: { from: 12, until: 6 }, ...more };
}

export const PRIMARY = testOf('commits +40%, weeks 6 to 12');

export const TESTS: readonly Test[] = [
  PRIMARY,
  testOf('commits +100%', commitsUp(100)),
  testOf('commits +150%', commitsUp(150)),
  testOf('commits +40% twice in a row', twiceUp),
  testOf('commits +40%, weeks 3 to 6', spike, { window: { from: 6, until: 3 } }),
  testOf('commits +40%, weeks 4 to 13', spike, { window: WEEKS_4_TO_13 }),
  testOf('commits +100%, weeks 4 to 13', commitsUp(100), { window: WEEKS_4_TO_13 }),
  testOf('contributors +40%', contributorsUp),
  ...SIGNAL_TYPES.map((name) =>
    testOf(
      name,
      edition(({ type }) => type === name),
    ),
  ),
  testOf(
    'composite score 90 or more',
    edition(({ composite }) => composite >= 90),
  ),
  testOf(
    'growth score 90 or more',
    edition(({ growth }) => growth >= 90),
  ),
  testOf('seed rounds', spike, { counts: ({ stage }) => stage === 'seed' }),
  testOf('series A and B', spike, { counts: ({ stage }) => stage === 'a-b' }),
  testOf('later rounds', spike, { counts: ({ stage }) => stage === 'later' }),
  testOf('rounds of 10 million or more', spike, {
    counts: ({ amount, currency }) => (amount ?? 0) >= MANY && COMPARABLE.includes(currency ?? ''),
  }),
];

/** A company with the weeks that are known of it and its rounds. */
export type StudiedCompany = CompanyRounds & { weeks: Weeks };

/** A company's flags from its first known week to its last, with the rounds as places in them. */
export function series(
  { weeks, rounds, busy, ended }: StudiedCompany,
  { rule, counts = () => true }: Test,
): Series & { first: number } {
  const known = [...weeks.keys()].filter((week) => week < ended);
  const first = Math.min(...known);
  const length = known.length === 0 ? 0 : Math.max(...known) - first + 1;
  const flags = Array.from({ length }, (_, place) => {
    const week = first + place;
    const at = (ago: number) => (week < ended ? weeks.get(week - ago) : undefined);
    const isFlagged = at(0) && rule(at);
    return isFlagged === undefined ? -1 : Number(isFlagged);
  });
  const inSeries = ({ week }: StudiedRound) => week >= first && week < ended;
  return {
    first,
    flags,
    events: rounds
      .filter((round) => inSeries(round) && counts(round))
      .map(({ week }) => week - first),
    busy: busy.map(([from, until]) => [from - first, until - first]),
  };
}

export function testedSeries(companies: readonly StudiedCompany[], test: Test): Tested {
  return {
    name: test.name,
    window: test.window,
    series: companies.map((company) => series(company, test)),
  };
}
