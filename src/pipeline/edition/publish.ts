/**
 * Publishes: ledger and registry in, a catalog of signed editions out. An edition that is out
 * stays as it is; other numbers for its period become visible only as a named correction.
 */
import { mkdir } from 'node:fs/promises';
import pLimit from 'p-limit';
import { Addresses } from '../../lib/addresses.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { sha256 } from '../../lib/files.ts';
import { parsePeriod } from '../../lib/period.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Ledger, ledgerFingerprint, verifyLedger, withLedger } from '../ledger/ledger.ts';
import { readRepositoryWeeks } from '../ledger/repository-weeks.ts';
import { overallArtifacts } from './all-periods.ts';
import { editionArtifacts } from './artifacts.ts';
import { type ComputedPeriod, computePeriod, readPeriods, type Tracked } from './compute.ts';
import { editionContent, type Publication } from './content.ts';
import type { Catalog, EditionStore, PublishedEdition } from './edition-store.ts';
import { Sealer } from './manifest.ts';
import { METHOD_VERSION } from './method.ts';
import { operatorKey, publicKeys } from './operator-key.ts';
import type { SigningKey } from './signing.ts';

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
  unchanged: string[];
  /** Published editions that would come out otherwise now, left as they are. */
  differing: string[];
};

type Outcome = Exclude<keyof PublishResult, 'catalog'>;

/** Periods rendered and compressed at the same time. */
const SIDE_BY_SIDE = 4;

/** Which files there are, and how records lie in them: with a new version all is published again. */
const LAYOUT_VERSION = 2;

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
    const release = await store.lock();
    try {
      await verifyLedger(ledger);
      return await publishLocked(options, await operatorKey(store, dataFolder));
    } finally {
      await release();
    }
  } catch (error) {
    throw explained(error, store.folder);
  }
}

async function publishLocked(options: PublishOptions, key: SigningKey): Promise<PublishResult> {
  const { ledger, registry, store, baseUrl } = options;
  const before = await store.catalog();
  const tracked: Tracked = new Map(registry.companies.map(({ slug, name }) => [slug, name]));
  const { series, repositories } = await withLedger(ledger, async (connection) => {
    const read = await readPeriods(connection, tracked);
    return { series: read, repositories: await readRepositoryWeeks(connection, read.range) };
  });
  const sealer = new Sealer(store, key, baseUrl);
  const published = new Map(before?.editions.map((edition) => [edition.period, edition]));
  const result = { added: [], corrected: [], unchanged: [], differing: [] } as Record<
    Outcome,
    string[]
  >;
  const { first, last } = series.range;
  const weeks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const limit = pLimit(SIDE_BY_SIDE);
  let done = 0;
  const publishWeek = async (week: number) => {
    const computed = computePeriod(series, week, tracked);
    const { slug } = computed.period;
    const { outcome, edition } = await publishPeriod(
      computed,
      { addresses: new Addresses(baseUrl), registry, repositories },
      published.get(slug),
      sealer,
      options.correction,
    );
    published.set(slug, edition);
    result[outcome].push(slug);
    options.onProgress?.(++done, weeks.length);
  };
  await Promise.all(weeks.map((week) => limit(() => publishWeek(week))));
  const lastDay = (slug: string) => parsePeriod(slug)?.lastDay ?? 0;
  const editions = [...published.values()].sort((a, b) => lastDay(a.period) - lastDay(b.period));
  const overall = await overallArtifacts(store, editions);
  const all = await sealer.store('all', 'All periods', 1, overall);
  const inputs = inputsFingerprint(options);
  const keys = publicKeys(before, key);
  const catalog: Catalog = { format: 1, inputs, keys, editions, all };
  if (JSON.stringify(before) !== JSON.stringify(catalog)) await store.replaceCatalog(catalog);
  return { catalog, ...result };
}

/** Publishes one period, unless what is out for it must stay. */
async function publishPeriod(
  computed: ComputedPeriod,
  publication: Publication,
  old: PublishedEdition | undefined,
  sealer: Sealer,
  correction: string | undefined,
): Promise<{ outcome: Outcome; edition: PublishedEdition }> {
  const { slug, name } = computed.period;
  const render = (revision: number) =>
    editionArtifacts(editionContent(computed, revision, publication));
  if (!old) {
    const signed = await sealer.store(slug, name, 1, render(1));
    return {
      outcome: 'added',
      edition: { period: slug, name, revision: 1, superseded: [], ...signed },
    };
  }
  const artifacts = render(old.revision);
  if (sealer.seal(slug, name, old.revision, artifacts).sha256 === old.manifest) {
    // Stored again, so that a body that was removed comes back.
    const signed = await sealer.store(slug, name, old.revision, artifacts);
    return { outcome: 'unchanged', edition: { ...old, ...signed } };
  }
  if (correction === undefined) return { outcome: 'differing', edition: old };
  const revision = old.revision + 1;
  const signed = await sealer.store(slug, name, revision, render(revision));
  const { manifest, signature } = old;
  const superseded = [
    ...old.superseded,
    { manifest, signature, revision: old.revision, correction },
  ];
  return { outcome: 'corrected', edition: { period: slug, name, revision, superseded, ...signed } };
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
