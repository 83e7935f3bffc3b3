/** Location of the store: PostgreSQL at the operator's address, or a file in the data folder. */
import { join } from 'node:path';
import { databaseName } from '../lib/errors.ts';

/** The PostgreSQL address if configured, else the file in the data folder. */
export function storeLocation(
  { databaseUrl }: { databaseUrl: string | undefined },
  dataFolder: string,
): string {
  return databaseUrl ?? embeddedStore(dataFolder);
}

export function embeddedStore(dataFolder: string): string {
  return join(dataFolder, 'bellwether.sqlite');
}

/** Whether a location is a PostgreSQL address rather than a file. */
export function isPostgresqlUrl(location: string): boolean {
  return /^postgres(?:ql)?:/.test(location);
}

/** A store's location without user and password, for logs. */
export function nameOfStore(location: string): string {
  if (!isPostgresqlUrl(location)) return `SQLite in ${location}`;
  const name = databaseName(location);
  return name === undefined ? 'PostgreSQL' : `PostgreSQL at ${name}`;
}
