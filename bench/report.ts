/** How benches measure and what they print. */

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

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
