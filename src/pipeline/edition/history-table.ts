/** The weeks of all startups side by side, from the table of all periods. */
import { compareCodeUnits } from '../../lib/compare.ts';
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import { readParquet } from '../ledger/table-file.ts';
import type { ReleaseDays } from './periods.ts';
import type { HistoryTable } from './record.ts';

/** Columns of the table by their names in the history. */
const COLUMNS = {
  velocity: 'commitVelocity14d',
  contributors: 'contributors',
  composite: 'scoreComposite',
  agents: 'agentShare',
  bulk: 'bulkShare14d',
} as const;
const NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

type Row = Required<HistoryTable['startups'][string]>;

/**
 * @param periods slugs, oldest first
 * @param table path of the table of all periods, as Parquet
 * @param releaseDays of the ledger
 */
export async function historyOf(
  periods: string[],
  table: string,
  releaseDays: ReleaseDays,
): Promise<HistoryTable> {
  const weeks = periods.map((period) => weekIndex(lastDayNamed(period)));
  const places = new Map(periods.map((period, place) => [period, place]));
  const startups = new Map<string, { first: number; row: Row }>();
  // Numbers as JavaScript has them: none of them is NULL but the share that landed in bulk.
  const columns = NAMES.map((name) => `CAST("${COLUMNS[name]}" AS DOUBLE)`);
  await readParquet(['period', 'slug', ...columns], table, ([period, of, ...numbers]) => {
    const place = places.get(String(period)) ?? -1;
    const slug = String(of);
    const { row } = startups.getOrInsertComputed(slug, () => ({
      ...{ first: place, row: blankRow(periods.length) },
    }));
    for (const [index, name] of NAMES.entries()) {
      const number = numbers[index] ?? null;
      row[name][place] = number === null ? null : Number(number);
    }
    row.releaseDays[place] = releaseDays(slug, weeks[place] ?? 0);
  });
  // As the periods' datasets have them: oldest first, by slug.
  const inOrder = [...startups].sort(
    ([one, { first }], [other, { first: since }]) => first - since || compareCodeUnits(one, other),
  );
  return { periods, startups: Object.fromEntries(inOrder.map(([slug, { row }]) => [slug, row])) };
}

function blankRow(periods: number): Row {
  const blank = () => new Array<number | null>(periods).fill(null);
  const [velocity, contributors, composite] = [blank(), blank(), blank()];
  const [agents, bulk, releaseDays] = [blank(), blank(), blank()];
  return { velocity, contributors, composite, agents, bulk, releaseDays };
}
