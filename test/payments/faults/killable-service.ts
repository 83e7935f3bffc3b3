/** The example publication, served with payments by one process after another. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Settings } from '../x402/rail-with.ts';

export type KillableService = {
  /** The address of the current process; waits while there is none. */
  origin: () => Promise<string>;
  /** Kills the process now; the next one starts as soon as it has exited. */
  kill: () => void;
  /** Kills the last one. */
  stop: () => Promise<void>;
};

type Life = { child: ChildProcess; origin: string };

const CHILD = join(import.meta.dirname, 'paid-service-child.ts');

/** Published once for all services: publishing takes longer than a process lives. */
let prepared: ReturnType<typeof publishedExample> | undefined;

/** @param location of the store, as `openStore` takes it @param x402 settings; no rail without them */
export async function startKillable(location: string, x402?: Settings): Promise<KillableService> {
  prepared ??= temporaryFolder().then(publishedExample);
  const { dataFolder } = await prepared;
  const start = () => startChild(dataFolder, location, x402 ? JSON.stringify(x402) : '');
  let life = start();
  await life;
  return {
    origin: async () => (await life).origin,
    kill: () => {
      life = life.then(async ({ child }) => {
        await end(child);
        return start();
      });
      // Rejects the next call of `origin`.
      life.catch(() => undefined);
    },
    stop: () =>
      life.then(
        ({ child }) => end(child),
        () => undefined,
      ),
  };
}

async function startChild(folder: string, ...given: string[]): Promise<Life> {
  const child = spawn(process.execPath, [CHILD, folder, ...given], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env },
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with ${code} before it served`);
  });
  const [port] = await Promise.race([once(child, 'message'), failed]);
  return { child, origin: `http://127.0.0.1:${port}` };
}

/** @throws Error if the process has already exited */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`the service ended by itself, with ${child.exitCode ?? child.signalCode}`);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
