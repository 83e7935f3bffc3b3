/** Stores of the editions in a data folder. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../lib/errors.ts';
import { EditionStore } from './edition-store.ts';
import { heldSigningKey } from './signing.ts';

/** Editions carry the address that they are published under, so each address has its own. */
export function storeFor(dataFolder: string, baseUrl: string): EditionStore {
  const name = baseUrl.replace(/^https?:\/\//, '').replace(/[^a-zA-Z0-9.-]+/g, '-');
  const scheme = baseUrl.startsWith('https') ? 'https' : 'http';
  return storeAt(dataFolder, `${scheme}-${name}`);
}

function storeAt(dataFolder: string, name: string): EditionStore {
  return new EditionStore(
    join(dataFolder, 'editions', name),
    async () => (await heldSigningKey(dataFolder))?.publicKeyPem,
  );
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
    const store = storeAt(dataFolder, name);
    if (await store.publishedAt()) stores.push(store);
  }
  return stores;
}
