/** The example publication, served with payments by one process after another. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { BASE_URL, publishedExample } from '../../support/publication.ts';
import { temporaryFolder } from '../../support/temporary.ts';

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
let prepared: Promise<string> | undefined;

/** @param location of the store, as `openStore` takes it */
export async function startKillable(location: string): Promise<KillableService> {
  prepared ??= preparePublication();
  const folder = await prepared;
  let life = start(folder, location);
  await life;
  return {
    origin: async () => (await life).origin,
    kill: () => {
      life = life.then(async ({ child }) => {
        await end(child);
        return start(folder, location);
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

async function preparePublication(): Promise<string> {
  const folder = await temporaryFolder();
  const options = await publishedExample(folder);
  await writeFile(join(folder, 'registry.v8'), serialize(options.registry));
  return folder;
}

async function start(folder: string, location: string): Promise<Life> {
  const child = spawn(process.execPath, [CHILD, folder, location, BASE_URL], {
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
