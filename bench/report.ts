/** How benches measure and what they print. */
import { cpus } from 'node:os';

export type Line = { what: string; value: string; aim?: string };

export function printTable(title: string, lines: readonly Line[]): void {
  const width = Math.max(...lines.map(({ what }) => what.length));
  console.log(`\n${title}`);
  for (const { what, value, aim } of lines)
    console.log(`  ${what.padEnd(width)}  ${value}${aim === undefined ? '' : `   (aim: ${aim})`}`);
}

export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export type Measured = {
  ms: number;
  /** Share of the processors' time that all processes used in the meantime. */
  busy: number;
};

export async function measured(work: () => Promise<unknown>): Promise<Measured> {
  const before = cpuTimes();
  const ms = await milliseconds(work);
  const after = cpuTimes();
  return { ms, busy: (after.busy - before.busy) / (after.all - before.all) };
}

/** Times of all cores together, since they were started. */
function cpuTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const all = sum(times.flatMap((each) => Object.values(each)));
  return { all, busy: all - sum(times.map(({ idle }) => idle)) };
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
