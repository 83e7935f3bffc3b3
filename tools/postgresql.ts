/** A PostgreSQL to test with, where there is one: at TEST_DATABASE_URL, or on this machine's usual port. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const SERVER = process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres';

/** A server that is not there refuses at once; one that is busy creating databases takes its time. */
const TIMEOUT_MS = 30_000;

/** Why the tests that need it are skipped; with CI set, its absence is a fault. */
export async function findPostgresql(): Promise<{ skip: false | string }> {
  try {
    await onServer(async () => undefined);
    return { skip: false };
  } catch {
    const missing = 'no PostgreSQL answers at TEST_DATABASE_URL or 127.0.0.1:5432';
    if (process.env['CI'] !== undefined) throw new Error(`${missing}, and CI is set`);
    return { skip: missing };
  }
}

export type Database = { name: string; url: string; drop: () => Promise<void> };

/**
 * A new database for the caller alone.
 *
 * @param template name of the database that it is a copy of, which must have no connections
 */
export async function newDatabase(template = 'template1'): Promise<Database> {
  const name = `bellwether_test_${randomBytes(6).toString('hex')}`;
  await onServer((client) => client.query(`create database ${name} template ${template}`));
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.href,
    drop: () => onServer((client) => client.query(`drop database ${name} with (force)`)),
  };
}

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: SERVER, connectionTimeoutMillis: TIMEOUT_MS });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
