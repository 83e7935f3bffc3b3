/** Results of the study as text, its rounds as a table, and its numbers for `registry/findings.yaml`. */
import { decimals } from '../../../src/lib/averages.ts';
import { csvRecord } from '../../../src/lib/csv.ts';
import { decimal, percent, table } from '../../markdown.ts';
import { type GroupResult, type Lift, MIN_EVENTS } from './lift.ts';
import { PRIMARY, type StudiedCompany, series } from './rules.ts';
import { comparedEvents } from './shifts.ts';

export function groupText(result: GroupResult): string {
  const { group, companies, primary, secondary, filed, following, ifUnlabelled } = result;
  if (companies === 0) return `## ${group}: none of its companies is in the registry yet`;
  const tested = secondary.filter(({ events }) => events >= MIN_EVENTS).length;
  return [
    `## ${group}: ${companies} companies`,
    'Primary test:',
    liftTable([primary], 'smallest'),
    `Secondary tests, ${tested} of ${secondary.length} with ${MIN_EVENTS} rounds or more, corrected by the largest of them:`,
    liftTable(secondary, 'smallestCorrected'),
    'Rounds with a closing or filing date:',
    liftTable([filed.announced, filed.filed], 'smallest'),
    `Of ${following.spikes} spikes, ${percent(following.share)} were followed by a round within 12 weeks; of all weeks, ${percent(following.base)} (difference 95% ${points(following.low)} to ${points(following.high)}). For one round, ${decimal(following.spikesPerEvent, 1)} spikes, or ${decimal(following.weeksPerEvent, 1)} weeks at random.`,
    `If a fifth of the stretches without a known round had held one: lift ${points(ifUnlabelled.lift)} (${points(ifUnlabelled.low)} to ${points(ifUnlabelled.high)}); ${percent(ifUnlabelled.share)} of spikes and ${percent(ifUnlabelled.base)} of weeks followed by a round.`,
  ].join('\n\n');
}

const COLUMNS =
  'test,rounds,companies,left out,flagged,own base,lift,95%,p,p corrected,smallest lift seen (80%)';

function liftTable(tests: readonly Lift[], smallest: 'smallest' | 'smallestCorrected'): string {
  const rows = tests.map((test) => [
    ...[test.name, test.events, test.companies, test.leftOut].map(String),
    ...[percent(test.flagged), percent(test.base), points(test.lift)],
    test.events < MIN_EVENTS ? 'too few' : `${points(test.low)} to ${points(test.high)}`,
    ...[decimal(test.p, 3), decimal(test.corrected, 3), points(test[smallest])],
  ]);
  return table(COLUMNS.split(','), rows);
}

export const ROUNDS_HEAD = csvRecord(
  'group,company,round,announced,filed,amount,currency,source,isFlagged,ownBase'.split(','),
);

/**
 * Every round with its source. `isFlagged` is 1 where the primary rule fired in the seven weeks, and
 * `ownBase` the share of the company's other stretches in which it did; empty where too little is known.
 */
export function roundRecords(companies: readonly StudiedCompany[], group: string): string[] {
  return companies.flatMap((company) => {
    const own = series(company, PRIMARY);
    const compared = comparedEvents(own, PRIMARY.window);
    return company.rounds.map((round) => {
      const { flagged = null, base = null } =
        compared[own.events.indexOf(round.week - own.first)] ?? {};
      const { company: slug, date, amount, currency, filedOn = null, source } = round;
      return csvRecord([
        ...[group, slug, round.round, date, filedOn, amount, currency, source],
        flagged,
        base === null ? null : decimals(base, 4),
      ]);
    });
  });
}

function points(difference: number): string {
  const text = decimal(100 * difference, 1);
  return difference > 0 ? `+${text}` : text;
}

export type FindingNumbers = Readonly<Record<string, number>>;

/** Shares in percent, differences in points with one decimal. */
export function raiseFindings(results: readonly GroupResult[]): Record<string, FindingNumbers> {
  const group = (name: string) => {
    const found = results.find((result) => result.group === name);
    if (!found) throw new RangeError(`the study has no group ${name}`);
    return found;
  };
  const { primary, following } = group('added');
  const points = (value: number) => decimals(100 * value, 1);
  const interval = (key: string, { lift, low, high }: Pick<Lift, 'lift' | 'low' | 'high'>) => ({
    [key]: points(lift),
    [`${key}Low`]: points(low),
    [`${key}High`]: points(high),
  });
  return {
    'spikes-before-raises': {
      ...interval('added', primary),
      ...interval('since2022', group('since-2022').primary),
      ...interval('since2024', group('since-2024').primary),
      ...interval('together', group('together').primary),
      none: 0,
      flagged: Math.round(100 * primary.flagged),
      base: Math.round(100 * primary.base),
      p: decimals(primary.p, 2),
      smallest: points(primary.smallest),
      rounds: primary.events,
      companies: primary.companies,
    },
    'raises-after-spikes': {
      ...interval('difference', { ...following, lift: following.share - following.base }),
      none: 0,
      share: points(following.share),
      base: points(following.base),
      spikes: following.spikes,
      perRound: decimals(following.spikesPerEvent, 1),
      weeksPerRound: decimals(following.weeksPerEvent, 1),
    },
  };
}
