/** The weeks of all startups side by side, from the table of all periods. */
import { compareCodeUnits } from '../../lib/compare.ts';
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import { readParquet } from '../ledger/table-file.ts';
import type { ReleaseDays } from './periods.ts';
import type { HistoryTable } from './record.ts';

/** Numbers as JavaScript has them: none of them is NULL. */
const COLUMNS = [
  ...['period', 'slug'],
  ...['commitVelocity14d', 'contributors', 'scoreComposite', 'agentShare'].map(
    (name) => `CAST("${name}" AS DOUBLE)`,
  ),
];

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
  const startupAt = (slug: string, place: number) => {
    const known = startups.get(slug) ?? { first: place, row: blankRow(periods.length) };
    startups.set(slug, known);
    known.first = Math.min(known.first, place);
    return known.row;
  };
  await readParquet(COLUMNS, table, ([period, slug, velocity, contributors, composite, agents]) => {
    const place = places.get(String(period)) ?? -1;
    const row = startupAt(String(slug), place);
    row.velocity[place] = Number(velocity);
    row.contributors[place] = Number(contributors);
    row.composite[place] = Number(composite);
    row.agents[place] = Number(agents);
    row.releaseDays[place] = releaseDays(String(slug), weeks[place] ?? 0);
  });
  // As the periods' datasets have them: oldest first, by slug.
  const inOrder = [...startups].sort(
    ([one, { first }], [other, { first: since }]) => first - since || compareCodeUnits(one, other),
  );
  return { periods, startups: Object.fromEntries(inOrder.map(([slug, { row }]) => [slug, row])) };
}

function blankRow(periods: number): Row {
  const blank = () => new Array<number | null>(periods).fill(null);
  return {
    velocity: blank(),
    contributors: blank(),
    composite: blank(),
    agents: blank(),
    releaseDays: blank(),
  };
}
