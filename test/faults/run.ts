/**
 * Injects every fault many times and prints what came of it.
 *
 * `npm run faults -- [rounds] [--write] [--seed <number>] [--only <words>]`: 50 rounds without.
 * `--write` puts the table into docs/reliability.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../src/features/research/random.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import type { Fault, Found } from './fault.ts';
import { Installation } from './installation.ts';
import { FAULTS } from './list.ts';

const DOCUMENT = join(PROJECT_ROOT, 'docs', 'reliability.md');
const HEADINGS = ['fault', 'what is served meanwhile', 'what is lost', 'how it recovers', 'test'];
/** Where disks and hosting services recover in their own time, a round takes half a minute. */
const SLOW_SHARE = 0.1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, seed: { type: 'string' }, only: { type: 'string' } },
});
const rounds = Number(positionals[0] ?? 50);
const seed = Number(values.seed ?? Date.now() % 1e9);
console.log(`${rounds} rounds, seed ${seed}`);

const installation = await Installation.make();
const rows: string[][] = [];
try {
  for (const fault of FAULTS) {
    const { name, skip, test } = fault;
    if (values.only !== undefined && !name.includes(values.only)) continue;
    if (skip) console.log(`${name}: skipped, ${skip}`);
    const found = skip ? undefined : await inject(fault);
    const { served, lost, recovery } = found ?? { served: '?', lost: '?', recovery: '?' };
    rows.push([name, served, lost, recovery, `\`${test}\``]);
  }
} finally {
  installation.close();
}
if (values.write && process.exitCode === undefined) await write();

async function inject({ name, inject: run }: Fault): Promise<Found | undefined> {
  const isQuick = name.includes('killed');
  const started = performance.now();
  try {
    const times = isQuick ? rounds : Math.max(1, Math.round(rounds * SLOW_SHARE));
    const found = await run(installation, times, seeded(seed));
    const took = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${name} (${took} s)\n  served: ${found.served}\n  lost: ${found.lost}`);
    return found;
  } catch (error) {
    console.log(`${name}: ${error instanceof Error ? error.stack : error}`);
    process.exitCode = 1;
    return undefined;
  }
}

async function write(): Promise<void> {
  const cells = [HEADINGS, HEADINGS.map(() => '---'), ...rows];
  const table = cells.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const text = await readFile(DOCUMENT, 'utf8');
  const mark = /(<!-- biome-ignore[^\n]*-->\n\n)\| fault \|[\s\S]*?(?=\n\n|\n*$)/;
  await writeFile(
    DOCUMENT,
    text.replace(mark, (_, before: string) => `${before}${table}`),
  );
}
