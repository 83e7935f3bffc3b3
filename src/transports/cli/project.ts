/**
 * The project as one value: settings, registry, ledger, editions, books and clock. Every command, page and
 * check gets this one, so that no two of them see different ones.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucket } from '../../lib/bucket/bucket.ts';
import { type Config, loadConfig } from '../../lib/config/config.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { lockPath } from '../../lib/path-lock.ts';
import { narrowModes } from '../../lib/private-files.ts';
import { PROJECT_ROOT } from '../../lib/project-root.ts';
import { setGitDeadlines } from '../../pipeline/collect/git/watch-git.ts';
import {
  type EditionStore,
  publishedStores,
  storeFor,
} from '../../pipeline/edition/edition-store.ts';
import { operatorKey } from '../../pipeline/edition/operator-key.ts';
import { SharedEditionStore } from '../../pipeline/edition/shared/shared-store.ts';
import type { SigningKey } from '../../pipeline/edition/signing.ts';
import { type Ledger, openOwnOverShipped } from '../../pipeline/ledger/ledger.ts';
import { CompanyIndex } from '../../published/find-company.ts';
import type { Published, Site } from '../../published/published.ts';
import { keptRegistry } from '../../registry/kept-registry.ts';
import { ownStamp } from '../../registry/own-files.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { embeddedStore, nameOfStore, storeLocation } from '../../store/location.ts';
import type { Store } from '../../store/store.ts';
import { note } from './command.ts';

export const REGISTRY_FOLDER = join(PROJECT_ROOT, 'registry');
export const SHIPPED_LEDGER = join(PROJECT_ROOT, 'data', 'ledger');

/** The settings, which bound every git process as well. */
function loadSettings(): Config {
  const { config, warnings } = loadConfig(process.env);
  for (const warning of warnings) note(`Warning: ${warning}.`);
  setGitDeadlines(config.git);
  return config;
}

/** The project, with a registry that has no fault. */
export async function openProject(): Promise<Project> {
  const project = new Project();
  await project.registry();
  return project;
}

export class Project implements Site {
  readonly settings: Config;
  readonly now: () => Date;
  readonly baseUrl: string;
  readonly operator: Config['operator'];
  /** The editions; with EDITIONS_URL, a local copy of that bucket. */
  readonly store: EditionStore;
  /**
   * Folders within DATA_DIR: the operator's own companies and ledger, copies of repositories, and the
   * finished companies of interrupted collections.
   */
  readonly folders: Readonly<Record<'registry' | 'ledger' | 'copies' | 'staged' | 'fresh', string>>;
  #read: { stamp: string; registry: Registry } | undefined;

  constructor(settings = loadSettings(), now = () => new Date()) {
    const { dataFolder, baseUrl, operator } = settings;
    this.settings = settings;
    this.now = now;
    this.baseUrl = baseUrl;
    this.operator = operator;
    this.store = editionStore(settings);
    this.folders = {
      registry: join(dataFolder, 'registry'),
      ledger: join(dataFolder, 'ledger'),
      copies: join(dataFolder, 'repositories'),
      staged: join(dataFolder, 'collect', 'staged'),
      fresh: join(dataFolder, 'collect', 'fresh'),
    };
  }

