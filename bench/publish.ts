/**
 * Publishing all periods of the shipped data, against version 1 of the method publishing the data that
 * it had, each in a process of its own and in turns; and what of it reads the ledger, against the engine
 * reading every value of the same files once.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { LedgerPeriods, trackedCompanies } from '../src/pipeline/edition/periods.ts';
import { withLedger } from '../src/pipeline/ledger/ledger.ts';
import { TABLES } from '../src/pipeline/ledger/tables.ts';
import { copiedData } from './copied-data.ts';
import { type Line, median, milliseconds, printTable } from './report.ts';

const ROUNDS = 3;
const run = promisify(execFile);

/** What a process took. */
type Cost = { seconds: number; cpuSeconds: number; megabytes: number };

export async function benchPublish(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const version1 = await versionOne(join(folder, 'version-1'));
    const runs: { ours: Cost; before?: Cost }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      runs.push({
        ours: await publishIn(PROJECT_ROOT, join(folder, 'data')),
        ...(version1 && { before: await publishIn(version1, join(folder, 'data')) }),
      });
    const ours = runs.map((one) => one.ours);
    const before = runs.flatMap((one) => one.before ?? []);
    printTable('Publishing all periods of the shipped data', [
      { what: 'this version', value: shown(ours) },
      ...againstVersionOne(ours, before),
    ]);
    printTable('Reading the shipped ledger', await readingLines(1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function shown(costs: readonly Cost[]): string {
  const of = (value: (cost: Cost) => number) => median(costs.map(value));
  return `${of(({ seconds }) => seconds).toFixed(1)} s, ${of(({ cpuSeconds }) => cpuSeconds).toFixed(1)} s of processors, ${of(({ megabytes }) => megabytes).toFixed(0)} MB`;
}

function againstVersionOne(ours: readonly Cost[], before: readonly Cost[]): Line[] {
  const what = 'version 1 of the method';
  if (before.length === 0)
    return [{ what, value: 'cannot be measured: the git history that holds it is not here' }];
  const ratio = (value: (cost: Cost) => number) =>
    (median(ours.map(value)) / median(before.map(value))).toFixed(2);
  return [
    { what, value: shown(before) },
    { what: 'ratio of times', value: ratio((cost) => cost.seconds), aim: 'at most 1.3' },
    { what: 'of processor times', value: ratio((cost) => cost.cpuSeconds), aim: 'at most 1.3' },
  ];
}

/**
 * The last commit that had nothing of version 2, in a folder: the one before the shipped ledger learned
 * what version 2 is computed from. Undefined where the history is not there.
 */
async function versionOne(folder: string): Promise<string | undefined> {
  const git = (...args: string[]) => run('git', ['-C', PROJECT_ROOT, ...args]);
  try {
    const found = await git(
      'log',
      ...['-1', '--format=%H', '-S"format": 2', '--', 'data/ledger/ledger.json'],
    );
    const commit = `${found.stdout.trim()}^`;
    const archive = `${folder}.tar`;
    await mkdir(folder, { recursive: true });
    await git('archive', '--output', archive, commit);
    await run('tar', ['-xf', archive, '-C', folder]);
    await symlink(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'));
    return folder;
  } catch {
    return undefined;
  }
}

/** Tells on its third stream, as it ends, what the process took. */
const TELL = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const { maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({
      seconds: performance.now() / 1000,
      cpuSeconds: (user + system) / 1e6,
      megabytes: maxRSS / 1024,
    }));
  });`)}`;

/** Publishes from scratch with the code of a folder. */
async function publishIn(root: string, data: string): Promise<Cost> {
  await rm(data, { recursive: true, force: true });
  return costOf([join(root, 'src', 'main.ts'), 'publish'], { DATA_DIR: data });
}

/** Runs a module in a process of its own. */
export async function costOf(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Cost> {
  const child = spawn(process.execPath, ['--import', TELL, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...variables },
  });
  let told = '';
  let complaint = '';
  child.stderr?.on('data', (text: Buffer) => {
    complaint = text.toString();
  });
  child.stdio[3]?.on('data', (text: Buffer) => {
    told += text.toString();
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${complaint}`);
  // The module above wrote it.
  return JSON.parse(told) as Cost;
}

/** Reading what periods are computed from, against the engine alone. */
export async function readingLines(copies: number): Promise<Line[]> {
  const { ledger, registry } = await copiedData(copies);
  const tracked = trackedCompanies(registry);
  const times = { engine: [] as number[], ours: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    const readOnce = () =>
      withLedger(ledger, async (connection) => {
        for (const table of TABLES)
          await connection.run(`SELECT sum(hash(COLUMNS(*))) FROM ${table}`);
      });
    const read = () =>
      withLedger(ledger, (connection) =>
        LedgerPeriods.read(connection, tracked, ({ last }) => ({ first: last, last })),
      );
    times.engine.push(await milliseconds(readOnce));
    times.ours.push(await milliseconds(read));
  }
  const [engine, ours] = [median(times.engine), median(times.ours)];
  return [
    { what: 'the engine alone, every value once', value: `${engine.toFixed(0)} ms` },
    { what: 'what one more week is computed from', value: `${ours.toFixed(0)} ms` },
    { what: 'ratio', value: (ours / engine).toFixed(1), aim: 'at most 1.5' },
  ];
}
