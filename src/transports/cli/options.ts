/** Commands with examples in their help, and values of their options. */
import { InvalidArgumentError, Command as PlainCommand } from 'commander';
import { dayOf, parseDay } from '../../lib/period.ts';

/** Where the shipped ledger begins, so that a collection can be compared with it. */
export const COVERED_FROM = '2024-06-01';

export const DEFAULT_JOBS = 6;
export const MAX_JOBS = 64;

export class Command extends PlainCommand {
  override createCommand(name?: string): Command {
    return new Command(name);
  }

  /** @param lines what to type, with an explanation behind two spaces if it needs one */
  examples(...lines: readonly string[]): this {
    return this.addHelpText(
      'after',
      `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`,
    );
  }
}

export function parseSince(text: string): string {
  if (text !== 'all') parseDayOption(text);
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
    // Refused below.
  }
  throw new InvalidArgumentError('It must be a day like 2024-06-01, not later than today.');
}

/** @returns a parser of whole numbers, from 1 unless another one is given */
export function upTo(max: number, min = 1): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}
