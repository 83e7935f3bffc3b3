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
import { LedgerDigests } from '../ledger/row-digests.ts';
import { type EditionSummary, storeOverall } from './all-periods.ts';
import { computePeriod } from './compute.ts';
import type { Catalog, EditionStore } from './edition-store.ts';
import { Sealer } from './manifest.ts';
import { METHOD_VERSION } from './method.ts';
import { reasonToReplace } from './method-change.ts';
import { operatorKey, publicKeys } from './operator-key.ts';
import { LedgerPeriods, trackedCompanies } from './periods.ts';
import { PublicationLog } from './publication-log.ts';
import { type Outcome, PeriodRendering, publishPeriod } from './publish-period.ts';
import type { SigningKey } from './signing.ts';

export type PublishOptions = {
  ledger: Ledger;
  registry: Registry;
  store: EditionStore;
  /** Where the operator's signing key lies. */
  dataFolder: string;
  /** What published addresses begin with; no trailing slash. */
  baseUrl: string;
  /**
   * Why published editions may be replaced by corrected revisions; without it only those are replaced
   * that an earlier version of the method computed.
   */
  correction?: string;
  /** The clock; the machine's without it. */
  now?: () => Date;
  onProgress?: (done: number, total: number) => void;
};

export type PublishResult = {
  catalog: Catalog;
  added: string[];
  corrected: string[];
  unchanged: string[];
  /** Published editions that would differ if they were published now, left as they are. */
  differing: string[];
};

/** Periods rendered and compressed at the same time. */
const SIDE_BY_SIDE = 4;

/** Which files there are, and how records lie in them: with a new version all is published again. */
const LAYOUT_VERSION = 3;

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
  const tracked = trackedCompanies(registry);
  const { periods, digests } = await withLedger(ledger, async (connection) => ({
    periods: await LedgerPeriods.read(connection, tracked),
    digests: await LedgerDigests.read(connection, [...tracked.keys()]),
  }));
  const computedAt = (options.now?.() ?? new Date()).toISOString();
  const log = await heldLog(store, before);
  const sealer = new Sealer(store, key, baseUrl);
  const published = new Map(before?.editions.map((edition) => [edition.period, edition]));
  const summaries = new Map<string, EditionSummary>();
  const result = { added: [], corrected: [], unchanged: [], differing: [] } as Record<
    Outcome,
    string[]
  >;
  const { first } = periods.range;
  const weeks = Array.from({ length: periods.lastPartial - first + 1 }, (_, ago) => first + ago);
  const limit = pLimit(SIDE_BY_SIDE);
  let done = 0;
  const publishWeek = async (week: number) => {
    const computed = computePeriod(periods, week);
    const { slug } = computed.period;
    const { outcome, edition, summary } = await publishPeriod(
      new PeriodRendering(computed, { addresses: new Addresses(baseUrl), registry }, digests),
      published.get(slug),
      sealer,
      computedAt,
      await reasonToReplace(store, published.get(slug), options.correction),
    );
    published.set(slug, edition);
    if (summary) summaries.set(edition.manifest, summary);
    result[outcome].push(slug);
    options.onProgress?.(++done, weeks.length);
  };
  await Promise.all(weeks.map((week) => limit(() => publishWeek(week))));
  const lastDay = (slug: string) => parsePeriod(slug)?.lastDay ?? 0;
  const editions = [...published.values()].sort((a, b) => lastDay(a.period) - lastDay(b.period));
  const overall = await storeOverall(store, editions, summaries);
  const all = await sealer.sign(sealer.seal('all', 'All periods', 1, overall));
  for (const edition of editions) log.add(edition, METHOD_VERSION);
  await store.put(log.bytes);
  const catalog: Catalog = {
    format: 1,
    inputs: inputsFingerprint(options),
    keys: publicKeys(before, key),
    editions,
    all,
    log: { log: sha256(log.bytes), signature: key.sign(log.bytes) },
  };
  if (JSON.stringify(before) !== JSON.stringify(catalog)) await store.replaceCatalog(catalog);
  return { catalog, ...result };
}

/** The log as the last publication left it; a new one where there was none. */
async function heldLog(store: EditionStore, before: Catalog | undefined): Promise<PublicationLog> {
  if (!before?.log) return new PublicationLog();
  return PublicationLog.parse((await store.read(before.log.log)).toString('utf8'));
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
