/** Migrates a store's tables to the current schema. */
import { Migrator } from 'kysely/migration';
import { BellwetherError, messageOf, UnavailableError } from '../lib/errors.ts';
import { laterVersion } from '../lib/format-number.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Store } from './store.ts';

export type MigrationStatus = {
  name: string;
  /** When it was applied, ISO 8601; null if pending. */
  appliedAt: string | null;
};

function migratorOf({ database }: Store): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
}

/**
 * Applies pending migrations, one process at a time.
 *
 * @returns names of the migrations applied
 * @throws BellwetherError `store-unavailable`, or `later-version`
 */
export async function migrate(store: Store): Promise<string[]> {
  const { error, results = [] } = await migratorOf(store).migrateToLatest();
  if (error !== undefined) throw unavailable(error);
  return results
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
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

function unavailable(error: unknown): BellwetherError {
  if (error instanceof BellwetherError) return error;
  // Kysely's message if the store has a migration that is unknown to this version.
  const [, unknown] = /previously executed migration (\S+) is missing/.exec(messageOf(error)) ?? [];
  if (unknown !== undefined) return laterVersion('The store', `migration ${unknown}`);
  return new UnavailableError(
    'store-unavailable',
    `The store cannot be brought up to date: ${messageOf(error)}`,
    { cause: error },
  );
}
