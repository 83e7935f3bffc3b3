/** Values of options, checked while the command line is read. */
import { InvalidArgumentError } from 'commander';
import { dayOf, parseDay } from '../../lib/period.ts';

export function parseSince(text: string): string {
  if (text === 'all') return text;
  parseDayOption(text);
  return text;
}

export function parseAsOf(text: string): number {
  return parseDayOption(text) * 86_400;
}

function parseDayOption(text: string): number {
  try {
    const day = parseDay(text);
    if (day <= dayOf(Date.now() / 1000)) return day;
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError('It must be a day like 2024-06-01, not later than today.');
}

export function parseJobs(text: string): number {
  const jobs = Number(text);
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= 64) return jobs;
  throw new InvalidArgumentError('It must be a whole number from 1 to 64.');
}
