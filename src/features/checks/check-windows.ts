/** The windows of days that counts cover, and how to split a list of days into them. */
import { z } from 'zod';
import { type Day, isoDay } from '../../lib/period.ts';

export const Window = z
  .object({ from: z.iso.date(), through: z.iso.date() })
  .meta({ id: 'CheckWindow', description: 'UTC days, both inclusive' });
export type Window = z.infer<typeof Window>;

/** The window of `days` days that ends `ago` days before D. */
export function windowOf(lastDay: Day, days: number, ago = 0): Window {
  return { from: isoDay(lastDay - ago - days + 1), through: isoDay(lastDay - ago) };
}

export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Splits a list of days, oldest first, in half and sums both halves. */
export function halves(days: readonly number[]): { current: number; prior: number } {
  const middle = days.length / 2;
  return { current: total(days.slice(middle)), prior: total(days.slice(0, middle)) };
}
