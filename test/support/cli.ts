/** The command line. */

import assert from 'node:assert/strict';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { SHIPPED_BASE_URL, shippedStore } from '../../tools/shipped.ts';
import type { Order } from './command-host.ts';
import { temporaryFolder } from './temporary.ts';

export const MAIN = join(PROJECT_ROOT, 'src', 'main.ts');

/** Variables that a process of ours inherits from the tests, in addition to a test's own. */
export const ENVIRONMENT: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
};

export type Run = { status: number | null; stdout: string; stderr: string };

export type RunningCli = ChildProcess & { output: () => Run };

export function startCli(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): RunningCli {
  return startProgram(process.execPath, [MAIN, ...args], environment, { ...(cwd && { cwd }) });
}

export function startProgram(
  program: string,
  args: readonly string[],
  environment: Record<string, string> = {},
  options: { cwd?: string; detached?: boolean } = {},
): RunningCli {
  const env = { ...ENVIRONMENT, ...environment };
  const child = spawn(program, args, { ...options, env });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return Object.assign(child, { output: () => ({ status: child.exitCode, stdout, stderr }) });
}

/** Waits until it has written this to either stream; rejects when it ends before. */
export function output(child: RunningCli, expected: string | RegExp): Promise<void> {
  const isIn = (text: string) =>
    typeof expected === 'string' ? text.includes(expected) : expected.test(text);
  return new Promise((resolve, reject) => {
    const look = () => {
      const { stdout, stderr } = child.output();
      if (isIn(`${stdout}\n${stderr}`)) resolve();
      else if (child.exitCode !== null) reject(new Error(`it ended: ${stderr}`));
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.once('close', look);
    look();
  });
}

const PREPARATION_TIMEOUT_MS = 120_000;

/** Waits until a service has prepared what its answers are computed from; it serves files before. */
export async function untilReady(port: string | number): Promise<void> {
  const end = performance.now() + PREPARATION_TIMEOUT_MS;
  for (;;) {
    // On a connection of its own: any process that shares the port may answer the next one.
    const asking = get({ host: '127.0.0.1', port, path: '/readyz', agent: false });
    const [response] = await once(asking, 'response');
    const text = await readText(response);
    if (response.statusCode === 200) return;
    assert.ok(performance.now() < end, text);
    await delay(100);
  }
}

/** Runs a command to its end, in a process of its own. */
export async function cliProcess(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Run> {
  const child = startCli(args, environment, cwd);
  await once(child, 'close');
  return child.output();
}

/**
 * Runs a command to its end, in the process that runs all commands of a test run in sequence:
 * command-host.ts. Commands that serve, or that note something once a process, need their own.
 */
export function cli(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd = process.cwd(),
  input = '',
  now?: Date,
): Promise<Run> {
  const order = { args, environment: { ...ENVIRONMENT, ...environment }, cwd, input, now };
  const run = latest.then(() => runOrder(order));
  latest = run.catch(() => undefined);
  return run;
}

/** Standard error of a command that is refused: reasons for people, and no stack. */
export async function refusalOf(...order: Parameters<typeof cli>): Promise<string> {
  return refusalIn(await cli(...order));
}

export function refusalIn({ status, stderr }: Run): string {
  assert.equal(status, 1, stderr);
  assert.doesNotMatch(stderr, /\n\s+at /);
  return stderr;
}

let latest: Promise<unknown> = Promise.resolve();
let host: ChildProcess | undefined;

async function runOrder(order: Order): Promise<Run> {
  host ??= fork(join(import.meta.dirname, 'command-host.ts'), {
    env: { ...ENVIRONMENT },
    execArgv: [],
    serialization: 'advanced',
  });
  // Between orders it must not keep the process that runs the tests from ending.
  host.ref();
  host.channel?.ref();
  const answer = once(host, 'message', { signal: ended(host) });
  host.send(order);
  const [run] = (await answer) as [Run];
  host.unref();
  host.channel?.unref();
  return run;
}

/** Aborts when the process ends, which it should not do before its tests. */
function ended(process: ChildProcess): AbortSignal {
  const controller = new AbortController();
  process.once('exit', () => controller.abort(new Error('the process of commands ended')));
  return controller.signal;
}

/** Settings of a command that works on the shipped data, published; books are the caller's own. */
export async function shippedEnvironment(): Promise<Record<string, string>> {
  const folder = await temporaryFolder();
  const { store, dataFolder } = await shippedStore();
  await mkdir(join(folder, 'editions'));
  await symlink(store.folder, join(folder, 'editions', 'http-signals.example.org'));
  await symlink(join(dataFolder, 'keys'), join(folder, 'keys'));
  return { DATA_DIR: folder, BASE_URL: SHIPPED_BASE_URL };
}
