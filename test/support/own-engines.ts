/** A PostgreSQL and a Redis of the tests' own, which they may stop and start as they like. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { freePort } from '../../tools/free-port.ts';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';
const DEADLINE_MS = 60_000;

/** Folder of `initdb` and `pg_ctl`, which Debian keeps off the path. */
function postgresqlPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort() : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.reverse().map((version) => join(DEBIAN, version, 'bin')),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

export function hasPostgresql(): boolean {
  return postgresqlPrograms() !== undefined;
}

/** Why tests that need them are skipped. */
export function missingEngines(): false | string {
  if (!hasPostgresql()) return 'initdb of PostgreSQL is not installed';
  const path = (process.env['PATH'] ?? '').split(delimiter);
  const hasRedis = path.some((folder) => existsSync(join(folder, 'redis-server')));
  return hasRedis ? false : 'redis-server is not installed';
}

export type OwnPostgresql = {
  url: string;
  restart: () => Promise<void>;
  remove: () => Promise<void>;
};

/**
 * Restarted as after a crash: nothing is finished, all connections are cut.
 *
 * @param parent a folder that all users may read: it refuses to be root, and the folder of the tests
 *   is closed to its own user
 */
export async function ownPostgresql(parent = '/tmp'): Promise<OwnPostgresql> {
  const programs = postgresqlPrograms() ?? '';
  const folder = await mkdtemp(join(parent, 'bellwether-postgresql-'));
  await chmod(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  const as = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
  const pg = async (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [...as, join(programs, program), ...args];
    await run(command, rest, { cwd: folder });
  };
  await pg('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  const control = (...args: string[]) =>
    pg('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-w', ...args);
  await control('start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    restart: () => control('-m', 'immediate', 'restart'),
    remove: async () => {
      await control('-m', 'immediate', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type OwnRedis = { url: string; stop: () => Promise<void>; start: () => Promise<void> };

/** Nothing of it is kept on the disk. */
export async function ownRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const start = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    server = spawn('redis-server', options, { stdio: 'ignore', cwd: tmpdir() });
    for (const began = performance.now(); performance.now() - began < DEADLINE_MS; await delay(20))
      if (await answers(url)) return;
    throw new Error('redis-server does not answer');
  };
  const stop = async () => {
    if (!server) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    server = undefined;
    await ended;
  };
  await start();
  return { url, start, stop };
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
