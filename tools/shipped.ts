/** The shipped ledger, published, for all test files: computing its periods takes its time. */

import { join } from 'node:path';
import { PROJECT_ROOT } from '../src/lib/project-root.ts';
import { EditionStore } from '../src/pipeline/edition/edition-store.ts';
import { publish } from '../src/pipeline/edition/publish.ts';
import { openLedger } from '../src/pipeline/ledger/ledger.ts';
import { openPublished, type Published } from '../src/published/published.ts';
import { type Made, madeOnce } from './made-once.ts';
import { REGISTRY_FOLDER, shippedRegistry } from './shipped-registry.ts';

export const SHIPPED_BASE_URL = 'http://signals.example.org';
const LEDGER = join(PROJECT_ROOT, 'data', 'ledger');
export const SHIPPED_PUBLICATION: Made = {
  name: 'shipped',
  modules: ['src/pipeline/edition/publish.ts', 'src/registry/load-registry.ts'].map((path) =>
    join(PROJECT_ROOT, path),
  ),
  // Names the tables by their hashes.
  data: [REGISTRY_FOLDER, join(LEDGER, 'ledger.json')],
};

/** Folder of a store with all periods, and the inputs of their publication. Must not be changed. */
export async function shippedStore() {
  const registry = await shippedRegistry();
  const dataFolder = await madeOnce(SHIPPED_PUBLICATION, async (folder) => {
    const ledger = await openLedger(LEDGER);
    if (!ledger) throw new Error(`${LEDGER} is missing`);
    const store = new EditionStore(join(folder, 'editions'));
    await publish({ ledger, registry, store, dataFolder: folder, baseUrl: SHIPPED_BASE_URL });
  });
  const store = new EditionStore(join(dataFolder, 'editions'));
  const site = { store, registry: async () => registry, baseUrl: SHIPPED_BASE_URL };
  return { store, registry, dataFolder, site };
}

let publication: Promise<Published> | undefined;

/** One for the whole process, so that its indexes are made once. */
export function shippedPublication(): Promise<Published> {
  publication ??= openPublication();
  return publication;
}

async function openPublication(): Promise<Published> {
  return openPublished((await shippedStore()).site);
}
