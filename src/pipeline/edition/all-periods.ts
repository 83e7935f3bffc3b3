/**
 * Stores the files that span all periods: the bulk files, the history table, the changelog. They are
 * put together from the periods' own files, so that memory holds one period at a time.
 */
import { join } from 'node:path';
import { type Artifact, artifact, JSON_TYPE, json } from './artifacts.ts';
import { type BulkPeriod, bulkFiles, PARQUET_TYPE } from './bulk-files.ts';
import type { PublishedEdition } from './catalog.ts';
import { filesOf, type Manifest, type ManifestFile, parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { historyOf } from './history-table.ts';
import { METHOD_CHANGES, METHOD_VERSION } from './method.ts';
import type { ReleaseDays } from './periods.ts';
import type { SignalsResponse } from './record.ts';
import { CSV_HEADER, csvLines, rankedStartups, recordsParquet } from './record-table.ts';

/** Name of the edition with these files. */
export const ALL_PERIODS = 'all';

/** What the changelog tells of an edition's content. */
export type EditionSummary = Pick<SignalsResponse['meta'], 'totalStartups' | 'totalSectors'> & {
  refreshedAt: string;
  notCovered: number;
  sectors: { slug: string; startupCount: number }[];
};

export function summaryOf({ meta, sectors }: SignalsResponse): EditionSummary {
  return {
    refreshedAt: meta.lastUpdated,
    totalStartups: meta.totalStartups,
    notCovered: meta.notCovered.length,
    totalSectors: meta.totalSectors,
    sectors: sectors.map(({ slug, startupCount }) => ({ slug, startupCount })),
  };
}

function startupsIn(sectors: EditionSummary['sectors']): number {
  return sectors.reduce((sum, { startupCount }) => sum + startupCount, 0);
}

type ChangelogPeriod = ReturnType<typeof changelogPeriod>;

/** What was published when, what was corrected and why, and how the method changed: `changelog.json`. */
export type Changelog = {
  name: string;
  methodVersion: number;
  methodChanges: typeof METHOD_CHANGES;
  latestPeriod: string | null;
  /** Newest first, partial ones included. */
  periods: ChangelogPeriod[];
};

/**
 * @param editions what is published, oldest first; partial ones stand in the changelog alone
 * @param rendered summaries of editions that were just rendered, by SHA-256 of the manifest
 * @param releases the one thing that no edition holds for all of its weeks
 * @param before manifest of the files as they were published last
 */
export async function storeOverall(
  store: EditionStore,
  editions: readonly PublishedEdition[],
  rendered: ReadonlyMap<string, EditionSummary>,
  releases: ReleaseDays,
  before: string | undefined,
): Promise<ManifestFile[]> {
  const last = before === undefined ? undefined : await StoredEdition.find(store, before);
  const listed = (await last?.changelog())?.periods.toReversed() ?? [];
  const summaries = new Map<string, EditionSummary>(listed.map((one) => [one.manifest, one]));
  const full: BulkPeriod[] = [];
  const periods: ChangelogPeriod[] = [];
  let latest: StoredEdition | undefined;
  for (const edition of editions) {
    const { manifest } = edition;
    const stored = await StoredEdition.open(store, manifest);
    const summary =
      rendered.get(manifest) ?? summaries.get(manifest) ?? summaryOf(await stored.signals());
    periods.unshift(changelogPeriod(edition, summary));
    if (edition.isPartial) continue;
    latest = stored;
    full.push({
      slug: edition.period,
      startups: startupsIn(summary.sectors),
      dataset: () => stored.read('dataset.jsonl'),
      table: () => stored.table(),
    });
  }
  const signals = await latest?.signals();
  const { files, parquet } = await bulkFiles(store, full, signals?.meta);
  const current = await recordsParquet(signals ? rankedStartups(signals) : []);
  const slugs = full.map(({ slug }) => slug);
  const history = await historyOf(slugs, store.pathOf(parquet.sha256), releases);
  const changelog: Changelog = {
    name: 'Bellwether changelog',
    methodVersion: METHOD_VERSION,
    methodChanges: METHOD_CHANGES,
    latestPeriod: full.at(-1)?.slug ?? null,
    periods,
  };
  const further: Artifact[] = [
    artifact('signals.parquet', PARQUET_TYPE, current),
    artifact('history.json', JSON_TYPE, json(history)),
    artifact('changelog.json', JSON_TYPE, json(changelog)),
  ];
  for (const { body, sha256 } of further) await store.put(body, undefined, sha256);
  return [...files, ...filesOf(further)];
}

/** The SHA-256 of a manifest's file. */
export function fileHash(manifest: Manifest, name: string): string {
  const file = manifest.files.find((candidate) => candidate.name === name);
  if (!file) throw new RangeError(`the manifest of ${manifest.edition} lists no ${name}`);
  return file.sha256;
}

/** The files of an edition that is in the store. */
class StoredEdition {
  readonly #store: EditionStore;
  readonly #manifest: Manifest;

  private constructor(store: EditionStore, manifest: Manifest) {
    this.#store = store;
    this.#manifest = manifest;
  }

  static async open(store: EditionStore, manifest: string): Promise<StoredEdition> {
    const bytes = await store.read(manifest);
    return new StoredEdition(store, parseManifest(join(store.folder, manifest), bytes));
  }

  /** Undefined where it cannot be read. */
  static async find(store: EditionStore, manifest: string): Promise<StoredEdition | undefined> {
    return StoredEdition.open(store, manifest).catch(() => undefined);
  }

  read(name: string): Promise<Buffer> {
    return this.#store.read(fileHash(this.#manifest, name));
  }

  /** Of all periods; undefined where it cannot be read. */
  async changelog(): Promise<Changelog | undefined> {
    const text = await this.read('changelog.json').catch(() => undefined);
    return text && (JSON.parse(text.toString('utf8')) as Changelog);
  }

  /** Trusted: the store checks the bytes against the name that we signed. */
  async signals(): Promise<SignalsResponse> {
    return JSON.parse((await this.read('signals.json')).toString('utf8')) as SignalsResponse;
  }

  /** The lines of its table; earlier versions had other columns, so theirs are written again. */
  async table(): Promise<Buffer> {
    const stored = await this.read('signals.csv');
    const header = Buffer.from(CSV_HEADER);
    if (stored.subarray(0, header.length).equals(header)) return stored.subarray(header.length);
    return Buffer.from(csvLines(rankedStartups(await this.signals())));
  }
}

function changelogPeriod(edition: PublishedEdition, summary: EditionSummary) {
  const { refreshedAt, totalStartups, notCovered, totalSectors, sectors } = summary;
  return {
    slug: edition.period,
    name: edition.name,
    refreshedAt,
    revision: edition.revision,
    manifest: edition.manifest,
    totalStartups,
    notCovered,
    isPartial: edition.isPartial ?? false,
    totalSectors,
    sectors,
    corrections: listCorrections(edition),
  };
}

export function listCorrections({ superseded }: Pick<PublishedEdition, 'superseded'>) {
  return superseded.map(({ revision, manifest, correction }) => ({
    revision: revision + 1,
    replaces: manifest,
    correction,
  }));
}
