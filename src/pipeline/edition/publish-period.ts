/** The periods of a publication: rendered, compared with what is out for them, and stored. */
import { Addresses } from '../../lib/addresses.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import { lastDayNamed, weekIndex } from '../../lib/period.ts';
import type { RowDigests } from '../ledger/row-digests.ts';
import { editionArtifacts } from './artifacts.ts';
import { EditionSummary, type PublishedEdition, Superseded } from './catalog.ts';
import { checksArtifact } from './checks.ts';
import { computePeriod } from './compute-period.ts';
import { editionContent, type Issue } from './content.ts';
import { coreArtifact, editionCore } from './core.ts';
import { sealManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import type { LedgerPeriods, TypesOfWeek } from './periods.ts';
import type { PublishOptions } from './publish.ts';
import type { Startup } from './record.ts';
import type { SigningKey } from './signing.ts';

/** Inputs that all periods of a publication share. */
type Publishing = Pick<PublishOptions, 'registry' | 'baseUrl' | 'store'> & {
  key: SigningKey;
  /** ISO 8601. */
  computedAt: string;
};

/** One period to publish. */
export type Week = {
  /** Week index. */
  week: number;
  /** Identifies all of its inputs. */
  inputs: string;
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

/**
 * The types that a week's replay begins with, from the edition of the week before.
 *
 * @param edition of the week before, if it is published
 * @param inputs what that week would be rendered from now
 * @returns undefined if something has changed since, so that types have to be replayed from the first week
 */
export async function readTypes(
  store: EditionStore,
  edition: PublishedEdition | undefined,
  inputs: string,
): Promise<TypesOfWeek | undefined> {
  if (edition?.inputs !== inputs) return undefined;
  const lines = String(await store.fileOf(edition.manifest, 'dataset.jsonl')).split('\n');
  // The store checks the bytes against the name that we signed.
  const startups = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Startup]));
  return new Map(
    startups.flatMap(({ slug, signalType, signalStrength, signalSince }) => {
      if (signalSince === null) return [];
      const since = weekIndex(lastDayNamed(signalSince));
      return [[slug, { signalType, signalStrength, since }] as const];
    }),
  );
}

/** Publishes one period, unless what is out for it must stay. */
export async function publishPeriod(
  { registry, baseUrl, store, key, computedAt }: Publishing,
  { week, inputs, rows, published, correction }: Week,
  periods: LedgerPeriods,
): Promise<{ outcome: Outcome; edition: PublishedEdition }> {
  const computed = await computePeriod(periods, week);
  const { period, isPartial } = computed;
  const { slug, name } = period;
  const checks = checksArtifact(computed, periods);
  const publication = { addresses: new Addresses(baseUrl), registry };
  const render = (issue: Issue) => {
    const content = editionContent(computed, issue, publication);
    const core = coreArtifact(editionCore(content, rows, registry));
    const artifacts = [...editionArtifacts(content), checks, core];
    const manifest = sealManifest(baseUrl, slug, name, issue.revision, artifacts);
    // The manifest last.
    const put = async () => {
      await sideBySide(...artifacts.map((each) => store.put(each.body, each.sha256)));
      await store.put(manifest.bytes, manifest.sha256);
    };
    const { meta, sectors } = content.signals;
    const summary = { ...meta, notCovered: meta.notCovered.length, sectors };
    return { put, manifest, core: core.sha256, summary: EditionSummary.parse(summary) };
  };
  const again = published && render(published);
  if (published && again?.manifest.sha256 === published.manifest) {
    // Stored again, so that a body that was removed comes back.
    await again.put();
    return { outcome: 'unchanged', edition: { ...published, inputs } };
  }
  // A partial edition is provisional: completing it is not a correction.
  const reason = correction ?? (published?.isPartial ? 'completed' : undefined);
  if (published && reason === undefined) return { outcome: 'differing', edition: published };
  const issue = { revision: (published?.revision ?? 0) + 1, computedAt };
  const { put, manifest, core, summary } = render(issue);
  await put();
  return {
    outcome: published ? 'corrected' : 'added',
    edition: {
      period: slug,
      name,
      ...issue,
      ...(isPartial && { isPartial }),
      core,
      summary,
      superseded: published
        ? [...published.superseded, Superseded.parse({ ...published, correction: reason })]
        : [],
      manifest: manifest.sha256,
      signature: key.sign(manifest.bytes),
      inputs,
    },
  };
}
