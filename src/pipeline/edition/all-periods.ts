/**
 * Stores the files that span all periods: the bulk files, the history table, the changelog. They are
 * put together from the periods' own files, so that memory holds one period at a time.
 */
import { type Artifact, artifact, JSON_TYPE, json } from './artifacts.ts';
import { type BulkPeriod, bulkFiles, PARQUET_TYPE } from './bulk-files.ts';
import type { PublishedEdition } from './catalog.ts';
import type { ManifestFile } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { METHOD_CHANGES, METHOD_VERSION } from './method.ts';
import type { ReleaseDays } from './periods.ts';
import type { SignalsResponse } from './record.ts';
import { CSV_HEADER, rankedStartups, recordsParquet } from './record-table.ts';

/** Name of the edition with these files. */
export const ALL_PERIODS = 'all';

/** What the changelog tells of an edition's content. */
export type EditionSummary = Pick<SignalsResponse['meta'], 'totalStartups' | 'totalSectors'> & {
  refreshedAt: string;
  notCovered: number;
  sectors: { slug: string; startupCount: number }[];
};

export function summarize({ meta, sectors }: SignalsResponse): EditionSummary {
  return {
    refreshedAt: meta.lastUpdated,
    totalStartups: meta.totalStartups,
    notCovered: meta.notCovered.length,
    totalSectors: meta.totalSectors,
    sectors: sectors.map(({ slug, startupCount }) => ({ slug, startupCount })),
  };
}

type ChangelogPeriod = ReturnType<typeof changelogPeriod>;

/** What was published when, what was corrected and why, and how the method changed: `changelog.json`. */
export type Changelog = {
  name: string;
  methodVersion: string;
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
): Promise<(ManifestFile | Artifact)[]> {
  // Trusted: the store checks the bytes against the name that we signed.
  const readSignals = async (manifest: string) =>
    JSON.parse(String(await store.fileOf(manifest, 'signals.json'))) as SignalsResponse;
  // It spares reading every edition; where it cannot be read, they are.
  const last = await store.fileOf(before ?? '', 'changelog.json').catch(() => undefined);
  const listed = last ? (JSON.parse(last.toString('utf8')) as Changelog).periods : [];
  const summaries = new Map<string, EditionSummary>(listed.map((each) => [each.manifest, each]));
  const full: BulkPeriod[] = [];
  const periods: ChangelogPeriod[] = [];
  for (const edition of editions) {
    const { manifest, period: slug, isPartial } = edition;
    const summary =
      rendered.get(manifest) ?? summaries.get(manifest) ?? summarize(await readSignals(manifest));
    periods.unshift(changelogPeriod(edition, summary));
    if (isPartial) continue;
    full.push({
      ...{ slug, startups: summary.totalStartups },
      dataset: () => store.fileOf(manifest, 'dataset.jsonl'),
      table: async () => {
        const table = await store.fileOf(manifest, 'signals.csv');
        return table.subarray(Buffer.byteLength(CSV_HEADER));
      },
    });
  }
  const latest = editions.findLast(({ isPartial }) => !isPartial);
  const signals = latest && (await readSignals(latest.manifest));
  const { files, history } = await bulkFiles(store, full, signals?.meta, releases);
  const changelog: Changelog = {
    name: 'Bellwether changelog',
    methodVersion: METHOD_VERSION,
    methodChanges: METHOD_CHANGES,
    latestPeriod: latest?.period ?? null,
    periods,
  };
  const current = await recordsParquet(signals ? rankedStartups(signals) : []);
  const further: Artifact[] = [
    artifact('signals.parquet', PARQUET_TYPE, current),
    artifact('history.json', JSON_TYPE, json(history)),
    artifact('changelog.json', JSON_TYPE, json(changelog)),
  ];
  for (const { body, sha256 } of further) await store.put(body, sha256);
  return [...files, ...further];
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

function listCorrections({ superseded }: Pick<PublishedEdition, 'superseded'>) {
  return superseded.map(({ revision, manifest, correction }) => ({
    revision: revision + 1,
    replaces: manifest,
    correction,
  }));
}
