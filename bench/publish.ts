/**
 * Publishing all periods of the shipped data, against version 1 of the method publishing the data that
 * it had, each in a process of its own and in turns; and what reading the ledger takes.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { readingLines } from './reading.ts';
import { type Line, median, printTable } from './report.ts';

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
    return [
      {
        what,
        value: 'cannot be measured: the git history that holds it, or a package, is not here',
      },
    ];
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
    await addPackages(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** Installs beside a version what it depends on and this one no longer has: Node looks there next. */
async function addPackages(folder: string): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const gone = Object.entries(dependencies).filter(
    ([name]) => !existsSync(join(folder, 'node_modules', name)),
  );
  if (gone.length === 0) return;
  const packages = gone.map(([name, range]) => `${name}@${range}`);
  await run('npm', ['install', '--prefix', dirname(folder), '--ignore-scripts', ...packages]);
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
