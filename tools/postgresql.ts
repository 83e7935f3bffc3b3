/** The PostgreSQL to test with, at TEST_DATABASE_URL; a run of all integration tests starts its own. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const SERVER = process.env['TEST_DATABASE_URL'] || 'postgres://postgres@127.0.0.1:5432/postgres';

/** A server that is not there refuses at once; one that is busy creating databases takes its time. */
const TIMEOUT_MS = 30_000;

/** Why the tests that need it are skipped; with CI set, they fail without it. */
export function missingPostgresql(): false | string {
  if (process.env['TEST_DATABASE_URL'] || process.env['CI']) return false;
  return 'TEST_DATABASE_URL names no PostgreSQL, and none is installed';
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
