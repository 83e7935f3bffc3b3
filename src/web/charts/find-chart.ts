/** Finds the chart that an address means, and which of its forms. */
import { NotFoundError } from '../../lib/errors.ts';
import { filledPath } from '../page/page.ts';
import type { ChartDefinition } from './chart.ts';
import { compareCommits } from './compare-commits.ts';
import { allIntervals, findingIntervals } from './finding-intervals.ts';
import { startupAgents, startupCommits, startupContributors } from './startup-line.ts';
import { startupScatter } from './startup-scatter.ts';
import { weekOfAll } from './week-of-all.ts';

/** The chart's own page, its frame, and its files. */
export const CHART_FORMS = ['', '/embed', '.svg', '.png', '.csv', '.json'] as const;
export type ChartForm = (typeof CHART_FORMS)[number];

export type ChartAddress = {
  definition: ChartDefinition;
  params: Readonly<Record<string, string>>;
  form: ChartForm;
};

/** All charts that have an address of their own. */
const CHARTS: readonly ChartDefinition[] = [
  compareCommits,
  startupAgents,
  startupCommits,
  startupContributors,
  startupScatter,
  findingIntervals,
  allIntervals,
  weekOfAll,
];

const PATTERNS = CHARTS.map((definition) => ({
  definition,
  pattern: new RegExp(`^${definition.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));

/**
 * @param path decoded
 * @throws NotFoundError for a path of no chart, and for a form that charts do not have
 */
export function findChart(path: string): ChartAddress {
  const [, own = '', asked = ''] = /^(.*?)(\/embed|\.[^/]*|)$/s.exec(path) ?? [];
  const form = CHART_FORMS.find((known) => known === asked);
  if (form === undefined)
    throw new NotFoundError(
      'not-found',
      `A chart is an .svg, .png, .csv or .json file, or a frame at /embed, and not ${JSON.stringify(asked.slice(0, 20))}.`,
    );
  for (const { definition, pattern } of PATTERNS) {
    const match = pattern.exec(own);
    if (match) return { definition, form, params: { ...match.groups } };
  }
  throw new NotFoundError('not-found', 'No chart has this address.');
}

/** The path of a chart, filled in. */
export function chartPath({ definition, params }: Omit<ChartAddress, 'form'>): string {
  return filledPath(definition.path, params);
}
