/** Loading and checking the registry as every start does: once, in a process of its own. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { loadRegistry } from '../src/registry/load-registry.ts';
import { REGISTRY_FOLDER } from '../src/transports/cli/project.ts';
import { median, milliseconds, printTable } from './report.ts';

const ROUNDS = 5;
const run = promisify(execFile);

export async function benchRegistry(): Promise<void> {
  const entries = await readdir(REGISTRY_FOLDER, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).length;
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await run(process.execPath, [import.meta.filename]);
    times.push(Number(stdout));
  }
  printTable('The registry, loaded and checked in a fresh process', [
    { what: 'files', value: String(files), aim: 'at most 900' },
    { what: 'seconds', value: (median(times) / 1000).toFixed(2), aim: 'below 0.4' },
  ]);
}

if (import.meta.main) console.log(await milliseconds(() => loadRegistry(REGISTRY_FOLDER)));
