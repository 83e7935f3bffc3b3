/** The periods of a publication: rendered, compared with what is out for them, and stored. */
import { Addresses } from '../../lib/addresses.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import type { Registry } from '../../registry/schema.ts';
import type { EngineOptions } from '../ledger/duckdb.ts';
import { type Ledger, queryLedger } from '../ledger/ledger.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import { type Artifact, editionArtifacts } from './artifacts.ts';
import type { EditionSummary, PublishedEdition } from './catalog.ts';
import { checksArtifact } from './checks.ts';
import { type ComputedPeriod, computePeriod } from './compute-period.ts';
import { editionContent, type Issue } from './content.ts';
import { coreArtifact, editionCore } from './core.ts';
import { type Sealed, sealManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import type { LedgerPlan } from './ledger-plan.ts';
import { LedgerPeriods, type ReleaseDays, type TypesOfWeek } from './periods.ts';
import type { SignalsResponse } from './record.ts';

/** Inputs that all periods of a publication share. */
export type Publishing = {
  ledger: Ledger;
  registry: Registry;
  plan: LedgerPlan;
  baseUrl: string;
  store: EditionStore;
  /** ISO 8601. */
  computedAt: string;
  /** The types of the week before the first one; undefined if they have to be replayed. */
  typesBefore: TypesOfWeek | undefined;
};

/** One period to publish. */
export type Week = {
  /** Week index. */
  week: number;
  /** Digests of its rows. */
  rows: RowDigests;
  /** The edition that is out for it. */
  published: PublishedEdition | undefined;
  /** Why that may be replaced. */
  correction: string | undefined;
};

/**
 * The outcome for a period: `unchanged` if it would be published as it is, or was not looked at;
 * `differing` if it would differ now, and stays as published.
 */
export type Outcome = 'added' | 'corrected' | 'unchanged' | 'differing';

export type PublishedPeriod = { outcome: Outcome; edition: Omit<PublishedEdition, 'signature'> };

/** Memory is needed as well for what is rendered of one period, and for the numbers of all. */
const ENGINE: EngineOptions = { memoryLimit: '700MB' };

/**
 * Publishes weeks, one period after the other.
 *
 * @param weeks in ascending order, the latest ones of the ledger among them
 * @returns when companies released, in all weeks
 */
export async function publishWeeks(
  publishing: Publishing,
  weeks: readonly Week[],
  onPublished: (period: PublishedPeriod) => void,
): Promise<ReleaseDays> {
  const [first, last] = [weeks[0], weeks.at(-1)];
  // The current period is always published anew.
  if (!first || !last) throw new RangeError('no period to publish');
  return queryLedger(
    publishing.ledger,
    async (connection) => {
      const range = { first: first.week, last: last.week };
      const { plan, typesBefore } = publishing;
      const periods = await LedgerPeriods.readWeeks(connection, plan, range, typesBefore);
      for (const week of weeks) {
        const computed = await computePeriod(periods, week.week);
        const checks = checksArtifact(computed, periods);
        onPublished(await publishPeriod(publishing, week, computed, checks));
      }
      return periods.releaseDays();
    },
    ENGINE,
  );
}

/** Publishes one period, unless what is out for it must stay. */
async function publishPeriod(
  { registry, baseUrl, store, computedAt }: Publishing,
  { rows, published, correction }: Week,
  computed: ComputedPeriod,
  checks: Artifact,
): Promise<PublishedPeriod> {
  const { period, isPartial } = computed;
  const { slug, name } = period;
  const render = (issue: Issue) => {
    const content = editionContent(computed, issue, {
      addresses: new Addresses(baseUrl),
      registry,
    });
    const core = coreArtifact(editionCore(content, rows, registry));
    const artifacts = [...editionArtifacts(content), checks, core];
    const manifest = sealManifest(baseUrl, slug, name, issue.revision, artifacts);
    return { artifacts, manifest, core: core.sha256, summary: summarize(content.signals) };
  };
  if (published) {
    const { manifest, artifacts } = render(published);
    if (manifest.sha256 === published.manifest) {
      // Stored again, so that a body that was removed comes back.
      await storeArtifacts(store, artifacts, manifest);
      return { outcome: 'unchanged', edition: published };
    }
  }
  // A partial edition is provisional: completing it is not a correction.
  const reason = correction ?? (published?.isPartial ? 'completed' : undefined);
  if (published && reason === undefined) return { outcome: 'differing', edition: published };
  const issue = { revision: (published?.revision ?? 0) + 1, computedAt };
  const { artifacts, manifest, core, summary } = render(issue);
  await storeArtifacts(store, artifacts, manifest);
  return {
    outcome: published ? 'corrected' : 'added',
    edition: {
      ...{ period: slug, name, ...issue, ...(isPartial && { isPartial }), core, summary },
      superseded: published ? supersede(published, reason ?? '') : [],
      manifest: manifest.sha256,
    },
  };
}

/** Stores artifacts, at the same time, and then their manifest. */
async function storeArtifacts(
  store: EditionStore,
  artifacts: readonly Artifact[],
  manifest: Sealed,
): Promise<void> {
  await sideBySide(...artifacts.map((each) => store.put(each.body, each.sha256)));
  await store.put(manifest.bytes, manifest.sha256);
}

function supersede(
  { superseded, manifest, signature, core, computedAt, revision }: PublishedEdition,
  correction: string,
): PublishedEdition['superseded'] {
  return [...superseded, { manifest, signature, core, computedAt, revision, correction }];
}

function summarize({ meta, sectors }: SignalsResponse): EditionSummary {
  return {
    totalStartups: meta.totalStartups,
    notCovered: meta.notCovered.length,
    totalSectors: meta.totalSectors,
    sectors: sectors.map(({ slug, startupCount }) => ({ slug, startupCount })),
  };
}
