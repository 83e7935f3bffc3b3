/**
 * Around a run of all tests: modules are compiled once for all processes, sources of what is made once are hashed once,
 * temporary folders lie in memory where there is enough of it, and a run that needs PostgreSQL and Redis has its own.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import '../../bin/compile-cache.cjs';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { shareHash } from '../../tools/made-once.ts';
import { SHIPPED_PUBLICATION } from '../../tools/shipped.ts';
import { SHIPPED_REGISTRY } from '../../tools/shipped-registry.ts';
import { missingEngines, ownPostgresql, ownRedis } from './own-engines.ts';
import { EXAMPLES } from './publication.ts';
import { IS_INTEGRATION } from './tier.ts';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;

const removals: (() => Promise<void>)[] = [];

export async function globalSetup(): Promise<void> {
  const compiledByNode = getCompileCacheDir();
  if (compiledByNode) process.env['NODE_COMPILE_CACHE'] ??= dirname(compiledByNode);
  for (const made of [SHIPPED_REGISTRY, SHIPPED_PUBLICATION, ...EXAMPLES]) shareHash(made);
  const compiled = compileAll();
  const hasMemory = (await freeBytes(MEMORY)) >= ENOUGH_BYTES;
  if (process.env['TMPDIR'] === undefined && hasMemory) {
    const folder = await mkdtemp(join(MEMORY, 'bellwether-tests-'));
    process.env['TMPDIR'] = folder;
    removals.push(() => rm(folder, { recursive: true, force: true }));
  }
  if (IS_INTEGRATION && missingEngines() === false) {
    const postgresql = await ownPostgresql(hasMemory ? MEMORY : '/tmp');
    const redis = await ownRedis();
    process.env['TEST_DATABASE_URL'] ??= postgresql.url;
    process.env['TEST_REDIS_URL'] ??= redis.url;
    removals.push(postgresql.remove, redis.stop);
  }
  await compiled;
}

/** A process keeps its compiled modules when it ends, too late for processes that start with it. */
async function compileAll(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(PROJECT_ROOT, 'src', 'main.ts'), '--help']);
}

export async function globalTeardown(): Promise<void> {
  for (const remove of removals.reverse()) await remove();
}

async function freeBytes(path: string): Promise<number> {
  return statfs(path).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
}
