/** The frame of commands: their declarations, values of their options, and what they print. */
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';

/** The first day of the shipped ledger, so that a collection can be compared with it. */
export const COVERED_FROM = '2024-06-01';

export const DEFAULT_JOBS = 6;
export const MAX_JOBS = 64;

/** @param examples what to type, with an explanation after two spaces if it needs one */
export function defineCommand(name: string, description: string, ...examples: readonly string[]) {
  const text = `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`;
  return new Command(name).description(description).addHelpText('after', text);
}

/** @returns a parser of whole numbers, from 1 unless another minimum is given */
export function upTo(max: number, min = 1): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

export function columns(rows: readonly (readonly unknown[])[]): string[] {
  const texts = rows.map((row) => row.map((cell) => `${cell ?? '-'}`));
  const widthAt = (column: number) => Math.max(...texts.map((row) => row[column]?.length ?? 0));
  const widths = texts[0]?.map((_, column) => widthAt(column)) ?? [];
  const align = (text: string, column: number) => text.padEnd(widths[column] ?? 0);
  return texts.map((row) => row.map(align).join('  ').trimEnd());
}

/** Prints a result: as JSON for a program, or in lines for people. */
export function show(
  asJson: true | undefined,
  value: unknown,
  lines: () => readonly string[] = () => [],
): void {
  if (asJson) say(JSON.stringify(value, null, 2));
  else for (const line of lines()) say(line);
}

/** Prints a list: as JSON for a program, or as a table with the names of its fields for people. */
export function showTable(asJson: true | undefined, list: readonly object[]): void {
  show(asJson, list, () => tableLines(list));
}

/** Lines of a table of records, under the names of their fields. */
export function tableLines(list: readonly object[]): string[] {
  const [first] = list;
  return first ? columns([Object.keys(first), ...list.map(Object.values)]) : [];
}

/** A result of a command that runs for long, with its time. */
export function sayNow(text: string): void {
  say(`${new Date().toISOString()} ${text}`);
}

const LOG_INTERVAL_MS = 5_000;
const TERMINAL_INTERVAL_MS = 100;
/** Clears the line of a terminal (ECMA-48). */
const CLEAR_LINE = '\r\u001b[K';

/**
 * Shows the progress of a task, and how long it took. On a terminal, one line changes in place; elsewhere
 * it is written every few seconds, so that logs stay short.
 */
export async function withProgress<T>(
  task: string,
  work: (update: (text: string) => void) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const [before, after] = process.stderr.isTTY ? [CLEAR_LINE, ''] : ['', '\n'];
  const interval = process.stderr.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  process.stderr.write(`${task} …${after}`);
  const update = (text: string) => void process.stderr.write(`${before}${task}: ${text}${after}`);
  const result = await work(atIntervals(interval, update)).finally(() =>
    process.stderr.write(before),
  );
  note(`${task}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

/** Reports progress at first, and then at most once in `ms` milliseconds. */
export function atIntervals<A extends unknown[]>(
  ms: number,
  tell: (...progress: A) => void,
): (...progress: A) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (...progress) => {
    if (performance.now() - toldAt < ms) return;
    toldAt = performance.now();
    tell(...progress);
  };
}
