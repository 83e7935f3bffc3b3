/** Stores of both engines, so that every rule of the books is tested on each. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { Migrator } from 'kysely/migration';
import { migrate } from '../../../src/store/migrate.ts';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { type Database, missingPostgresql, newDatabase } from '../../../tools/postgresql.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { IS_INTEGRATION } from '../../support/tier.ts';

export type TestStore = {
  /** Argument of `openStore`, with which another process can open the same store. */
  location: string;
  store: Store;
  /** Closes and deletes it. */
  drop: () => Promise<void>;
};

export type Engine = {
  name: string;
  skip: false | string;
  /** An empty store with all tables, or with those of the release that had this migration last. */
  make: (through?: string) => Promise<TestStore>;
};

export const SQLITE: Engine = {
  name: 'SQLite',
  skip: false,
  make: async (through) => {
    const folder = await temporaryFolder();
    const made = await opened(join(folder, 'books.sqlite'), () => rm(folder, { recursive: true }));
    await migrateThrough(made.store, through);
    return made;
  },
};

export const POSTGRESQL: Engine = {
  name: 'PostgreSQL',
  skip: missingPostgresql(),
  make: async (through) => {
    if (through !== undefined) {
      const { url, drop } = await newDatabase();
      const made = await opened(url, drop);
      await migrateThrough(made.store, through);
      return made;
    }
    template ??= migratedDatabase();
    const { url, drop } = await newDatabase((await template).name);
    return opened(url, drop);
  },
};

/** Has all tables: PostgreSQL copies a database faster than it creates them. */
let template: Promise<Database> | undefined;

export async function migrateThrough(store: Store, name: string | undefined): Promise<void> {
  if (name === undefined) {
    await migrate(store);
    return;
  }
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db: store.database, provider }).migrateTo(name);
  if (error !== undefined) throw error;
}

async function migratedDatabase(): Promise<Database> {
  const database = await newDatabase();
  const store = openStore(database.url);
  await migrate(store);
  await store.close();
  process.once('beforeExit', database.drop);
  return database;
}

async function opened(location: string, remove: () => Promise<void>): Promise<TestStore> {
  const store = openStore(location);
  return {
    location,
    store,
    drop: async () => {
      await store.close();
      await remove();
    },
  };
}

/** `npm test` has what is embedded, `npm run test:integration` both. */
export const ENGINES: readonly Engine[] = IS_INTEGRATION ? [SQLITE, POSTGRESQL] : [SQLITE];

export function onEachEngine(name: string, tests: (engine: Engine) => void): void {
  for (const engine of ENGINES)
    describe(`${name}, on ${engine.name}`, { skip: engine.skip }, () => tests(engine));
}
