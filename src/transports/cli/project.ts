/** Where the project's files are, and what most commands open: settings, registry, ledger, stores. */
import { join } from 'node:path';
import { verifyForecastLog } from '../../features/forecasts/log.ts';
import { openBucket } from '../../lib/bucket/bucket.ts';
import { type Config, loadConfig } from '../../lib/config/config.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { narrowModes } from '../../lib/private-files.ts';
import { PROJECT_ROOT } from '../../lib/project-root.ts';
import { setGitDeadlines } from '../../pipeline/collect/git/watch-git.ts';
import { publishedStores, storeFor } from '../../pipeline/edition/data-folder-stores.ts';
import type { EditionStore } from '../../pipeline/edition/edition-store.ts';
import { SharedEditionStore } from '../../pipeline/edition/shared/shared-store.ts';
import { heldSigningKey } from '../../pipeline/edition/signing.ts';
import { type Ledger, openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import { keptRegistry } from '../../registry/kept-registry.ts';
import { ownStamp } from '../../registry/own-files.ts';
import type { Registry } from '../../registry/schema.ts';
import { embeddedStore, nameOfStore, storeLocation } from '../../store/location.ts';
import type { Store } from '../../store/store.ts';
import { note } from './terminal.ts';

export const REGISTRY_FOLDER = join(PROJECT_ROOT, 'registry');
export const SHIPPED_LEDGER = join(PROJECT_ROOT, 'data', 'ledger');

let hasWarned = false;

/** The settings, which bound every git process as well. Warnings are printed once a process. */
export function loadSettings(): Config {
  const { config, warnings } = loadConfig(process.env);
  if (!hasWarned) for (const warning of warnings) note(`Warning: ${warning}.`);
  hasWarned = true;
  setGitDeadlines(config.git);
  return config;
}

export type Project = {
  settings: Config;
  /** As it is at the start. */
  registry: Registry;
  currentRegistry: () => Promise<Registry>;
};

export async function openProject(): Promise<Project> {
  const settings = loadSettings();
  const current = followRegistry(settings);
  return { settings, registry: await current(), currentRegistry: current };
}

/**
 * The registry that ships with the project, under the operator's own companies: what every command
 * reads, so that no two of them see different ones.
 */
export function currentRegistry({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<Registry> {
  return keptRegistry(REGISTRY_FOLDER, ownRegistry(dataFolder));
}

/** The same for processes that run on: reads it again where one of the operator's files has changed. */
function followRegistry(settings: Config): () => Promise<Registry> {
  let registry: Registry | undefined;
  let stamp = '';
  return async () => {
    const latest = await ownStamp(ownRegistry(settings.dataFolder));
    if (!registry || latest !== stamp) registry = await currentRegistry(settings);
    stamp = latest;
    return registry;
  };
}

export function ownRegistry(dataFolder: string): string {
  return join(dataFolder, 'registry');
}

/** Who sells, at which address and prices. */
export function seller({ baseUrl, operator }: Config, { documents }: Registry) {
  return { baseUrl, operator: operator.name ?? 'Bellwether', pricing: documents.pricing };
}

/** The operator's own ledger over the shipped one. @throws BellwetherError `ledger-missing` */
export async function currentLedger(settings: Config): Promise<Ledger> {
  const ledger = await currentLedgerIfAny(settings);
  if (ledger) return ledger;
  const { dataFolder } = settings;
  throw new BellwetherError(
    'ledger-missing',
    `There is no ledger in ${ownLedger(dataFolder)} nor in ${SHIPPED_LEDGER}; run bellwether collect.`,
  );
}

/** The same, undefined if there is none. */
export async function currentLedgerIfAny({
  dataFolder,
  clickHouseUrl,
}: Config): Promise<Ledger | undefined> {
  const ledger = await openOwnOverShipped(ownLedger(dataFolder), SHIPPED_LEDGER);
  return ledger && clickHouseUrl !== undefined ? { ...ledger, clickHouseUrl } : ledger;
}

export function copiesFolder(dataFolder: string): string {
  return join(dataFolder, 'repositories');
}

export function renderedFolder(dataFolder: string): string {
  return join(dataFolder, 'rendered');
}

export function ownLedger(dataFolder: string): string {
  return join(dataFolder, 'ledger');
}

/**
 * Opens the transactional store and prints which one it is: other settings are other books. Its
 * files are closed to the machine's other users first.
 */
export async function configuredStore({ payments, dataFolder }: Config): Promise<Store> {
  for (const line of narrowModes(embeddedStore(dataFolder), dataFolder)) note(line);
  const location = storeLocation(payments, dataFolder);
  note(`Books: ${nameOfStore(location)}`);
  // Most commands need no books, and loading what opens them takes as long as all else.
  const { openStore } = await import('../../store/store.ts');
  return openStore(location);
}

/** Opens the transactional store for some work, without migrating it. */
export async function withUnmigratedStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await configuredStore(loadSettings());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

/** Opens the transactional store for some work, brought up to date first. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  await withUnmigratedStore(async (store) => {
    const { migrate } = await import('../../store/migrate.ts');
    await migrate(store);
    await work(store);
  });
}

/** Where editions lie; with EDITIONS_URL a copy of what that bucket holds. */
export function editionStore({ dataFolder, baseUrl, editionsUrl }: Config): EditionStore {
  const store = storeFor(dataFolder, baseUrl);
  if (editionsUrl === undefined) return store;
  const { folder, ownKey } = store;
  return new SharedEditionStore(folder, {
    open: () => openBucket(editionsUrl),
    ownKey,
    verifyForecasts: verifyForecastLog,
  });
}

/** Whether this machine has no signing key, since it only serves what a bucket holds. */
export async function onlyServes({ editionsUrl, dataFolder }: Config): Promise<boolean> {
  return editionsUrl !== undefined && !(await heldSigningKey(dataFolder));
}

/** All stores in which something is published, each as its settings have it. */
export async function allEditionStores(settings: Config): Promise<EditionStore[]> {
  const own = editionStore(settings);
  const stores = await publishedStores(settings.dataFolder);
  return stores.map((store) => (store.folder === own.folder ? own : store));
}

/** What is published by now; while the bucket is away, what was taken from it last. */
export async function freshEditionStore(settings: Config): Promise<EditionStore> {
  const store = editionStore(settings);
  await store.refresh().catch((error: unknown) => {
    note(`Editions are those fetched last: ${messageOf(error)}.`);
  });
  return store;
}
