/**
 * Publishes: ledger and registry in, a catalog of signed editions out. An edition that is out
 * stays as it is; other numbers for its period become visible only as a named correction.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import lockfile from 'proper-lockfile';
import { BellwetherError, messageOf, systemCode } from '../errors.ts';
import { sha256 } from '../files.ts';
import { type RepositoryWeeks, readRepositoryWeeks } from '../ledger/repository-weeks.ts';
import type { Series } from '../ledger/series.ts';
import { type Ledger, ledgerFingerprint, verifyLedger, withLedger } from '../ledger/store.ts';
import { parsePeriod } from '../period.ts';
import type { Registry } from '../registry/schema.ts';
import { overallArtifacts } from './all-periods.ts';
import { type Artifact, editionArtifacts } from './artifacts.ts';
import { computePeriod, readPeriods, type Tracked } from './compute.ts';
import { editionContent, type Publication } from './content.ts';
import { parseManifest, type SealedManifest, seal } from './manifest.ts';
import { METHOD_VERSION } from './method.ts';
import { type SigningKey, signingKey } from './signing.ts';
import type { Catalog, EditionStore, PublishedEdition } from './store.ts';

export type PublishOptions = {
  ledger: Ledger;
  registry: Registry;
  store: EditionStore;
  /** Where the operator's signing key lies. */
  dataFolder: string;
  /** What published addresses begin with; no trailing slash. */
  baseUrl: string;
  /** Why published editions may be replaced by corrected revisions; without it they stay. */
  correction?: string;
  onProgress?: (done: number, total: number) => void;
};

export type PublishResult = {
  catalog: Catalog;
  added: string[];
  corrected: string[];
  unchanged: number;
  /** Published editions that would come out otherwise now, left as they are. */
  differing: string[];
};

/** Record layouts: a new one makes published editions differ even if no number does. */
const LAYOUT_VERSION = 1;

/** Whether a publication from these inputs would be the one that is already out. */
export function inputsFingerprint({
  ledger,
  registry,
  baseUrl,
}: Pick<PublishOptions, 'ledger' | 'registry' | 'baseUrl'>): string {
  const inputs = [LAYOUT_VERSION, METHOD_VERSION, baseUrl, ledgerFingerprint(ledger), registry];
  return sha256(JSON.stringify(inputs));
}

export async function publish(options: PublishOptions): Promise<PublishResult> {
  const { store, ledger, dataFolder } = options;
  try {
    await mkdir(store.folder, { recursive: true });
    const release = await lockfile.lock(store.folder, { retries: { retries: 60, factor: 1 } });
    try {
      await verifyLedger(ledger);
      return await publishLocked(options, await signingKey(dataFolder));
    } finally {
      await release();
    }
  } catch (error) {
    throw explained(error, store.folder);
  }
}

async function publishLocked(options: PublishOptions, key: SigningKey): Promise<PublishResult> {
  const { ledger, registry, store } = options;
  const before = await store.catalog();
  const tracked: Tracked = new Map(registry.companies.map(({ slug, name }) => [slug, name]));
  const { series, repositories } = await withLedger(ledger, async (connection) => {
    const read = await readPeriods(connection, tracked);
    return { series: read, repositories: await readRepositoryWeeks(connection, read.range) };
  });
  const result = { added: [], corrected: [], unchanged: 0, differing: [] };
  const run = new PublishRun(options, key, before, series, tracked, repositories, result);
  const editions = await run.editions();
  const all = await run.sealed(
    { edition: 'all', name: 'All periods', revision: 1 },
    await overallArtifacts(store, editions),
  );
  const catalog: Catalog = { format: 1, inputs: inputsFingerprint(options), editions, all };
  if (JSON.stringify(before) !== JSON.stringify(catalog)) await store.replaceCatalog(catalog);
  return { catalog, ...result };
}

class PublishRun {
  readonly #options: PublishOptions;
  readonly #key: SigningKey;
  readonly #before: Map<string, PublishedEdition>;
  readonly #series: Series;
  readonly #tracked: Tracked;
  readonly #publication: Publication;
  readonly #result: Omit<PublishResult, 'catalog'>;

