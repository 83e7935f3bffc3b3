/** All sectors side by side: the acceleration of each startup, and the middle of its sector. */
import { type Listed, listedWeek } from '../../features/selection/listed-week.ts';
import { medianOf } from '../../lib/averages.ts';
import { rounded, shortPeriodName, signedDecimal } from '../components/format.ts';
import { periodHref } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { drawPlot } from './plot.ts';

export const SECTORS_CHART_PATH = '/charts/sectors';

export default chart({
  path: SECTORS_CHART_PATH,
  draw: async ({ published, period }) => {
    const { editions } = published;
    const name = editions.periods.find(({ slug }) => slug === period)?.name ?? period;
    const drawn = await drawSectors(await listedWeek(period, published), shortPeriodName(name));
    return drawn && { ...drawn, page: periodHref('/sectors', period, editions) };
  },
});

const ROW_HEIGHT = 17;
const FURTHEST = 2.5;
const MAX_NAME = 20;

/** @param of `Week 31, 2026`. Undefined where no acceleration is known. */
export async function drawSectors(
  listed: readonly Listed[],
  of: string,
): Promise<Omit<Chart, 'page'> | undefined> {
  const known = listed.flatMap(({ acceleration, ...one }) =>
    acceleration === null ? [] : [{ ...one, acceleration }],
  );
  const sectors = [...Map.groupBy(known, ({ startup }) => startup.sector).values()]
    .map((members) => ({
      name: members[0]?.sectorName ?? '',
      members,
      median: medianOf(members.map(({ acceleration }) => acceleration)) ?? 0,
    }))
    .sort((a, b) => b.median - a.median);
  const [first, last] = [sectors[0], sectors.at(-1)];
  if (!first || !last) return undefined;
  const title = `Acceleration by sector, ${of}`;
  const summary = `Each dot is a startup, each bar the median of its sector. The median is highest in ${first.name} (${signedDecimal(first.median)}) and lowest in ${last.name} (${signedDecimal(last.median)}); 0 is the usual pace of the past year.`;
  const label = ({ name }: { name: string }) => shortened(name);
  const dots = sectors.flatMap((sector) =>
    sector.members.map(({ acceleration }) => ({
      sector: label(sector),
      x: Math.max(-FURTHEST, Math.min(FURTHEST, acceleration)),
    })),
  );
  const medians = sectors.map((sector) => ({ sector: label(sector), x: sector.median }));
  const svg = await drawPlot({ id: 'sectors', title, summary }, (Plot) => ({
    width: 480,
    height: sectors.length * ROW_HEIGHT + 40,
    marginLeft: 136,
    marginRight: 10,
    x: { domain: [-FURTHEST, FURTHEST], label: null },
    y: { domain: medians.map(({ sector }) => sector), label: null, type: 'band', padding: 0.3 },
    marks: [
      Plot.gridX([-2, -1, 1, 2], { stroke: 'var(--rule)', strokeOpacity: 1 }),
      Plot.ruleX([0], { stroke: 'var(--under)' }),
      Plot.axisX([-2, -1, 0, 1, 2], {
        tickSize: 0,
        tickFormat: (value: number) => (value === 0 ? '0' : signedDecimal(value).replace('.0', '')),
      }),
      Plot.axisY({ tickSize: 0 }),
      Plot.dot(dots, { x: 'x', y: 'sector', r: 3, fill: 'var(--line)', fillOpacity: 0.45 }),
      Plot.tickX(medians, { x: 'x', y: 'sector', stroke: 'var(--link)', strokeWidth: 3 }),
    ],
  }));
  return {
    title,
    summary,
    svg,
    table: {
      columns: ['Sector', 'Startups', 'Median acceleration'],
      rows: sectors.map(({ name, members, median }) => [name, members.length, rounded(median)]),
    },
  };
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : name;
}
