/** Finds the chart that an address means, and which of its forms. */
import { NotFoundError } from '../../lib/errors.ts';
import { filledPath } from '../page/page.ts';
import { CHARTS } from './all-charts.ts';
import type { ChartDefinition } from './chart.ts';

/** The chart's own page, its frame, and its files. */
export const CHART_FORMS = ['', '/embed', '.svg', '.png', '.csv', '.json'] as const;
export type ChartForm = (typeof CHART_FORMS)[number];

export type ChartAddress = {
  definition: ChartDefinition;
  params: Readonly<Record<string, string>>;
  form: ChartForm;
};

const PREFIX = '/charts/';

/** A chart whose name ends in a slug must not take another one's frame for it. */
const PATTERNS = CHARTS.map((definition) => ({
  definition,
  pattern: new RegExp(
    `^${definition.path.slice(PREFIX.length).replace(/\{(\w+)\}/g, '(?<$1>(?!embed$)[^/.]+)')}(?<form>/[^/]*|\\.[^/]*|)$`,
  ),
}));

/**
 * @param path decoded, after `/charts/`
 * @throws NotFoundError for a path of no chart, and for a form that charts do not have
 */
export function findChart(path: string): ChartAddress {
  let unknown: string | undefined;
  for (const { definition, pattern } of PATTERNS) {
    const groups = pattern.exec(path)?.groups;
    if (!groups) continue;
    const { form: asked = '', ...params } = groups;
    const form = CHART_FORMS.find((known) => known === asked);
    if (form !== undefined) return { definition, params, form };
    // A name that is no form of this chart may be another chart below it.
    unknown ??= asked;
  }
  if (unknown !== undefined)
    throw new NotFoundError(
      'not-found',
      `A chart is an .svg, .png, .csv or .json file, or a frame at /embed, and not ${JSON.stringify(unknown.slice(0, 20))}.`,
    );
  throw new NotFoundError('not-found', 'No chart has this address.');
}

/** The path of a chart, filled in. */
export function chartPath({ definition, params }: Omit<ChartAddress, 'form'>): string {
  return filledPath(definition.path, params);
}
