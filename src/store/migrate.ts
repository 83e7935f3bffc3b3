/** Brings a store's tables to what this version of the service works with. */
import { type MigrationResultSet, Migrator } from 'kysely/migration';
import { BellwetherError, messageOf } from '../lib/errors.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { Store } from './store.ts';

export type MigrationStatus = {
  name: string;
  /** When it was applied, ISO 8601; null for one that is pending. */
  appliedAt: string | null;
};

function migratorOf({ database }: Store): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
}

/**
 * Applies what is pending, one process at a time.
 *
 * @returns names of those that were applied now
 * @throws BellwetherError `store-unavailable`
 */
export async function migrate(store: Store): Promise<string[]> {
  return applied(await migratorOf(store).migrateToLatest());
}

/** Takes back the last one, with all that its tables hold. */
export async function migrateDown(store: Store): Promise<string[]> {
  return applied(await migratorOf(store).migrateDown());
}

export async function migrationStatus(store: Store): Promise<MigrationStatus[]> {
  try {
    const migrations = await migratorOf(store).getMigrations();
    return migrations.map(({ name, executedAt }) => ({
      name,
      appliedAt: executedAt?.toISOString() ?? null,
    }));
  } catch (error) {
    throw unavailable(error);
  }
}

function applied({ error, results = [] }: MigrationResultSet): string[] {
  if (error !== undefined) throw unavailable(error);
  return results
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
}

function unavailable(error: unknown): BellwetherError {
  return new BellwetherError(
    'store-unavailable',
    `The store cannot be brought up to date: ${messageOf(error)}`,
    { cause: error },
  );
}
