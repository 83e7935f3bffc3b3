/** The numbers of findings with their intervals, and where chance alone would put them. */
import { type Estimate, estimatesOf } from '../../features/research/number-names.ts';
import { findingsOf } from '../../features/research/paper.ts';
import { figure } from '../../lib/prose.ts';
import { PATHS } from '../components/links.ts';
import { linesOf } from '../images/letters.ts';
import { type Chart, type ChartDefinition, roundAxis } from './chart.ts';
import { DOT } from './weekly-chart.ts';

/** The intervals of one finding. */
export const findingIntervals: ChartDefinition = {
  path: '/charts/research/{slug}',
  chart: async ({ published, params: { slug = '' } }) => {
    const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
    return finding && intervalChart(finding.title, estimatesOf(finding), PATHS.research(slug));
  },
};

/** The intervals of all findings that are shares, side by side. */
export const allIntervals: ChartDefinition = {
  path: '/charts/research',
  chart: async ({ published }) => {
    const shares = findingsOf(published)
      .flatMap(estimatesOf)
      .filter((one) => one.unit === '%' && hasInterval(one));
    return intervalChart('What was found, and what chance would give', shares, PATHS.research());
  },
};

function hasInterval({ low, high }: Estimate): boolean {
  return low !== undefined && high !== undefined;
}

/** Pixels of a row: its name in up to two lines, and its marks. */
const ROW = { line: 16, marks: 28 } as const;
/** As wide as the smallest phone leaves; letters are narrower than they are taken to be. */
const NAME = { size: 13, maxWidth: 300, maxLines: 2 } as const;
const INTERVAL = 'm-8-1.5h16v3h-16z';
const DIAMOND = 'm0-6 5 6-5 6-5-6z';
const [FOUND, CHANCE] = ['var(--link)', 'var(--down)'] as const;

/** Draws the numbers that have an interval, which come first; its table has all. */
function intervalChart(title: string, all: readonly Estimate[], page: string): Chart | undefined {
  const estimates = all.filter(hasInterval);
  if (estimates.length === 0) return undefined;
  const isPercent = estimates.every(({ unit }) => unit === '%');
  const say = (value: number) => `${figure(value).replace('-', '−')}${isPercent ? '%' : ''}`;
  const ends = estimates.flatMap(({ low = 0, high = 0, byChance = 0 }) => [low, high, byChance]);
  const names = estimates.map(({ name, value }) => linesOf(`${name}: ${say(value)}`, NAME));
  const lines = Math.max(...names.map(({ length }) => length));
  const rows = estimates.map((estimate, index) => ({
    ...estimate,
    y: estimates.length - index - 0.75,
  }));
  return {
    id: 'intervals',
    title,
    summary: estimates
      .map(({ name, value, low = 0, high = 0, byChance }) => {
        const chance = byChance === undefined ? '' : `; by chance ${say(byChance)}`;
        return `${name}: ${say(value)}, between ${say(low)} and ${say(high)}${chance}.`;
      })
      .join(' '),
    key: [
      { shape: DOT, color: FOUND, text: 'found' },
      { shape: INTERVAL, color: FOUND, text: '95% interval' },
      ...(estimates.some(({ byChance }) => byChance !== undefined)
        ? [{ shape: DIAMOND, color: CHANCE, text: 'by chance' }]
        : []),
    ],
    page,
    x: isPercent
      ? roundAxis(0, 100, say)
      : roundAxis(Math.min(0, ...ends), Math.max(0, ...ends), say),
    y: { from: 0, to: rows.length, ticks: [] },
    height: rows.length * (ROW.marks + lines * ROW.line),
    lines: rows.map(({ low = 0, high = 0, y }) => ({
      places: [
        { x: low, y },
        { x: high, y },
      ],
      color: FOUND,
      width: 3,
    })),
    points: [
      ...rows.flatMap(({ byChance: x, y }) =>
        x === undefined ? [] : { x, y, shape: DIAMOND, color: CHANCE },
      ),
      ...rows.map(({ value: x, y }) => ({ x, y, shape: DOT, color: FOUND })),
    ],
    texts: rows.map(({ y }, index) => ({ y, lines: names[index] ?? [] })),
    rowsRun: 'down',
    table: {
      columns: ['Number', 'Found', '95% from', 'to', 'By chance'],
      rows: all.map(({ name, unit, value, low, high, byChance }) => [
        name,
        ...[value, low, high, byChance].map((number) =>
          number === undefined ? null : `${figure(number).replace('-', '−')}${unit}`,
        ),
      ]),
    },
  };
}
