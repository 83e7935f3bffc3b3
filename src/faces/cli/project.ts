/** Where the project's own files lie, and the parts that several commands open. */
import { join } from 'node:path';
import { type Config, loadConfig } from '../../config.ts';
import { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { type Ledger, openLedger } from '../../pipeline/ledger/ledger.ts';
import { storePlace } from '../../payments/configured.ts';
import { migrate } from '../../store/migrate.ts';
import { openStore, type Store } from '../../store/store.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Facts, as files that people edit. */
export const REGISTRY_FOLDER = join(ROOT, 'registry');
/** The ledger that ships with the project. */
export const SHIPPED_LEDGER = join(ROOT, 'data', 'ledger');

export function config(): Config {
  return loadConfig(process.env).config;
}

/** The operator's own ledger, or the shipped one where there is none yet. */
export async function currentLedger({ dataFolder }: Config): Promise<Ledger> {
  const ledger = (await openLedger(ownLedger(dataFolder))) ?? (await openLedger(SHIPPED_LEDGER));
  if (ledger) return ledger;
  throw new BellwetherError(
    'ledger-missing',
    `There is no ledger in ${ownLedger(dataFolder)} nor in ${SHIPPED_LEDGER}; run bellwether collect.`,
  );
}

export function ownLedger(dataFolder: string): string {
  return join(dataFolder, 'ledger');
}

/** The transactional store as it is, for as long as the work takes. */
export async function withStoreAsItIs(work: (store: Store) => Promise<void>): Promise<void> {
  const { payments, dataFolder } = config();
  const store = openStore(storePlace(payments, dataFolder));
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** The same, brought up to date first. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  await withStoreAsItIs(async (store) => {
    await migrate(store);
    await work(store);
  });
}

/** Editions carry the address that they are published under, so each address has its own. */
export function editionStore({ dataFolder, baseUrl }: Config): EditionStore {
  const name = baseUrl.replace(/^https?:\/\//, '').replace(/[^a-zA-Z0-9.-]+/g, '-');
  const scheme = baseUrl.startsWith('https') ? 'https' : 'http';
  return new EditionStore(join(dataFolder, 'editions', `${scheme}-${name}`));
}
