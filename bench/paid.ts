/**
 * The cost of selling: deep signals a second and 99th percentile with a credit key, on both engines
 * of the store, against a bare `node:http` server that computes the same for nothing. Each
 * sale is on the disk before it is answered, so that the disk sets a limit: how many commits a second
 * it takes is measured in the same rounds.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../src/payments/credits/accounts.ts';
import { migrate } from '../src/store/migrate.ts';
import { openSqlite } from '../src/store/node-sqlite.ts';
import { openStore } from '../src/store/store.ts';
import { missingPostgresql, newDatabase } from '../tools/postgresql.ts';
import { shippedPublication } from '../tools/shipped.ts';
import { loadPosts, type Measured, type Post } from './load.ts';
import { median, printTable } from './report.ts';
import { type Server, startDeepSignals } from './servers.ts';

const ROUNDS = 3;
const SECONDS = 3;
const DISK_SECONDS = 1;
const PATH = '/api/agent/deep-signal';
const MANY_KEYS = 32;
/** More than are answered in a round, so that none is repeated. */
const MANY_POSTS = 20_000;
/** More than all rounds spend. */
const CREDITS = 1_000_000;

type Case = { what: string; keys: number; hasIdempotencyKeys: boolean };
const CASES: readonly Case[] = [
  { what: 'one key', keys: 1, hasIdempotencyKeys: false },
  { what: `${MANY_KEYS} keys`, keys: MANY_KEYS, hasIdempotencyKeys: false },
  {
    what: `${MANY_KEYS} keys, each request with an Idempotency-Key`,
    keys: MANY_KEYS,
    hasIdempotencyKeys: true,
  },
];

export async function benchPaid(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'));
  try {
    const disk = join(folder, 'commits.sqlite');
    await benchEngine('SQLite', join(folder, 'books.sqlite'), disk);
    await benchPostgresql(disk);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchPostgresql(disk: string): Promise<void> {
  const skip = missingPostgresql();
  if (skip !== false) {
    console.log(`\nPostgreSQL cannot be measured: ${skip}.`);
    return;
  }
  const { url, drop } = await newDatabase();
  try {
    await benchEngine('PostgreSQL', url, disk);
  } finally {
    await drop();
  }
}

/** Commits a second of a loop that does nothing but commit, as the store commits. */
function commitsASecond(path: string): number {
  const database = openSqlite(path);
  try {
    database.exec('create table if not exists written (number integer primary key)');
    const insert = database.prepare('insert into written default values');
    const began = performance.now();
    let commits = 0;
    for (; performance.now() - began < DISK_SECONDS * 1000; commits++) insert.run();
    return commits / ((performance.now() - began) / 1000);
  } finally {
    database.close();
  }
}

/** @param disk path of a file that commits are tried on */
async function benchEngine(engine: string, place: string, disk: string): Promise<void> {
  const keys = await issueKeys(place);
  const { editions } = await shippedPublication();
  const names = [...(await editions.startups(editions.latest)).values()].map(({ name }) => name);
  await using servers = new AsyncDisposableStack();
  const selling = await startDeepSignals(place);
  servers.defer(selling.stop);
  const giving = await startDeepSignals();
  servers.defer(giving.stop);
  for (const one of CASES) {
    const posts = () => postsOf(one, names, keys);
    const warmUp = await measure(selling, posts());
    await measure(giving, posts());
    const paid: Measured[] = [];
    const free: Measured[] = [];
    const commits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      paid.push(await measure(selling, posts()));
      free.push(await measure(giving, posts()));
      commits.push(commitsASecond(disk));
    }
    const ratio = median(paid.map(({ rate }) => rate)) / median(free.map(({ rate }) => rate));
    printTable(`Deep signals on ${engine}, ${one.what}`, [
      { what: 'sold', value: `${shown(paid)} (${shown([warmUp])} in the first round)` },
      { what: 'computed alone, by node:http', value: shown(free) },
      { what: 'sold / computed alone', value: ratio.toFixed(2) },
      {
        what: 'commits of the disk: SQLite alone, synchronous=full',
        value: `${median(commits).toFixed(0)} a second`,
      },
    ]);
  }
}

async function issueKeys(place: string): Promise<string[]> {
  const store = openStore(place);
  try {
    await migrate(store);
    const issued = Array.from({ length: MANY_KEYS }, () => issueKey(store, CREDITS, 'bench'));
    return (await Promise.all(issued)).map(({ key }) => key);
  } finally {
    await store.close();
  }
}

/** Startups and keys take turns. */
function postsOf(
  { keys, hasIdempotencyKeys }: Case,
  names: readonly string[],
  issued: readonly string[],
): Post[] {
  return Array.from({ length: MANY_POSTS }, (_, index) => ({
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${issued[index % keys]}`,
      ...(hasIdempotencyKeys && { 'idempotency-key': randomUUID() }),
    },
    body: JSON.stringify({ name: names[index % names.length] }),
  }));
}

function measure({ origin }: Server, posts: readonly Post[]): Promise<Measured> {
  return loadPosts(origin + PATH, posts, SECONDS);
}

function shown(all: readonly Measured[]): string {
  const rate = median(all.map((each) => each.rate));
  const p99 = median(all.map((each) => each.p99));
  return `${rate.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`;
}
