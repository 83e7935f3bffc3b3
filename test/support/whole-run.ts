/**
 * Around a run of all tests: modules are compiled once for all processes, before the first of them
 * begins, sources of what is made once are hashed once, and temporary folders and a PostgreSQL lie in memory where there is enough of
 * it. Tests flush much, and wait for no disk then.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import '../../bin/compile-cache.cjs';
import { promisify } from 'node:util';
import { messageOf } from '../../src/lib/errors.ts';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { shareHash } from '../../tools/made-once.ts';
import { SHIPPED_PUBLICATION } from '../../tools/shipped.ts';
import { SHIPPED_REGISTRY } from '../../tools/shipped-registry.ts';
import { hasPostgresql, type OwnPostgresql, ownPostgresql } from './own-engines.ts';
import { EXAMPLES } from './publication.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;

let folder: string | undefined;
let postgresql: OwnPostgresql | undefined;

export async function globalSetup(): Promise<void> {
  const compiledByNode = getCompileCacheDir();
  if (compiledByNode) process.env['NODE_COMPILE_CACHE'] ??= dirname(compiledByNode);
  for (const made of [SHIPPED_REGISTRY, SHIPPED_PUBLICATION, ...EXAMPLES]) shareHash(made);
  const compiled = compileAll();
  const hasMemory = (await freeBytes(MEMORY)) >= ENOUGH_BYTES;
  if (process.env['TMPDIR'] === undefined && hasMemory) {
    folder = await mkdtemp(join(MEMORY, 'bellwether-tests-'));
    process.env['TMPDIR'] = folder;
  }
  if (process.env['TEST_DATABASE_URL'] === undefined && hasPostgresql()) {
    postgresql = await ownPostgresql(hasMemory ? MEMORY : '/tmp').catch(noteFault);
    if (postgresql) process.env['TEST_DATABASE_URL'] = postgresql.url;
  }
  await compiled;
}

/** A process keeps its compiled modules when it ends, too late for processes that start with it. */
async function compileAll(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(PROJECT_ROOT, 'src', 'main.ts'), '--help']);
}

export async function globalTeardown(): Promise<void> {
  await postgresql?.remove();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

/** There may be one at the usual address. */
function noteFault(error: unknown): undefined {
  process.stderr.write(`PostgreSQL does not start: ${messageOf(error)}\n`);
}

async function freeBytes(path: string): Promise<number> {
  return statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
}
