/** Which numbers of a week a question asks for, and what stands for those that it does not name. */
import { isAdditive, isNumber } from '../query/field.ts';
import { fieldOf } from '../query/query-fields.ts';
import type { Pieces } from './pieces.ts';

/** What an unnamed number is. */
export const DEFAULT_METRIC = 'commitVelocity14d';

/** In their order, without those of bounds. */
export function askedMetrics(pieces: Pieces) {
  const metrics = pieces.frame
    .words('metric')
    .filter(({ taken, meaning }) => !taken && fieldOf('startup', meaning.metric) !== undefined);
  // "rank … by commits": a verb, and no place
  const verbs = metrics.filter(
    ({ at, text }) =>
      /^(?:rank(?:s|ed|ing)?|sort|order)$/i.test(text) &&
      pieces.all
        .slice(at + 1)
        .some((piece) => /(?:^| )(?:by|on)(?: |$)|^(?:desc|asc)/i.test(piece.text)),
  );
  if (verbs.length === 0 || verbs.length === metrics.length) return metrics;
  pieces.take(...verbs);
  return metrics.filter((piece) => !verbs.includes(piece));
}

/** The fields that words of numbers name, in their order. */
export function fieldsOfWords(metrics: ReturnType<typeof askedMetrics>): string[] {
  // "whose commits grew the most": the order says what is to grow
  const isGrowth = ({ meaning, text }: (typeof metrics)[number]) =>
    meaning.metric === 'scoreGrowth' && meaning.order !== undefined && /gr[eo]w/i.test(text);
  const plain = metrics.filter((piece) => !isGrowth(piece));
  const grown = plain.length < metrics.length && plain.length === 1;
  return (grown ? plain : metrics).flatMap(({ meaning: { metric, beside = [] } }) => [
    grown ? growthOf(metric) : metric,
    ...beside,
  ]);
}

export function isNumberOf(name: string): boolean {
  const field = fieldOf('startup', name);
  return field !== undefined && isNumber(field);
}

/** The published growth of a metric, or the metric itself. */
export function growthOf(metric: string): string {
  if (metric === 'contributors') return 'contributorGrowth';
  return metric === DEFAULT_METRIC ? 'commitVelocityChangeRatio' : metric;
}

/** What a published growth is of: its change between two weeks is that of the number. */
export function numberBehind(metric: string): string {
  if (metric === 'contributorGrowth') return 'contributors';
  return metric === 'commitVelocityChangeRatio' ? DEFAULT_METRIC : metric;
}

/** One value of many: counts are added, of everything else the middle one is meant. */
export function fallbackMeasure(metric: string): 'sum' | 'median' {
  const field = fieldOf('sector', metric);
  return field && isAdditive(field) ? 'sum' : 'median';
}
