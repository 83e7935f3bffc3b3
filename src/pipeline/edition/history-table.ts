/** The weeks of all startups side by side, from the table of all periods. */
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import { readColumns } from '../ledger/table-file.ts';
import type { HistoryTable } from './record.ts';
import type { ReleaseWeeks } from './release-weeks.ts';

const COLUMNS = {
  texts: ['period', 'slug'],
  numbers: ['commitVelocity14d', 'contributors', 'scoreComposite', 'agentShare'],
};

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
  const startupAt = (slug: string, place: number) => {
    const known = startups.get(slug) ?? { first: place, row: blankRow(periods.length) };
    startups.set(slug, known);
    known.first = Math.min(known.first, place);
    return known.row;
  };
  await readColumns(COLUMNS, table, ({ rows, texts, numbers }, [slugsOfPeriods, slugs]) => {
    const [periodOf, slugOf] = texts;
    const [velocity, contributors, composite, agents] = numbers;
    for (let at = 0; at < rows; at++) {
      const place = places.get(slugsOfPeriods?.[periodOf?.[at] ?? -1] ?? '') ?? -1;
      const slug = slugs?.[slugOf?.[at] ?? -1] ?? '';
      const row = startupAt(slug, place);
      row.velocity[place] = velocity?.[at] ?? 0;
      row.contributors[place] = contributors?.[at] ?? 0;
      row.composite[place] = composite?.[at] ?? 0;
      row.agents[place] = agents?.[at] ?? 0;
      row.releaseDays[place] = releases.daysIn(slug, weeks[place] ?? 0);
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
