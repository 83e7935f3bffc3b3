/**
 * `bellwether track` of an organization against cloning its repositories alone, from the same server
 * on this machine, over a line of 16 Mbit/s and over one without a limit. Before it, one company is
 * published, or the shipped data (`BENCH_SHIPPED=1`), as it is for whoever follows another startup.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { acme } from '../tools/local-hosting/acme.ts';
import { LocalHosting } from '../tools/local-hosting/local-hosting.ts';
import { milliseconds, printTable } from './report.ts';

const BASE_URL = 'http://signals.example.org';
/** Commits a day, over a hundred days: about 40 000 in all, in four repositories. */
const PACES = { engine: 220, cloud: 100, 'engine-python': 40, docs: 40 };
const LINE = 2_000_000;

/** Prints the ratios of the times. */
export async function benchTrack(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  const hosting = await LocalHosting.start();
  try {
    const repositories = await acme(folder, hosting, PACES, 100);
    const published = join(folder, 'published');
    if (process.env['BENCH_SHIPPED'] !== '1') await oneCompany(folder, published);
    await command(['publish'], { DATA_DIR: published, BASE_URL });
    for (const bytesPerSecond of [LINE, Number.POSITIVE_INFINITY]) {
      hosting.bytesPerSecond = bytesPerSecond;
      const names = repositories.flatMap(({ name, gitDir }) => (gitDir ? [name] : []));
      const cloning = await milliseconds(() =>
        Promise.all(
          names.map((name) => clone(`${hosting.url}/acme/${name}.git`, join(folder, name))),
        ),
      );
      const DATA_DIR = join(folder, 'tracking');
      await cp(published, DATA_DIR, { recursive: true });
      const tracking = await milliseconds(() =>
        command(['track', 'acme', '--yes'], { ...hosting.settings, DATA_DIR, BASE_URL }),
      );
      const line = Number.isFinite(bytesPerSecond)
        ? `at ${(bytesPerSecond * 8) / 1e6} Mbit/s`
        : 'without a limit';
      printTable(`Following four repositories of 40,000 commits, ${line}`, [
        { what: 'git clone --filter=blob:none, side by side', value: `${cloning.toFixed(0)} ms` },
        { what: 'bellwether track, to the printed address', value: `${tracking.toFixed(0)} ms` },
        { what: 'ratio', value: (tracking / cloning).toFixed(2), aim: 'at most 1.3' },
      ]);
      await Promise.all(
        [...names.map((name) => join(folder, name)), DATA_DIR].map((path) =>
          rm(path, { recursive: true, force: true }),
        ),
      );
    }
  } finally {
    hosting.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A ledger of one company, for `publish`: its history is that of Acme's documentation. */
async function oneCompany(folder: string, dataFolder: string): Promise<void> {
  const local = join(folder, 'local');
  await mkdir(local);
  await symlink(join(folder, 'docs.git'), join(local, 'chroma-core__chroma.git'));
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
