/** Primary results of the study as a table, its rounds, and its numbers for `registry/findings.yaml`. */
import { decimals } from '../../../src/lib/averages.ts';
import { csvRecord } from '../../../src/lib/csv.ts';
import { decimal, percent, table } from '../../markdown.ts';
import type { GroupResult, Lift } from './lift.ts';
import { PRIMARY, type StudiedCompany, series } from './rules.ts';
import { comparedEvents } from './shifts.ts';

const COLUMNS = 'group,rounds,companies,flagged,own base,lift,95%,p,smallest lift seen (80%)';

export function primaryTable(results: readonly GroupResult[]): string {
  const rows = results.map(({ group, primary }) => [
    ...[`\`${group}\``, `${primary.events}`, `${primary.companies}`],
    ...[percent(primary.flagged), percent(primary.base), points(primary.lift)],
    `${points(primary.low)} to ${points(primary.high)}`,
    ...[decimal(primary.p, 3), points(primary.smallest)],
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
