/**
 * The shipped ledger, published: made by whichever test comes first and shared by all test
 * processes, since computing 105 periods takes its time. Nobody may change it.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { Editions } from '../../src/published/editions.ts';
import { inputsFingerprint, publish } from '../../src/pipeline/edition/publish.ts';
import { EditionStore } from '../../src/pipeline/edition/edition-store.ts';
import { openLedger } from '../../src/pipeline/ledger/ledger.ts';
import { Published } from '../../src/published/published.ts';
import { loadRegistry } from '../../src/registry/load-registry.ts';

const ROOT = join(import.meta.dirname, '..', '..');
export const SHIPPED_BASE_URL = 'http://signals.example.org';

/** Folder of a store with all periods, and what they were published from. */
export async function shippedStore() {
  const registry = await loadRegistry(join(ROOT, 'registry'));
  const ledger = await openLedger(join(ROOT, 'data', 'ledger'));
  if (!ledger) throw new Error('data/ledger is missing');
  const inputs = inputsFingerprint({ ledger, registry, baseUrl: SHIPPED_BASE_URL });
  const folder = join(ROOT, 'node_modules', '.cache', 'bellwether', inputs.slice(0, 16));
  await mkdir(folder, { recursive: true });
  const release = await lockfile.lock(folder, { retries: { retries: 240, factor: 1 } });
  try {
    const store = new EditionStore(join(folder, 'editions'));
    if ((await store.catalog())?.inputs !== inputs)
      await publish({ ledger, registry, store, dataFolder: folder, baseUrl: SHIPPED_BASE_URL });
    return { store, registry, dataFolder: folder };
  } finally {
    await release();
  }
}

export async function shippedPublication(): Promise<Published> {
  const { store, registry } = await shippedStore();
  const editions = await Editions.open(store);
  if (!editions) throw new Error('nothing was published');
  return new Published(editions, registry, SHIPPED_BASE_URL);
}