  constructor(
    options: PublishOptions,
    key: SigningKey,
    before: Catalog | undefined,
    series: Series,
    tracked: Tracked,
    repositories: ReadonlyMap<string, readonly RepositoryWeeks[]>,
    result: Omit<PublishResult, 'catalog'>,
  ) {
    this.#options = options;
    this.#key = key;
    this.#before = new Map(before?.editions.map((edition) => [edition.period, edition]));
    this.#series = series;
    this.#tracked = tracked;
    const { baseUrl, registry } = options;
    this.#publication = { baseUrl, registry, repositories };
    this.#result = result;
  }

  /** Every edition that is out after this run, oldest first. */
  async editions(): Promise<PublishedEdition[]> {
    const { first, last } = this.#series.range;
    const published = new Map(this.#before);
    const limit = pLimit(4);
    let done = 0;
    const weeks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    await Promise.all(
      weeks.map((week) =>
        limit(async () => {
          const edition = await this.#edition(week);
          published.set(edition.period, edition);
          this.#options.onProgress?.(++done, weeks.length);
        }),
      ),
    );
    const order = (slug: string) => parsePeriod(slug)?.lastDay ?? 0;
    return [...published.values()].sort((a, b) => order(a.period) - order(b.period));
  }

  /** Stores artifacts and their manifest, and signs it. */
  async sealed(
    about: { edition: string; name: string; revision: number },
    artifacts: readonly Artifact[],
  ): Promise<{ manifest: string; signature: string }> {
    return this.#store(this.#seal(about, artifacts), artifacts);
  }

  #seal(
    about: { edition: string; name: string; revision: number },
    artifacts: readonly Artifact[],
  ): SealedManifest {
    const { baseUrl } = this.#options;
    return seal({ baseUrl, methodVersion: METHOD_VERSION, ...about }, artifacts);
  }

  async #store(sealed: SealedManifest, artifacts: readonly Artifact[]) {
    const { store } = this.#options;
    for (const { body } of artifacts) await store.put(body);
    await store.put(sealed.bytes);
    return { manifest: sealed.sha256, signature: this.#key.sign(sealed.bytes) };
  }

  async #edition(week: number): Promise<PublishedEdition> {
    const computed = computePeriod(this.#series, week, this.#tracked);
    const { slug, name } = computed.period;
    const render = (revision: number) =>
      editionArtifacts(editionContent(computed, revision, this.#publication));
    const old = this.#before.get(slug);
    const revision = old?.revision ?? 1;
    const artifacts = render(revision);
    const sealed = this.#seal({ edition: slug, name, revision }, artifacts);
    if (!old) {
      this.#result.added.push(slug);
      return {
        period: slug,
        name,
        revision,
        superseded: [],
        ...(await this.#store(sealed, artifacts)),
      };
    }
    if (old.manifest === sealed.sha256) {
      this.#result.unchanged++;
      // Stored again, so that a body that was removed comes back; signed again, should the key be new.
      return { ...old, ...(await this.#store(sealed, artifacts)) };
    }
    const { correction } = this.#options;
    if (correction === undefined) {
      this.#result.differing.push(slug);
      return old;
    }
    this.#result.corrected.push(slug);
    const next = await this.sealed(
      { edition: slug, name, revision: revision + 1 },
      render(revision + 1),
    );
    const { manifest, signature } = old;
    const superseded = [...old.superseded, { manifest, signature, revision, correction }];
    return { period: slug, name, revision: revision + 1, superseded, ...next };
  }
}

/** The manifest of a published edition, read from the store. */
export async function readManifest(store: EditionStore, hash: string) {
  return parseManifest(join(store.folder, hash), await store.read(hash));
}

/** Says what a fault of the machine means for what is published. */
function explained(error: unknown, folder: string): unknown {
  const causes: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'writing there is not permitted',
    EPERM: 'writing there is not permitted',
    EROFS: 'the file system is read-only',
    ELOCKED: 'another process has been publishing there for a minute',
  };
  const cause = causes[systemCode(error) ?? ''];
  if (cause === undefined) return error;
  return new BellwetherError(
    'publish-failed',
    `Publishing into ${folder} stopped: ${cause} (${messageOf(error)}). What was published before is untouched; mend the cause and publish again.`,
    { cause: error },
  );
}
