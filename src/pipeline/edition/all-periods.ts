/** Renders the files that span all periods: the bulk files, the history table, the changelog. */
import { join } from 'node:path';
import { type Artifact, artifact, JSON_TYPE, json } from './artifacts.ts';
import { BulkFiles } from './bulk.ts';
import type { EditionStore, PublishedEdition } from './edition-store.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { METHOD_CHANGES, METHOD_VERSION } from './method.ts';
import { type HistoryTable, type SignalsResponse, Startup } from './record.ts';

/** @param editions what is published, oldest first; partial ones stand in the changelog alone */
export async function overallArtifacts(
  store: EditionStore,
  editions: readonly PublishedEdition[],
): Promise<Artifact[]> {
  const bulk = new BulkFiles();
  const full = editions.filter(({ isPartial }) => !isPartial);
  const history = new History(full);
  const periods: unknown[] = [];
  for (const edition of editions) {
    const manifest = parseManifest(
      join(store.folder, edition.manifest),
      await store.read(edition.manifest),
    );
    const signals = await signalsOf(store, manifest);
    if (!edition.isPartial) {
      const dataset = await store.read(fileHash(manifest, 'dataset.jsonl'));
      bulk.add(signals, dataset);
      history.add(full.indexOf(edition), dataset);
    }
    periods.unshift(changelogPeriod(edition, signals));
  }
  const changelog = {
    name: 'Bellwether changelog',
    methodVersion: METHOD_VERSION,
    methodChanges: METHOD_CHANGES,
    latestPeriod: full.at(-1)?.period ?? null,
    periods,
  };
  return [
    ...(await bulk.artifacts()),
    artifact('history.json', JSON_TYPE, json(history.table)),
    artifact('changelog.json', JSON_TYPE, json(changelog)),
  ];
}

/** The SHA-256 of a manifest's file. */
export function fileHash(manifest: Manifest, name: string): string {
  const file = manifest.files.find((candidate) => candidate.name === name);
  if (!file) throw new RangeError(`the manifest of ${manifest.edition} lists no ${name}`);
  return file.sha256;
}

class History {
  readonly table: HistoryTable;

  constructor(editions: readonly PublishedEdition[]) {
    this.table = { periods: editions.map(({ period }) => period), startups: {} };
  }

  add(at: number, dataset: Buffer): void {
    for (const line of dataset.toString('utf8').split('\n')) {
      if (line === '') continue;
      const { slug, ...record } = HistoryRecord.parse(JSON.parse(line));
      const blank = () => this.table.periods.map(() => null);
      const row = this.table.startups[slug] ?? {
        velocity: blank(),
        contributors: blank(),
        composite: blank(),
      };
      row.velocity[at] = record.commitVelocity14d;
      row.contributors[at] = record.contributors;
      row.composite[at] = record.scores.composite;
      this.table.startups[slug] = row;
    }
  }
}

const HistoryRecord = Startup.pick({
  slug: true,
  commitVelocity14d: true,
  contributors: true,
  scores: true,
});

async function signalsOf(store: EditionStore, manifest: Manifest): Promise<SignalsResponse> {
  // Trusted: the store has just checked these bytes against the name that we signed.
  const body = await store.read(fileHash(manifest, 'signals.json'));
  return JSON.parse(body.toString('utf8')) as SignalsResponse;
}

function changelogPeriod(edition: PublishedEdition, { meta, sectors }: SignalsResponse) {
  return {
    slug: edition.period,
    name: edition.name,
    refreshedAt: meta.lastUpdated,
    revision: edition.revision,
    manifest: edition.manifest,
    totalStartups: meta.totalStartups,
    notCovered: meta.notCovered.length,
    isPartial: edition.isPartial ?? false,
    totalSectors: meta.totalSectors,
    sectors: sectors.map(({ slug, startupCount }) => ({ slug, startupCount })),
    corrections: edition.superseded.map(({ revision, manifest: replaced, correction }) => ({
      revision: revision + 1,
      replaces: replaced,
      correction,
    })),
  };
}
