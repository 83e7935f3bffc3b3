/** Dates as precise as their source: a year, a month or a day. */

import { z } from 'zod';
import { compareCodeUnits } from '../lib/compare.ts';

const MILLISECONDS_A_DAY = 86_400_000;

/** `2025`, `2025-03` or `2025-03-31`. */
export const PartialDate = z
  .string('must be text; a year alone needs quotes')
  .regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/, "must be a date like 2026-08-16, 2026-08 or '2026'")
  .refine((date) => isReal(firstDay(date)), 'must be a day that the calendar has');

/** The first day of the year, month or day, as an ISO date. */
export function firstDay(date: string): string {
  return `${date}-01-01`.slice(0, 10);
}

/** The last day of the year, month or day, as an ISO date. */
export function lastDay(date: string): string {
  if (date.length === 10) return date;
  const [year = 0, month = 12] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1) - MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

/** Whether `one` is before `other` for all exact days that they can stand for. */
export function isCertainlyBefore(one: string, other: string): boolean {
  return lastDay(one) < firstDay(other);
}

/** Sorts the latest first and unknown dates last. */
export function compareLatestFirst(one: string | null, other: string | null): number {
  return compareCodeUnits(other ?? '', one ?? '');
}

function isReal(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