  /** The registry that ships with the project, under the operator's own companies. */
  async registry(): Promise<Registry> {
    const stamp = await ownStamp(this.folders.registry);
    if (this.#read?.stamp !== stamp)
      this.#read = { stamp, registry: await keptRegistry(REGISTRY_FOLDER, this.folders.registry) };
    return this.#read.registry;
  }

  /** The company of this name. @throws BellwetherError `unknown-company`, with the nearest names */
  async company(name: string): Promise<Company> {
    const lookup = (await CompanyIndex.of(await this.registry())).find(name);
    if (lookup.found) return lookup.company;
    const near = lookup.nearMisses.map(({ slug }) => slug).join(', ');
    throw new BellwetherError(
      'unknown-company',
      `No tracked company is called ${JSON.stringify(name)}.${near === '' ? '' : ` Similar: ${near}.`}`,
    );
  }

  /** The operator's own ledger over the shipped one. @throws BellwetherError `ledger-missing` */
  async ledger(): Promise<Ledger> {
    const ledger = await this.ledgerIfAny();
    if (ledger) return ledger;
    throw new BellwetherError(
      'ledger-missing',
      `There is no ledger in ${this.folders.ledger} nor in ${SHIPPED_LEDGER}; run bellwether collect.`,
    );
  }

  /** The same, undefined if there is none. */
  async ledgerIfAny(): Promise<Ledger | undefined> {
    const { clickHouseUrl } = this.settings;
    const ledger = await openOwnOverShipped(this.folders.ledger, SHIPPED_LEDGER);
    return ledger && clickHouseUrl !== undefined ? { ...ledger, clickHouseUrl } : ledger;
  }

  /**
   * Takes the lock of the data folder until the end of a scope: one process at a time writes its ledger.
   *
   * @param waitSeconds how long to wait for another holder; the lock of a killed one is free after ten
   * @throws BellwetherError `collect-locked`
   */
  async lockLedger(waitSeconds = 0): Promise<AsyncDisposable> {
    const { dataFolder } = this.settings;
    const folder = join(dataFolder, 'collect');
    await mkdir(folder, { recursive: true });
    const refusal = new BellwetherError(
      'collect-locked',
      `Another collection is running in ${dataFolder}; wait for it to end, or set a different DATA_DIR.`,
    );
    return { [Symbol.asyncDispose]: await lockPath(folder, { refusal, waitSeconds }) };
  }

  /** The inputs of the next publication. */
  async inputs() {
    const { store, baseUrl, now, settings } = this;
    const [ledger, registry] = [await this.ledger(), await this.registry()];
    return { ledger, registry, store, baseUrl, now, dataFolder: settings.dataFolder };
  }

  /** Fingerprint of ledger, registry and method, as a publication from them has it. */
  async fingerprint(): Promise<string> {
    // Loaded where it is used: most commands do not publish.
    const { inputsFingerprint } = await import('../../pipeline/edition/publish.ts');
    return inputsFingerprint(await this.inputs());
  }

  /** The current publication; while the bucket is away, the one last taken from it. */
  async published(): Promise<Published> {
    await this.fetchEditions();
    // Loaded where it is used: most commands open no publication.
    const { openPublished } = await import('../../published/published.ts');
    return openPublished(this);
  }

  async fetchEditions(): Promise<void> {
    await this.store.refresh().catch((error: unknown) => {
      note(`Editions are those fetched last: ${messageOf(error)}.`);
    });
  }

  /** All stores in which something is published, each as its settings have it. */
  async allStores(): Promise<EditionStore[]> {
    const stores = await publishedStores(this.settings.dataFolder);
    return stores.map((store) => (store.folder === this.store.folder ? this.store : store));
  }

  /** Signs what is published. @throws BellwetherError `signing-key-missing`, `signing-key-differs` */
  async signingKey(): Promise<SigningKey> {
    return operatorKey(this.store, await this.store.catalog(), this.settings.dataFolder);
  }

  /**
   * Opens the transactional store and prints which one it is: other settings are other books. Its
   * files are closed to the machine's other users first.
   */
  async books(): Promise<Store> {
    const { payments, dataFolder } = this.settings;
    for (const line of narrowModes(embeddedStore(dataFolder), dataFolder)) note(line);
    const location = storeLocation(payments, dataFolder);
    note(`Books: ${nameOfStore(location)}`);
    // Most commands need no books, and the modules that open them take as long to load as all others.
    const { openStore } = await import('../../store/store.ts');
    return openStore(location);
  }
}

function editionStore({ dataFolder, baseUrl, editionsUrl }: Config): EditionStore {
  const store = storeFor(dataFolder, baseUrl);
  if (editionsUrl === undefined) return store;
  const { folder, ownKey } = store;
  return new SharedEditionStore(folder, { open: () => openBucket(editionsUrl), ownKey });
}

/** Opens the project and its books, brought up to date; a scope's end closes them. */
export async function openBooks() {
  const project = new Project();
  const store = await project.books();
  const { migrate } = await import('../../store/migrate.ts');
  await migrate(store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  return { store, project, [Symbol.asyncDispose]: () => store.close() };
}
