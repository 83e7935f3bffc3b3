/** The worker processes of `serve --workers`, seen from outside. */
import { readFile } from 'node:fs/promises';
import type { RunningCli } from './cli.ts';

/** The process ids of its workers, the oldest first. */
export async function workersOf({ pid }: RunningCli): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Asks while the other workers stand still, so that this one answers. */
export async function askingOnly<T>(
  worker: number,
  service: RunningCli,
  asking: () => Promise<T>,
): Promise<T> {
  const others = (await workersOf(service)).filter((pid) => pid !== worker);
  for (const pid of others) process.kill(pid, 'SIGSTOP');
  try {
    return await asking();
  } finally {
    for (const pid of others) process.kill(pid, 'SIGCONT');
  }
}
