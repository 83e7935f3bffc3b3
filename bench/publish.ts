/** Publishing all periods of the shipped data, each time in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { median, printTable } from './report.ts';

const ROUNDS = 3;

/** Time and memory that a process took. */
type Cost = { seconds: number; cpuSeconds: number; megabytes: number };

export async function benchPublish(): Promise<void> {
  const costs: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) costs.push(await publishAnew());
  const middle = (value: (cost: Cost) => number) => median(costs.map(value));
  printTable('Publishing all periods of the shipped data', [
    { what: 'time', value: `${middle(({ seconds }) => seconds).toFixed(1)} s` },
    { what: 'processor time', value: `${middle(({ cpuSeconds }) => cpuSeconds).toFixed(1)} s` },
    { what: 'memory', value: `${middle(({ megabytes }) => megabytes).toFixed(0)} MB` },
  ]);
}

/** Reports on a third stream, as the process ends, the time and memory that it took. */
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

async function publishAnew(): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const args = ['--import', TELL, join(PROJECT_ROOT, 'src', 'main.ts'), 'publish'];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      env: { ...process.env, DATA_DIR: folder },
    });
    let told = '';
    child.stdio[3]?.on('data', (text: Buffer) => {
      told += text.toString();
    });
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`publishing ended with ${status}`);
    // The module above wrote it.
    return JSON.parse(told) as Cost;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
