/**
 * Checks a publication before it is served. The catalog itself is not signed, so all that it says of
 * editions has to be what the signed bodies say: the log of publications, the manifests, and the
 * changelog among the files of all periods. The other bodies are checked against their manifests when
 * they are read.
 */
import { type BellwetherError, UnavailableError } from '../../lib/errors.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { parsePeriod } from '../../lib/period.ts';
import { ALL_PERIODS, type Changelog, listCorrections } from './all-periods.ts';
import { type Catalog, currentKey, type Signed } from './catalog.ts';
import { CORE_FILE } from './core.ts';
import { fileHash, type Manifest, parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { PublicationLog } from './publication-log.ts';
import { signatureHolds } from './signing.ts';

type Source = {
  catalog: Catalog;
  /** The public key that signed it. */
  key: string;
  read: (sha256: string) => Promise<Buffer>;
  /** Heads of the log that were published or served before; it must contain them all. */
  heads: readonly string[];
  /** The folder or bucket, for messages. */
  where: string;
};

export type CheckedPublication = {
  log: PublicationLog;
  /** Those of every revision and of the files of all periods, by SHA-256. */
  manifests: ReadonlyMap<string, Manifest>;
};

/**
 * Reads what is published in a store, and checks it. Undefined before the first publication.
 *
 * @param publicKey by default, the operator's own, or else the one that the publication names
 * @throws BellwetherError as `checkPublication` does
 */
export async function openPublication(
  store: EditionStore,
  publicKey?: string,
): Promise<(CheckedPublication & { catalog: Catalog }) | undefined> {
  // First: the catalog may be replaced meanwhile, by a later one.
  const heads = await store.heads();
  const catalog = await store.catalog();
  if (!catalog) return undefined;
  const key = publicKey ?? (await store.ownKey()) ?? currentKey(catalog);
  const read = (hash: string) => store.read(hash);
  const source = { catalog, key, read, heads, where: store.folder };
  return { catalog, ...(await checkPublication(source)) };
}

/**
 * @throws BellwetherError `verification-failed` for the first entry that differs, as `checkLog` does,
 *   and as `read` does
 */
export async function checkPublication(source: Source): Promise<CheckedPublication> {
  const { catalog, key, read } = source;
  const log = await checkLog(source);
  const manifests = new Map<string, Manifest>();
  const readManifest = async (edition: string, { manifest: hash, signature }: Signed) => {
    const where = `the manifest of ${edition}`;
    const bytes = await read(hash);
    verifySignature(where, bytes, signature, [key]);
    const manifest = parseManifest(where, bytes);
    compare(edition, 'its signed manifest', { period: edition }, { period: manifest.edition });
    manifests.set(hash, manifest);
    return manifest;
  };
  const all = await readManifest(ALL_PERIODS, catalog.all);
  await inParallel(revisionsIn(catalog), async ({ period, name, revision, core, ...signed }) => {
    const { files, ...manifest } = await readManifest(period, signed);
    const listed = { name: name ?? manifest.name, revision, core, address: all.baseUrl };
    const signedCore = files.find((file) => file.name === CORE_FILE)?.sha256;
    const said = { ...manifest, core: signedCore, address: manifest.baseUrl };
    compare(period, 'its signed manifest', listed, said);
  });
  const changelog = await read(fileHash(all, 'changelog.json'));
  // Its bytes are what was signed.
  const { periods } = JSON.parse(changelog.toString('utf8')) as Changelog;
  for (const edition of catalog.editions) {
    const listed = { corrections: listCorrections(edition), isPartial: edition.isPartial ?? false };
    const said = periods.find(({ manifest }) => manifest === edition.manifest);
    compare(edition.period, 'the signed changelog', listed, said ?? {});
  }
  if (currentKey(catalog) !== key)
    throw verificationError('catalog.json names another key than the one that signed');
  return { log, manifests };
}

/**
 * The signed log of a publication, once the catalog is found to list the same revisions.
 *
 * @throws BellwetherError `verification-failed`, naming the entry that differs; `publication-older`;
 *   `log-broken`
 */
export async function checkLog(source: Source): Promise<PublicationLog> {
  const { catalog, key, read } = source;
  const bytes = await read(catalog.log.log);
  verifySignature('the publication log', bytes, catalog.log.signature, [key]);
  const log = PublicationLog.parse(bytes.toString('utf8'));
  const days = catalog.editions.map(({ period }) => parsePeriod(period)?.lastDay ?? Number.NaN);
  const unordered = days.findIndex((day, index) => !(day > (days[index - 1] ?? -1)));
  if (unordered >= 0)
    throw verificationError(
      `catalog.json lists ${catalog.editions[unordered]?.period} twice, or out of order`,
    );
  const entries = Map.groupBy(log.entries, ({ period }) => period);
  for (const { period, revision, manifest, core, computedAt } of revisionsIn(catalog)) {
    const name = `revision ${revision} of ${period}`;
    const entry = entries.get(period)?.shift();
    if (!entry)
      throw verificationError(`the publication log does not list ${name} as it was published`);
    compare(name, 'the signed log', { revision, manifest, core, computedAt }, entry);
  }
  const [missing] = [...entries.values()].flat();
  if (missing)
    throw verificationError(
      `catalog.json lacks revision ${missing.revision} of ${missing.period}, which the signed log lists`,
    );
  checkHeads(log, source);
  return log;
}

/** @throws BellwetherError `publication-older` */
export function checkHeads(
  log: PublicationLog,
  { heads, where }: Pick<Source, 'heads' | 'where'>,
): void {
  for (const head of heads)
    if (!log.contains(head))
      throw new UnavailableError(
        'publication-older',
        `${where} has an older publication, or another one: its log does not contain the entry ${head}, which was published or served from here before. Restore the newer one. If a back-up was restored on purpose, remove publications.head from the folder of editions, and start again; a folder that copies a bucket is moved away as a whole.`,
      );
}

/** @param fault what does not hold, as part of a sentence */
export function verificationError(fault: string): BellwetherError {
  return new UnavailableError('verification-failed', `Verification failed: ${fault}.`);
}

/** @param publicKeys any of them may have signed @returns the one that did */
export function verifySignature(
  where: string,
  bytes: Buffer,
  signature: string,
  publicKeys: readonly string[],
): string {
  const key = publicKeys.find((candidate) => signatureHolds(bytes, signature, candidate));
  if (key !== undefined) return key;
  throw verificationError(`${where} was not signed with this key, or was changed since`);
}

/** Every revision, oldest first within its period; the name of a period may have been another one. */
function revisionsIn({ editions }: Catalog) {
  return editions.flatMap(({ superseded, ...edition }) => [
    ...superseded.map((revision) => ({ ...revision, period: edition.period, name: undefined })),
    edition,
  ]);
}

/** @param listed what the catalog says of an edition @param signed what else says the same of it */
function compare(
  edition: string,
  source: string,
  listed: Readonly<Record<string, unknown>>,
  signed: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(listed)) {
    const [left, right] = [value, signed[field]].map((each) =>
      typeof each === 'string' ? each : JSON.stringify(each),
    );
    if (left !== right)
      throw verificationError(
        `catalog.json gives ${left} as the ${field} of ${edition}, and ${source} ${right}`,
      );
  }
}
