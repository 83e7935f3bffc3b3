/** Location of the store: PostgreSQL at the operator's address, or a file in the data folder. */
import { join } from 'node:path';

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

/** A store's location without the password, for logs. */
export function nameOfStore(location: string): string {
  if (!isPostgresqlUrl(location)) return `SQLite in ${location}`;
  const url = URL.parse(location);
  if (!url) return 'PostgreSQL';
  // A socket is given in the query, which may also contain a password.
  const host = url.host || url.searchParams.get('host') || 'localhost';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `PostgreSQL at ${user}${host}${url.pathname}`;
}
