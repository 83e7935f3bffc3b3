/** Says when an edition's numbers were computed, for display next to them. */
import { parsePeriod } from '../lib/period.ts';
import { counted } from '../lib/prose.ts';
import type { SignalsResponse } from '../pipeline/edition/record.ts';
import { ageInDays } from '../pipeline/edition/timing.ts';

/** `These numbers were computed on 2026-11-22, 111 days after the week ended.` */
export function computation({
  period: { slug },
  lastUpdated,
  timing,
}: Pick<SignalsResponse['meta'], 'period' | 'lastUpdated' | 'timing'>): string {
  const on = `These numbers were computed on ${lastUpdated.slice(0, 10)}`;
  const period = parsePeriod(slug);
  if (timing === 'live' || !period) return `${on}, as the week ended.`;
  return `${on}, ${counted(ageInDays(period, new Date(lastUpdated)), 'day')} after the week ended.`;
}
