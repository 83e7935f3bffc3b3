/** The command line, run as a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

export type Run = { status: number | null; stdout: string; stderr: string };

export function startCli(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): ChildProcess & { output: () => Run } {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...environment };
  const child = spawn(process.execPath, [MAIN, ...args], { env, ...(cwd && { cwd }) });
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

/** Runs a command to its end. */
export async function cli(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd?: string,
): Promise<Run> {
  const child = startCli(args, environment, cwd);
  await once(child, 'close');
  return child.output();
}
