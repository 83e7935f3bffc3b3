/** Both engines of the store, so that every law is tested on each. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { migrate } from '../../../src/store/migrate.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { findPostgresql, newDatabase } from '../../../tools/postgresql.ts';
import { temporaryFolder } from '../../support/temporary.ts';

export type TestStore = {
  /** What `openStore` takes: another process can open the same. */
  location: string;
  store: Store;
  /** Closes it and leaves nothing behind. */
  drop: () => Promise<void>;
};

export type Engine = {
  name: string;
  skip: false | string;
  /** An empty store with all tables. */
  make: () => Promise<TestStore>;
};

const { skip } = await findPostgresql();

export const SQLITE: Engine = {
  name: 'SQLite',
  skip: false,
  make: async () => {
    const folder = await temporaryFolder();
    return made(join(folder, 'books.sqlite'), () => rm(folder, { recursive: true }));
  },
};

export const ENGINES: readonly Engine[] = [
  SQLITE,
  {
    name: 'PostgreSQL',
    skip,
    make: async () => {
      const { url, drop } = await newDatabase();
      return made(url, drop);
    },
  },
];

async function made(location: string, remove: () => Promise<void>): Promise<TestStore> {
  const store = openStore(location);
  await migrate(store);
  return {
    location,
    store,
    drop: async () => {
      await store.close();
      await remove();
    },
  };
}

/** The same tests on both engines. */
export function onBothEngines(name: string, tests: (engine: Engine) => void): void {
  for (const engine of ENGINES)
    describe(`${name}, on ${engine.name}`, { skip: engine.skip }, () => tests(engine));
}
