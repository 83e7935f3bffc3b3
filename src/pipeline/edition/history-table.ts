/** The weeks of all startups side by side, from the table of all periods. */
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import { readColumns } from '../ledger/table-file.ts';
import type { HistoryTable } from './record.ts';
import type { ReleaseWeeks } from './release-weeks.ts';

const COLUMNS = [
  'period',
  'slug',
  'commitVelocity14d',
  'contributors',
  'scoreComposite',
  'agentShare',
];

type Row = Required<HistoryTable['startups'][string]>;

/**
 * @param periods slugs, oldest first
 * @param table path of the table of all periods, as Parquet
 * @param releases of the ledger
 */
export async function historyOf(
  periods: string[],
  table: string,
  releases: ReleaseWeeks,
): Promise<HistoryTable> {
  const weeks = periods.map((period) => weekIndex(lastDayNamed(period)));
  const places = new Map(periods.map((period, place) => [period, place]));
  const startups = new Map<string, { first: number; row: Row }>();
  await readColumns(COLUMNS, table, (chunk) => {
    const [period, slug, ...numbers] = COLUMNS.map((_, column) => chunk.getColumnVector(column));
    for (let at = 0; at < chunk.rowCount; at++) {
      const place = places.get(String(period?.getItem(at))) ?? -1;
      const name = String(slug?.getItem(at));
      const known = startups.get(name) ?? { first: place, row: blankRow(periods.length) };
      startups.set(name, known);
      known.first = Math.min(known.first, place);
      const [velocity = 0, contributors = 0, composite = 0, agents = 0] = numbers.map((column) =>
        Number(column.getItem(at)),
      );
      const { row } = known;
      row.velocity[place] = velocity;
      row.contributors[place] = contributors;
      row.composite[place] = composite;
      row.agents[place] = agents;
      row.releaseDays[place] = releases.daysIn(name, weeks[place] ?? 0);
    }
  });
  // As the periods' datasets have them: oldest first, by slug.
  const inOrder = [...startups].sort(
    ([one, { first }], [other, { first: since }]) => first - since || (one < other ? -1 : 1),
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
