/** Runs a client's program as its users do, away from their files and from the network. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';

const LOOPBACK_ONLY = pathToFileURL(join(import.meta.dirname, 'loopback-only.ts')).href;

/** File of a package's program. */
export function programOf(path: string): string {
  return join(import.meta.dirname, 'node_modules', path);
}

/** The program's whole environment. */
export async function surroundings(): Promise<{ cwd: string; env: Record<string, string> }> {
  const folder = await temporaryFolder();
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    NODE_OPTIONS: `--import=${LOOPBACK_ONLY}`,
  };
  return { cwd: folder, env };
}

/** @returns its output */
export async function runClient(program: string, ...args: string[]): Promise<string> {
  const { cwd, env } = await surroundings();
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [programOf(program), ...args], { cwd, env });
  return stdout;
}
