/** Where the store is: PostgreSQL at the operator's address, or a file in the data folder. */
import { join } from 'node:path';

/** PostgreSQL where it is set, else the file in the data folder. */
export function storeLocation(
  { databaseUrl }: { databaseUrl: string | undefined },
  dataFolder: string,
): string {
  return databaseUrl ?? embeddedStore(dataFolder);
}

/** The file of the embedded store. */
export function embeddedStore(dataFolder: string): string {
  return join(dataFolder, 'bellwether.sqlite');
}

/** Whether a location is a PostgreSQL address, not a file. */
export function isPostgresqlUrl(location: string): boolean {
  return /^postgres(?:ql)?:/.test(location);
}

/** A store's location without the password, for logs. */
export function nameOfStore(location: string): string {
  if (!isPostgresqlUrl(location)) return `SQLite in ${location}`;
  const url = URL.parse(location);
  if (!url) return 'PostgreSQL';
  // Sockets are named in the query, and so may passwords be.
  const host = url.host || url.searchParams.get('host') || 'localhost';
  const user = url.username === '' ? '' : `${url.username}@`;
  return `PostgreSQL at ${user}${host}${url.pathname}`;
}
