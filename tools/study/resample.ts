/** Bootstrap samples, and the intervals that they give. */
import { quantile, sorted } from '../../src/features/research/statistics.ts';

type Interval = { low: number; high: number };

/** As many items as there are, each drawn from all of them. */
export function resample<T>(items: readonly T[], random: () => number): T[] {
  return items.map(() => items[Math.floor(random() * items.length)] as T);
}

/** The central 95% of the values. */
export function interval95(values: readonly number[]): Interval {
  const ascending = sorted(values, (value) => value);
  return { low: quantile(ascending, 0.025), high: quantile(ascending, 0.975) };
}
