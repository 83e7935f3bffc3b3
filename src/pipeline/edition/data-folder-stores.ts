/** Where the editions of a data folder lie. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../lib/errors.ts';
import { EditionStore } from './edition-store.ts';

/** Editions carry the address that they are published under, so each address has its own. */
export function storeFor(dataFolder: string, baseUrl: string): EditionStore {
  const name = baseUrl.replace(/^https?:\/\//, '').replace(/[^a-zA-Z0-9.-]+/g, '-');
  const scheme = baseUrl.startsWith('https') ? 'https' : 'http';
  return new EditionStore(join(dataFolder, 'editions', `${scheme}-${name}`));
}

/** All stores of a data folder in which something is published. */
export async function publishedStores(dataFolder: string): Promise<EditionStore[]> {
  const folder = join(dataFolder, 'editions');
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const stores: EditionStore[] = [];
  for (const name of names.sort()) {
    const store = new EditionStore(join(folder, name));
    if (await store.isPublished()) stores.push(store);
  }
  return stores;
}
