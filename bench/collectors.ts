/**
 * Collecting many small repositories, some of them broken, with one worker and with four: each a
 * process of its own, on a git server that answers as late as one across a network does. The ledgers
 * must be the same, byte for byte.
 *
 * `BENCH_REPOSITORIES=1000` makes as many as a forge's page of organizations; the 200 without it take a
 * few minutes. Needs PostgreSQL, as the tests do.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { ledgerFingerprint, openLedger } from '../src/pipeline/ledger/ledger.ts';
import { rowsIn } from '../src/pipeline/ledger/ledger-manifest.ts';
import { manyRepositories } from '../tools/many-repositories.ts';
import { writeOwnCompanies } from '../tools/own-companies.ts';
import { newDatabase } from '../tools/postgresql.ts';
import { type Measured, measured, percent, printTable } from './report.ts';

const REPOSITORIES = Number(process.env['BENCH_REPOSITORIES'] ?? 200);
const LATENCY_MS = 100;

type Place = { origin: string; names: readonly string[]; key: string };

/** Prints both times, and the ratio. */
export async function benchCollectors(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  console.log(`\nMaking ${REPOSITORIES} repositories …`);
  const hosted = join(folder, 'hosted');
  const hosting = await manyRepositories(hosted, REPOSITORIES, () => undefined, LATENCY_MS);
  const place = { origin: hosting.url, names: hosting.names, key: 'ab'.repeat(32) };
  try {
    const one = await collectWith(1, join(folder, 'one'), place);
    const four = await collectWith(4, join(folder, 'four'), place);
    const isSame = ledgerFingerprint(one.ledger) === ledgerFingerprint(four.ledger);
    printTable(`Collecting ${REPOSITORIES} small repositories, ${LATENCY_MS} ms away`, [
      { what: 'one worker', value: shown(one) },
      { what: 'four workers', value: shown(four) },
      { what: 'ratio', value: (one.ms / four.ms).toFixed(2) },
      { what: 'read', value: `${rowsIn(one.ledger.manifest, 'repositories')} of them` },
      { what: 'ledgers', value: isSame ? 'the same' : 'DIFFERENT' },
    ]);
    if (!isSame) process.exitCode = 1;
  } finally {
    hosting.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function shown({ ms, busy }: Measured): string {
  return `${(ms / 1000).toFixed(1)} s, processors ${percent(busy)} busy, git server included`;
}

async function collectWith(workers: number, folder: string, { origin, names, key }: Place) {
  const database = await newDatabase();
  const slugs = await writeOwnCompanies(folder, names);
  await mkdir(join(folder, 'keys'));
  await writeFile(join(folder, 'keys', 'identity-key'), key, { mode: 0o600 });
  const environment = { DATABASE_URL: database.url, GIT_BASE_URL: origin, COLLECT_PER_HOST: '64' };
  const crew: ChildProcess[] = [];
  for (let worker = 0; worker < workers; worker++) {
    const own = join(folder, `worker${worker}`);
    await cp(join(folder, 'keys'), join(own, 'keys'), { recursive: true });
    crew.push(bellwether(['worker', '--jobs', '1'], { ...environment, DATA_DIR: own }));
  }
  try {
    const { ms, busy } = await measured(async () => {
      const collector = bellwether(['collect', '--fresh', '--jobs', '0', ...slugs], {
        ...environment,
        DATA_DIR: folder,
      });
      // It ends with 1, since some of the companies cannot be read and keep their rows.
      const [status] = await once(collector, 'close');
      if (status !== 1) throw new Error(`collecting ended with ${status}`);
    });
    const ledger = await openLedger(join(folder, 'ledger'));
    if (!ledger) throw new Error('nothing was collected');
    return { ms, busy, ledger };
  } finally {
    for (const worker of crew) worker.kill('SIGTERM');
    await Promise.all(crew.filter(isRunning).map((worker) => once(worker, 'exit')));
    await database.drop();
  }
}

function bellwether(args: readonly string[], environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(PROJECT_ROOT, 'src', 'main.ts'), ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: 'ignore',
  });
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
