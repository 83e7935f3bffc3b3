/** Results of the study as text, and its rounds as a table. */
import { csvRecord } from '../../../src/lib/csv.ts';
import { type Lift, MIN_EVENTS } from './lift.ts';
import { type StudiedCompany, series, spike, TESTS } from './rules.ts';
import type { GroupResult } from './study-raise.ts';

export function groupText(result: GroupResult): string {
  const { group, companies, primary, secondary, filed, following, ifUnlabelled } = result;
  return [
    `## ${group}: ${companies} companies`,
    `Primary test, smallest lift seen in four of five cases ${points(primary.smallest)}:`,
    lines([primary]),
    `Secondary tests, ${secondary.filter(({ events }) => events >= MIN_EVENTS).length} of ${secondary.length} with ${MIN_EVENTS} rounds or more, p corrected (max-T), smallest lift corrected:`,
    lines(secondary),
    'By the day of the closing or filing:',
    lines([filed.announced, filed.filed]),
    [
      `Of ${following.spikes} spikes, ${percent(following.share)} were followed by a round within 12 weeks; of all weeks, ${percent(following.base)}`,
      `(difference 95% ${points(following.low)} to ${points(following.high)}). To follow for one round:`,
      `${following.spikesPerEvent.toFixed(1)} spikes, or ${following.weeksPerEvent.toFixed(1)} weeks at random.`,
    ].join(' '),
    `If a fifth of the stretches without a known round had held one: lift ${points(ifUnlabelled.lift)} (${points(ifUnlabelled.low)} to ${points(ifUnlabelled.high)}); ${percent(ifUnlabelled.share)} of spikes and ${percent(ifUnlabelled.base)} of weeks followed by a round.`,
  ].join('\n\n');
}

function lines(tests: readonly Lift[]): string {
  const head =
    '| test | rounds | companies | left out | flagged | own base | lift | 95% | p | corrected | smallest lift |';
  const rows = tests.map((test) =>
    [
      ...[test.name, test.events, test.companies, test.leftOut],
      ...[percent(test.flagged), percent(test.base), points(test.lift)],
      test.events < MIN_EVENTS ? 'too few' : `${points(test.low)} to ${points(test.high)}`,
      ...[decimal(test.p), decimal(test.corrected), points(test.smallestCorrected)],
    ].join(' | '),
  );
  return [head, head.replace(/[^|]+/g, ' --- '), ...rows.map((row) => `| ${row} |`)].join('\n');
}

/** Every round with its source, and whether the primary rule fired in the weeks before it. */
export function roundsTable(companies: readonly StudiedCompany[], group: string): string {
  const [primary] = TESTS;
  return companies
    .flatMap((company) => {
      const { flags } = series(company, { rule: spike });
      const first = Math.min(...company.weeks.keys());
      return company.rounds.map(({ week, ...round }) => {
        const { from = 0, until = 0 } = primary?.window ?? {};
        const start = week - from - first;
        const stretch = Array.from(
          { length: from - until + 1 },
          (_, at) => flags[start + at] ?? -1,
        );
        const { company: slug, date, amount, currency, filedOn = null, source } = round;
        return csvRecord([
          ...[group, slug, round.round, date, filedOn, amount, currency, source],
          stretch.filter((flag) => flag >= 0).length,
          stretch.filter((flag) => flag === 1).length,
        ]);
      });
    })
    .join('');
}

export const ROUNDS_HEAD = csvRecord(
  'group company round announced filed amount currency source knownWeeks flaggedWeeks'.split(' '),
);

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)}%`;
}

function points(difference: number): string {
  if (Number.isNaN(difference)) return '–';
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return `${sign}${Math.abs(100 * difference).toFixed(1)}`;
}

function decimal(value: number): string {
  return Number.isNaN(value) ? '–' : value.toFixed(3);
}
