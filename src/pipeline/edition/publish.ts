/**
 * Publishes: ledger and registry in, a catalog of signed editions out. An edition that is out
 * stays as it is; other numbers for its period become visible only as a named correction.
 */
import { join } from 'node:path';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError, messageOf, systemCode } from '../../lib/errors.ts';
import { sideBySide } from '../../lib/in-parallel.ts';
import { periodAt } from '../../lib/period.ts';
import { traced } from '../../lib/tracing.ts';
import type { Registry } from '../../registry/schema.ts';
import type { LedgerConnection } from '../ledger/connection.ts';
import { openKeptDigests } from '../ledger/kept-digests.ts';
import { type Ledger, ledgerFingerprint, queryLedger, verifyLedger } from '../ledger/ledger.ts';
import { type LedgerDigests, readRowDigests } from '../ledger/row-digests.ts';
import { ALL_PERIODS, storeOverall } from './all-periods.ts';
import type { Catalog, PublishedEdition } from './catalog.ts';
import { checkLog } from './check-publication.ts';
import { parseManifest, sealManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { type LedgerPlan, readPlan, trackedCompanies } from './ledger-plan.ts';
import { isEarlierVersion, METHOD_VERSION } from './method.ts';
import { operatorKey } from './operator-key.ts';
import { LedgerPeriods } from './periods.ts';
import type { PublicationLog } from './publication-log.ts';
import { type Outcome, publishPeriod, readTypes, type Week } from './publish-period.ts';
import type { SigningKey } from './signing.ts';

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

/** Slugs of the periods of each outcome. */
type Outcomes = Record<Outcome, string[]>;
export type PublishResult = Outcomes & { catalog: Catalog };

/** In the folder of the editions. */
const KEPT_DIGESTS = 'row-digests.json';

/** Which files there are, and how records lie in them: with a new version all is published again. */
const LAYOUT_VERSION = 5;

/** Memory is needed as well for what is rendered of one period, and for the numbers of all. */
const ENGINE = { memoryLimit: '700MB' };

/** Attempts to publish where others publish at the same time. */
const MAX_ATTEMPTS = 5;

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

/** @param attempt takes up the current publication and adds to it; called again where another publisher was faster */
export async function retryLostRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await attempt();
    } catch (error) {
      const isRaced = error instanceof BellwetherError && error.code === 'publication-raced';
      if (!isRaced || tries === MAX_ATTEMPTS) throw error;
    }
}

async function publishOnce(options: PublishOptions): Promise<PublishResult> {
  const { store, dataFolder } = options;
  try {
    await using locks = new AsyncDisposableStack();
    locks.defer(await store.lock());
    const before = await store.catalog();
    const key = await operatorKey(store, before, dataFolder);
    return await traced('publish', {}, () => publishLocked(options, before, key));
  } catch (error) {
    throw explainFault(error, store.folder);
  }
}

