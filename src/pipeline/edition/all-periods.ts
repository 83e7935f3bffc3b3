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

type ChangelogPeriod = ReturnType<typeof changelogPeriod>;

/** Publications, corrections with their reasons, and changes of the method: `changelog.json`. */
export type Changelog = {
  name: string;
  methodVersion: string;
  methodChanges: typeof METHOD_CHANGES;
  latestPeriod: string | null;
  /** Newest first, partial ones included. */
  periods: ChangelogPeriod[];
};

/**
 * @param editions the published editions, oldest first; partial ones are only in the changelog
 * @param releases the one thing that no edition holds for all of its weeks
 */
export async function storeOverall(
  store: EditionStore,
  editions: readonly PublishedEdition[],
  releases: ReleaseDays,
): Promise<(ManifestFile | Artifact)[]> {
  const full: BulkPeriod[] = [];
  const periods: ChangelogPeriod[] = [];
  for (const edition of editions) {
    const { manifest, period: slug, isPartial, summary } = edition;
    periods.unshift(changelogPeriod(edition));
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
  // Trusted: the store checks the bytes against the name that we signed.
  const signals: SignalsResponse | undefined =
    latest && JSON.parse(String(await store.fileOf(latest.manifest, 'signals.json')));
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

function changelogPeriod({ summary, ...edition }: PublishedEdition) {
  const { totalStartups, notCovered, totalSectors, sectors } = summary;
  return {
    slug: edition.period,
    name: edition.name,
    refreshedAt: edition.computedAt,
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
