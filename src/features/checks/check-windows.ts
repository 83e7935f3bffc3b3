/** Parts shared by checks: the windows of days that counts cover, and repositories left out. */
import { z } from 'zod';
import { sum } from '../../lib/averages.ts';
import { type Day, isoDay } from '../../lib/period.ts';
import type { EvidenceRecord } from '../../pipeline/edition/record.ts';

export const Window = z
  .object({ from: z.iso.date(), through: z.iso.date() })
  .meta({ id: 'CheckWindow', description: 'UTC days, both inclusive' });
export type Window = z.infer<typeof Window>;

/** The window of `days` days that ends `ago` days before D. */
export function windowOf(lastDay: Day, days: number, ago = 0): Window {
  return { from: isoDay(lastDay - ago - days + 1), through: isoDay(lastDay - ago) };
}

/** Splits a list of days, oldest first, in half and sums both halves. */
export function halves(days: readonly number[]): { current: number; prior: number } {
  const middle = days.length / 2;
  return { current: sum(days.slice(middle)), prior: sum(days.slice(0, middle)) };
}

export const NotCounted = z.array(z.object({ repository: z.string(), reason: z.string() }));

export function notCountedIn({ repositories }: EvidenceRecord): z.infer<typeof NotCounted> {
  return repositories.flatMap(({ repository, notCounted }) =>
    notCounted === undefined ? [] : [{ repository, reason: notCounted }],
  );
}