async function publishLocked(
  options: PublishOptions,
  before: Catalog | undefined,
  key: SigningKey,
): Promise<PublishResult> {
  const { ledger, store, baseUrl, onProgress } = options;
  // A fault found in a file is reported before the error that reading it causes.
  const [, { plan, digests, kept }] = await sideBySide(verifyLedger(ledger), readLedger(options));
  // Once the ledger's files are known to be whole.
  await kept.save();
  // The next publication is signed on top of the last one's log, so it must be sound.
  const source = { heads: await store.heads(), where: store.folder };
  const read = (hash: string) => store.read(hash);
  const log = await checkLog(before, key.publicKeyPem, { ...source, read });
  const published = new Map(before?.editions.map((edition) => [edition.period, edition]));
  const inputsIn = periodInputs(options, plan, digests);
  const result: Outcomes = { added: [], corrected: [], unchanged: [], differing: [] };
  const weeks: Week[] = [];
  for (let week = plan.first; week <= plan.lastPartial; week++) {
    const { slug } = periodAt(week);
    const edition = published.get(slug);
    const isLeft = options.correctFrom !== undefined && slug < options.correctFrom;
    const correction = (isLeft ? undefined : options.correction) ?? whyOutdated(edition, log);
    const inputs = inputsIn(week);
    // An edition before those to correct, which may not be replaced, is kept without being computed.
    const mayStay = isLeft && correction === undefined && !edition?.isPartial;
    const isSettled = edition && (mayStay || edition.inputs === inputs);
    // The current period is always rendered, so that a file of it that is missing comes back.
    if (isSettled && week !== plan.current && (await isWhole(store, edition)))
      result.unchanged.push(slug);
    else weeks.push({ week, inputs, rows: digests.upTo(week), published: edition, correction });
  }
  let done = result.unchanged.length;
  const total = done + weeks.length;
  // The current period is among them.
  const range = {
    first: weeks[0]?.week ?? plan.current,
    last: weeks.at(-1)?.week ?? plan.current,
  };
  const weekBefore = published.get(periodAt(range.first - 1).slug);
  const types = await readTypes(store, weekBefore, inputsIn(range.first - 1));
  const computedAt = (options.now?.() ?? new Date()).toISOString();
  const measureAndPublish = async (connection: LedgerConnection) => {
    const periods = await LedgerPeriods.readWeeks(connection, plan, range, types);
    for (const week of weeks) {
      const publishing = { ...options, key, computedAt };
      const { outcome, edition } = await publishPeriod(publishing, week, periods);
      published.set(edition.period, edition);
      result[outcome].push(edition.period);
      onProgress?.(++done, total);
    }
    return periods.releaseDays();
  };
  const releases = await queryLedger(ledger, measureAndPublish, ENGINE);
  const editions = [...published.values()].sort((a, b) => (a.period < b.period ? -1 : 1));
  const overall = await storeOverall(store, editions, releases);
  const { bytes } = sealManifest(baseUrl, ALL_PERIODS, 'All periods', 1, overall);
  for (const edition of editions) log.add(edition, METHOD_VERSION);
  const ownKey = { publicKey: key.publicKeyPem, validFrom: key.madeAt, validUntil: null };
  const catalog: Catalog = {
    format: 1,
    inputs: inputsFingerprint(options),
    keys: before?.keys ?? [ownKey],
    editions,
    all: { manifest: await store.put(bytes), signature: key.sign(bytes) },
    log: await store.put(log.bytes),
    ...(before?.forecasts && { forecasts: before.forecasts }),
  };
  const isNew = JSON.stringify(before) !== JSON.stringify(catalog);
  await store.keepHead(log.head, async () => isNew && store.replaceCatalog(catalog, key));
  return { catalog, ...result };
}

/** The plan of periods, and the digests that show whether a period must be published again. */
async function readLedger({ ledger, registry, store }: PublishOptions) {
  const tracked = trackedCompanies(registry);
  const kept = await openKeptDigests(join(store.folder, KEPT_DIGESTS));
  return queryLedger(ledger, async (connection) => {
    const plan = await readPlan(connection, tracked);
    const digests = await readRowDigests(connection, [...tracked.companies.keys()], kept);
    return { plan, digests, kept };
  });
}

/** Identifies the inputs of a week's period, so that one that would come out as it is need not be rendered. */
function periodInputs(
  { baseUrl, registry }: PublishOptions,
  { first, current, companies }: LedgerPlan,
  digests: LedgerDigests,
): (week: number) => string {
  // The digests have how far copies reach.
  const lasting = companies.map(({ slug, neverCollected, copies }) => {
    const values = copies.map((copy) => {
      const { repository, from, began, releasesFrom, dependencyBasis } = copy;
      return [repository, from, began, releasesFrom, dependencyBasis];
    });
    return [slug, neverCollected, values];
  });
  const common = [LAYOUT_VERSION, METHOD_VERSION, baseUrl, registry, first, lasting];
  const shared = sha256(JSON.stringify(common));
  return (week) => sha256(JSON.stringify([shared, week > current, digests.identityUpTo(week)]));
}

/** Why an edition may be replaced without being asked to: an earlier version of the method computed it. */
function whyOutdated(edition: PublishedEdition | undefined, log: PublicationLog) {
  const version = edition && log.find(edition.manifest)?.methodVersion;
  return version !== undefined && isEarlierVersion(version, METHOD_VERSION)
    ? `computed by version ${METHOD_VERSION} of the method, not ${version}`
    : undefined;
}

/** Whether a manifest and all its files are in the store. */
async function isWhole(store: EditionStore, { manifest }: PublishedEdition): Promise<boolean> {
  if (!(await store.holds([manifest]))) return false;
  const { files } = parseManifest(manifest, await store.read(manifest));
  return store.holds(files.map((file) => file.sha256));
}

/** Faults of the machine, by their codes, as part of a sentence. */
const FAULTS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EACCES: 'writing there is not permitted',
  EPERM: 'writing there is not permitted',
  EROFS: 'the file system is read-only',
  ELOCKED: 'another process has been publishing there for a minute',
};

function explainFault(error: unknown, folder: string): unknown {
  const cause = FAULTS[systemCode(error) ?? ''];
  if (cause === undefined) return error;
  return new BellwetherError(
    'publish-failed',
    `Publishing into ${folder} stopped: ${cause} (${messageOf(error)}). What was published before is untouched; mend the cause and publish again.`,
    { cause: error },
  );
}
