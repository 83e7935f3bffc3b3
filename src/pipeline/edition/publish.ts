/**
 * Publishes: ledger and registry in, a catalog of signed editions out. An edition that is out
 * stays as it is; other numbers for its period become visible only as a named correction.
 */
import { join } from 'node:path';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import { lastDayNamed, periodAt, weekIndex } from '../../lib/period.ts';
import { traced } from '../../lib/tracing.ts';
import type { Registry } from '../../registry/schema.ts';
import { openKeptDigests } from '../ledger/kept-digests.ts';
import { type Ledger, ledgerFingerprint, queryLedger, verifyLedger } from '../ledger/ledger.ts';
import { readRowDigests } from '../ledger/row-digests.ts';
import { ALL_PERIODS, storeOverall } from './all-periods.ts';
import type { Catalog, PublishedEdition } from './catalog.ts';
import { checkHeads, checkLog } from './check-publication.ts';
import { parseManifest, sealManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { readPlan, trackedCompanies } from './ledger-plan.ts';
import { isEarlierVersion, METHOD_VERSION } from './method.ts';
import { operatorKey, publicKeys } from './operator-key.ts';
import { periodInputs } from './period-inputs.ts';
import { PublicationLog } from './publication-log.ts';
import { type Outcome, type PublishedPeriod, publishWeeks, type Week } from './publish-period.ts';
import { retryLostRaces } from './shared/races.ts';
import type { SigningKey } from './signing.ts';
import { typesBefore } from './types-before.ts';

export type PublishOptions = {
  ledger: Ledger;
  registry: Registry;
  store: EditionStore;
  /** Folder of the operator's signing key. */
  dataFolder: string;
  /** Prefix of published addresses; no trailing slash. */
  baseUrl: string;
  /**
   * Why published editions may be replaced by corrected revisions; without it only those are replaced
   * that an earlier version of the method computed.
   */
  correction?: string;
  /**
   * The first period that the correction is for; all without it. Those before it that are out are left as
   * they are without a look at what they would be now.
   */
  correctFrom?: string;
  /** The clock; the machine's without it. */
  now?: () => Date;
  onProgress?: (done: number, total: number) => void;
};

/** The catalog, and the slugs of the periods of each outcome. */
export type PublishResult = { catalog: Catalog } & Record<Outcome, string[]>;

/** In the folder of the editions. */
const KEPT_DIGESTS = 'row-digests.json';

/** Which files there are, and how records lie in them: with a new version all is published again. */
const LAYOUT_VERSION = 5;

/** Whether a publication from these inputs would be the one that is already out. */
export function inputsFingerprint({
  ledger,
  registry,
  baseUrl,
}: Pick<PublishOptions, 'ledger' | 'registry' | 'baseUrl'>): string {
  const inputs = [LAYOUT_VERSION, METHOD_VERSION, baseUrl, ledgerFingerprint(ledger), registry];
  return sha256(JSON.stringify(inputs));
}

export function publish(options: PublishOptions): Promise<PublishResult> {
  return retryLostRaces(() => publishOnce(options));
}

async function publishOnce(options: PublishOptions): Promise<PublishResult> {
  const { store, dataFolder } = options;
  try {
    const release = await store.lock();
    try {
      const key = await operatorKey(store, dataFolder);
      return await traced('publish', {}, () => publishLocked(options, key));
    } finally {
      await release();
    }
  } catch (error) {
    throw explainFault(error, store.folder);
  }
}

async function publishLocked(options: PublishOptions, key: SigningKey): Promise<PublishResult> {
  const { ledger, registry, store, baseUrl, onProgress } = options;
  const before = await store.catalog();
  // A fault found in a file is reported before the error that reading it causes.
  const [, read] = await sideBySide(verifyLedger(ledger), readLedger(options));
  const { plan, digests, kept } = read;
  // Once the ledger's files are known to be whole.
  await kept.save();
  const log = await lastLog(store, before, key.publicKeyPem);
  const published = new Map(before?.editions.map((edition) => [edition.period, edition]));
  const inputsIn = periodInputs([LAYOUT_VERSION, METHOD_VERSION, baseUrl, registry], plan, digests);
  const { weeks, unchanged } = await chooseWeeks(options, read, inputsIn, published, log);
  const total = unchanged.length + weeks.length;
  const computedAt = (options.now?.() ?? new Date()).toISOString();
  const outcomes: PublishedPeriod[] = [];
  // The current period is among them.
  const last = (weeks[0]?.week ?? plan.current) - 1;
  const types = await typesBefore(store, published.get(periodAt(last).slug), inputsIn(last));
  const publishing = { ledger, registry, plan, baseUrl, store, computedAt, typesBefore: types };
  const releases = await publishWeeks(publishing, weeks, (period) => {
    outcomes.push(period);
    onProgress?.(unchanged.length + outcomes.length, total);
  });
  const result: Record<Outcome, string[]> = { added: [], corrected: [], unchanged, differing: [] };
  for (const { outcome, edition } of outcomes) {
    const { period: slug, manifest } = edition;
    const inputs = inputsIn(weekIndex(lastDayNamed(slug)));
    const signature = key.sign(await store.read(manifest));
    published.set(slug, { ...edition, signature, ...(outcome !== 'differing' && { inputs }) });
    result[outcome].push(slug);
  }
  const editions = [...published.values()].sort(
    (a, b) => lastDayNamed(a.period) - lastDayNamed(b.period),
  );
  const overall = await storeOverall(store, editions, releases);
  const { bytes } = sealManifest(baseUrl, ALL_PERIODS, 'All periods', 1, overall);
  for (const edition of editions) log.add(edition, METHOD_VERSION);
  const catalog: Catalog = {
    format: 1,
    inputs: inputsFingerprint(options),
    keys: publicKeys(before, key),
    editions,
    all: { manifest: await store.put(bytes), signature: key.sign(bytes) },
    log: await store.put(log.bytes),
    ...(before?.forecasts && { forecasts: before.forecasts }),
  };
  const isNew = JSON.stringify(before) !== JSON.stringify(catalog);
  await store.keepHead(log.head, async () => isNew && store.replaceCatalog(catalog, key));
  return { catalog, ...result };
}

/** The weeks whose editions may have changed, and the periods that need not be rendered. */
async function chooseWeeks(
  options: PublishOptions,
  { plan, digests }: Pick<Awaited<ReturnType<typeof readLedger>>, 'plan' | 'digests'>,
  inputsIn: (week: number) => string,
  published: ReadonlyMap<string, PublishedEdition>,
  log: PublicationLog,
): Promise<{ weeks: Week[]; unchanged: string[] }> {
  const weeks: Week[] = [];
  const unchanged: string[] = [];
  for (let week = plan.first; week <= plan.lastPartial; week++) {
    const { slug } = periodAt(week);
    const edition = published.get(slug);
    const correction = edition && reasonToReplace(edition, log, options);
    // The current period is always rendered, so that a file of it that is missing comes back.
    const isPast = edition && week !== plan.current;
    // An edition before those to correct, which may not be replaced, is kept without being computed.
    const mayStay = isPast && isBefore(edition, options) && !correction && !edition.isPartial;
    const isSettled = mayStay || (isPast && edition.inputs === inputsIn(week));
    if (isSettled && (await isWhole(options.store, edition))) unchanged.push(slug);
    else weeks.push({ week, rows: digests.upTo(week), published: edition, correction });
  }
  return { weeks, unchanged };
}

/** The plan of periods, and the digests that show whether a period must be published again. */
async function readLedger({ ledger, registry, store }: PublishOptions) {
  const tracked = trackedCompanies(registry);
  const slugs = [...tracked.companies.keys()];
  const kept = await openKeptDigests(join(store.folder, KEPT_DIGESTS));
  return queryLedger(ledger, async (connection) => {
    const plan = await readPlan(connection, tracked);
    return { plan, digests: await readRowDigests(connection, slugs, kept), kept };
  });
}

/**
 * Why a published edition may be replaced: the operator's reason, or else that an earlier version of
 * the method computed it. Undefined if it must stay.
 */
function reasonToReplace(
  edition: PublishedEdition,
  log: PublicationLog,
  options: PublishOptions,
): string | undefined {
  if (options.correction !== undefined && !isBefore(edition, options)) return options.correction;
  const version = log.find(edition.manifest)?.methodVersion ?? METHOD_VERSION;
  return isEarlierVersion(version, METHOD_VERSION)
    ? `computed by version ${METHOD_VERSION} of the method, not ${version}`
    : undefined;
}

/** Whether a period comes before those to correct. */
function isBefore({ period }: PublishedEdition, { correctFrom }: PublishOptions): boolean {
  return correctFrom !== undefined && period < correctFrom;
}

/** Whether a manifest and all its files are in the store. */
async function isWhole(store: EditionStore, { manifest }: PublishedEdition): Promise<boolean> {
  if (!(await store.holds([manifest]))) return false;
  const { files } = parseManifest(manifest, await store.read(manifest));
  return store.holds(files.map((file) => file.sha256));
}

/**
 * The log as the last publication left it, or a new one. The next publication is signed on top of it, so
 * it must be sound.
 */
async function lastLog(
  store: EditionStore,
  before: Catalog | undefined,
  key: string,
): Promise<PublicationLog> {
  const source = { heads: await store.heads(), where: store.folder };
  if (before)
    return checkLog({ ...source, catalog: before, key, read: (hash) => store.read(hash) });
  const log = new PublicationLog();
  checkHeads(log, source);
  return log;
}

/** Says what a fault of the machine means for what is published. */
function explainFault(error: unknown, folder: string): unknown {
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
