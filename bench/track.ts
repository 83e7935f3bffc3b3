/**
 * `bellwether track` of an organization against cloning its repositories alone: the same repositories with
 * the same filter, side by side, from the same server on this machine over the same line. Before it, one
 * company is published, or the shipped data (`BENCH_SHIPPED=1`), as it is for a user who follows another
 * startup. Cloning mostly waits for the line, and tracking computes as well, so the ratio is worse on a
 * busy machine; the report says how busy it was.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { acme } from '../tools/local-hosting/acme.ts';
import { LocalHosting } from '../tools/local-hosting/local-hosting.ts';
import { type Measured, measured, percent, printTable } from './report.ts';

const BASE_URL = 'http://signals.example.org';
/** Commits a day, over a hundred days: about 40 000 in all, in four repositories. */
const PACES = { engine: 220, cloud: 100, 'engine-python': 40, docs: 40 };
const MBIT = 125_000;
const CASES = [
  { days: 100, mbits: 16 },
  { days: 100, mbits: 100 },
  { days: 400, mbits: 16 },
];

/** Prints the ratios of the times. */
export async function benchTrack(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const published = join(folder, 'published');
    if (process.env['BENCH_SHIPPED'] !== '1') await oneCompany(folder, published);
    await command(['publish'], { DATA_DIR: published, BASE_URL });
    for (const { days, mbits } of CASES) await benchFollowing(days, mbits, published);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchFollowing(days: number, mbits: number, published: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const hosting = await LocalHosting.start();
  try {
    const repositories = await acme(folder, hosting, PACES, days);
    hosting.bytesPerSecond = mbits * MBIT;
    const names = repositories.flatMap(({ name, gitDir }) => (gitDir ? [name] : []));
    const cloning = await measured(() =>
      Promise.all(
        names.map((name) => clone(`${hosting.url}/acme/${name}.git`, join(folder, name))),
      ),
    );
    const DATA_DIR = join(folder, 'tracking');
    await cp(published, DATA_DIR, { recursive: true });
    const tracking = await measured(() =>
      command(['track', 'acme', '--yes'], { ...hosting.settings, DATA_DIR, BASE_URL }),
    );
    const commits = (400 * days).toLocaleString('en');
    printTable(`Following four repositories of ${commits} commits, at ${mbits} Mbit/s`, [
      { what: 'git clone --filter=blob:none, side by side', value: shown(cloning) },
      { what: 'bellwether track, to the printed address', value: shown(tracking) },
      { what: 'ratio', value: (tracking.ms / cloning.ms).toFixed(2), aim: 'at most 1.3' },
    ]);
  } finally {
    hosting.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function shown({ ms, busy }: Measured): string {
  return `${ms.toFixed(0)} ms, processors ${percent(busy)} busy`;
}

/** A ledger of one company, for `publish`. */
async function oneCompany(folder: string, dataFolder: string): Promise<void> {
  const local = join(folder, 'local');
  await acme(local, new LocalHosting(), { 'chroma-core__chroma': 40 }, 100);
  await command(['collect', 'chroma', '--fresh', '--local', local], { DATA_DIR: dataFolder });
}

async function command(args: string[], environment: Record<string, string>): Promise<void> {
  const main = join(PROJECT_ROOT, 'bin', 'bellwether.cjs');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${exitCode}`);
}

async function clone(url: string, to: string): Promise<void> {
  const args = ['clone', '--quiet', '--bare', '--filter=blob:none', url, to];
  const child = spawn('git', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [exitCode] = await once(child, 'close');
  if (exitCode !== 0) throw new Error(`git clone ended with ${exitCode}`);
}
