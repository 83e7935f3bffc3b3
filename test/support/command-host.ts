/**
 * A process that runs commands of `bellwether` in sequence, each through src/main.ts with
 * settings, folder and standard streams of its own. Loading what commands import takes longer than
 * most commands run; here it is loaded once. See `cli` in cli.ts.
 */
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import type { Run } from './cli.ts';

/** A command line to run. */
export type Order = {
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  cwd: string;
  /** The whole of standard input. */
  input: string;
  /** The time on its clock; the machine's own time by default. */
  now?: Date | undefined;
};

/** Thrown where a command ends the process. */
class Exit extends Error {}

const MAIN = new URL('../../src/main.ts', import.meta.url);

let last = 0;

async function run({ args, environment, cwd, input, now }: Order): Promise<Run> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(cwd);
  process.argv.splice(1, Infinity, MAIN.pathname, ...args);
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  const written = { stdout: '', stderr: '' };
  let exited: number | undefined;
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      if (exited === undefined) written[name] += Buffer.from(chunk).toString();
      return true;
    };
  process.exit = (status) => {
    exited ??= Number(status ?? process.exitCode ?? 0);
    throw new Exit();
  };
  if (now) mock.timers.enable({ apis: ['Date'], now });
  // The address differs, so that the module runs again; its imports are loaded already.
  await import(`${MAIN.href}?${++last}`);
  mock.timers.reset();
  const status = exited ?? Number(process.exitCode ?? 0);
  // A command's listeners end with it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  process.stdout.removeAllListeners('error');
  return { ...written, status };
}

const exit = process.exit.bind(process);
process.on('disconnect', () => exit());
process.on('message', async (order: Order) => process.send?.(await run(order)));
