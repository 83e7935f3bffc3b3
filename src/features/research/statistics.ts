/** Plain statistics of lists of numbers. */
import { mean, sum } from '../../lib/averages.ts';

/** Share of the items that pass the test, 0 to 1; 0 without items. */
export function share<T>(items: readonly T[], test: (item: T) => boolean): number {
  if (items.length === 0) return 0;
  let passed = 0;
  for (const item of items) if (test(item)) passed++;
  return passed / items.length;
}

export function sorted<T>(items: readonly T[], value: (item: T) => number): number[] {
  return items.map(value).sort((a, b) => a - b);
}

/** Quantile of sorted values by the nearest-rank method. */
export function quantile(values: readonly number[], q: number): number {
  return values[Math.max(0, Math.ceil(q * values.length) - 1)] ?? 0;
}

/** Pearson's correlation; 0 where one of the two does not vary. */
export function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const covariance = sum(xs.map((x, index) => (x - meanX) * ((ys[index] ?? 0) - meanY)));
  const spread = (values: readonly number[], centre: number) =>
    Math.sqrt(sum(values.map((value) => (value - centre) ** 2)));
  const spreads = spread(xs, meanX) * spread(ys, meanY);
  return spreads === 0 ? 0 : covariance / spreads;
}

export function rankCorrelation(xs: readonly number[], ys: readonly number[]): number {
  return correlation(ranks(xs), ranks(ys));
}

/** Ranks from 1; equal values share their mean rank. */
function ranks(values: readonly number[]): number[] {
  const order = Uint32Array.from(values, (_, index) => index).sort(
    (a, b) => (values[a] ?? 0) - (values[b] ?? 0),
  );
  const ranked = new Array<number>(values.length).fill(0);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const value = values[order[from] ?? 0];
    while (to < order.length && values[order[to] ?? 0] === value) to++;
    for (let place = from; place < to; place++) ranked[order[place] ?? 0] = (from + 1 + to) / 2;
  }
  return ranked;
}
