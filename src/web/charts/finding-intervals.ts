/** The numbers of findings with their intervals, and where chance alone would put them. */
import { type Estimate, estimatesOf } from '../../features/research/number-names.ts';
import { type Finding, findingsOf } from '../../features/research/paper.ts';
import { figure } from '../../lib/prose.ts';
import { PATHS } from '../components/links.ts';
import { type Chart, chart } from './chart.ts';
import { drawPlot } from './plot.ts';

/** The interval of one finding. */
export const findingIntervals = chart({
  path: '/charts/research/{slug}',
  draw: async ({ published, params: { slug = '' } }) => {
    const finding = findingsOf(published).find((candidate) => candidate.slug === slug);
    const estimates = finding ? withInterval(finding) : [];
    if (!finding || estimates.length === 0) return undefined;
    return intervalChart(finding.title, estimates, PATHS.research(slug), `finding-${slug}`);
  },
});

/** The intervals of all findings that are shares, side by side. */
export const allIntervals = chart({
  path: '/charts/research',
  draw: async ({ published }) => {
    const estimates = findingsOf(published)
      .flatMap(withInterval)
      .filter(({ unit }) => unit === '%');
    if (estimates.length === 0) return undefined;
    return intervalChart(
      'What was found, and what chance would give',
      estimates,
      PATHS.research(),
      'findings',
    );
  },
});

function withInterval(finding: Finding): Estimate[] {
  return estimatesOf(finding).filter(({ low, high }) => low !== undefined && high !== undefined);
}

const WIDTH = 560;
const ROW = 50;

async function intervalChart(
  title: string,
  estimates: readonly Estimate[],
  page: string,
  id: string,
): Promise<Chart> {
  const isPercent = estimates.every(({ unit }) => unit === '%');
  const shown = (value: number | undefined) =>
    value === undefined ? '' : `${figure(value).replace('-', '−')}${isPercent ? '%' : ''}`;
  const rows = estimates.map((estimate, index) => ({ ...estimate, row: index }));
  const sentence = ({ name, value, low, high, byChance }: Estimate) =>
    `${name}: ${shown(value)}, between ${shown(low)} and ${shown(high)}${byChance === undefined ? '' : `; by chance ${shown(byChance)}`}.`;
  const summary = estimates.map(sentence).join(' ');
  const values = estimates.flatMap(({ value, low = 0, high = 0, byChance = 0 }) => [
    ...[value, low, high, byChance],
  ]);
  const domain = isPercent
    ? [0, 100]
    : [Math.min(-0.1, ...values) - 0.1, Math.max(0.1, ...values) + 0.1];
  const svg = await drawPlot({ id, title, summary }, (Plot) => ({
    width: WIDTH,
    height: rows.length * ROW + 40,
    marginLeft: 8,
    marginRight: 16,
    marginTop: 16,
    x: {
      domain,
      label: null,
      ticks: 5,
      grid: true,
      ...(isPercent && { tickFormat: (value: number) => `${value}%` }),
    },
    y: { domain: [-0.6, rows.length - 0.4], reverse: true, axis: null },
    marks: [
      ...(isPercent ? [] : [Plot.ruleX([0], { stroke: 'var(--quiet)' })]),
      Plot.text(rows, {
        x: domain[0] ?? 0,
        y: 'row',
        text: ({ name, value }: Estimate) => `${name}: ${shown(value)}`,
        dy: -18,
        textAnchor: 'start',
        fill: 'var(--ink)',
        stroke: 'var(--paper)',
        strokeWidth: 4,
      }),
      Plot.ruleY(rows, { x1: 'low', x2: 'high', y: 'row', stroke: 'var(--link)', strokeWidth: 3 }),
      Plot.dot(
        rows.filter(({ byChance }) => byChance !== undefined),
        {
          ...{ x: 'byChance', y: 'row', symbol: 'diamond', r: 5 },
          ...{ fill: 'var(--paper)', stroke: 'var(--down)', strokeWidth: 1.75 },
        },
      ),
      Plot.dot(rows, { x: 'value', y: 'row', fill: 'var(--link)', r: 4.5 }),
    ],
  }));
  return {
    title,
    summary,
    svg,
    table: {
      columns: ['Number', 'Found', '95% from', 'to', 'By chance'],
      rows: estimates.map(({ name, value, low, high, byChance }) => [
        name,
        shown(value),
        shown(low) || null,
        shown(high) || null,
        shown(byChance) || null,
      ]),
    },
    page,
  };
}
