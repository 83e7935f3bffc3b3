/**
 * Checks a publication before it is served. The catalog itself is not signed, so all that it says of
 * editions has to be what the signed bodies say: the manifests, the log, and the changelog among the
 * files of all periods. The other bodies are checked against their manifests when they are read.
 */
import { inParallel } from '../../lib/in-parallel.ts';
import { ALL_PERIODS, type Changelog, fileHash, listCorrections } from './all-periods.ts';
import { type Catalog, currentKey, type PublishedEdition, type Signed } from './catalog.ts';
import { checkLog, type LogSource } from './check-log.ts';
import { CORE_FILE } from './core.ts';
import { type Manifest, parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import type { PublicationLog } from './publication-log.ts';
import { verificationError, verifySignature } from './verification.ts';

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
 * @throws BellwetherError `verification-failed` for the first entry that differs, `publication-older`,
 *   and as `read` does
 */
export async function checkPublication(source: LogSource): Promise<CheckedPublication> {
  const { catalog, key, read } = source;
  const log = await checkLog(source);
  const all = verifyManifest(ALL_PERIODS, await read(catalog.all.manifest), catalog.all, key);
  const manifests = new Map([[catalog.all.manifest, all]]);
  const revisions = catalog.editions.flatMap(({ superseded, ...edition }) => [
    // The name of a period may have been another one.
    ...superseded.map((revision) => ({ ...revision, period: edition.period, name: undefined })),
    edition,
  ]);
  await inParallel(revisions, async (revision) => {
    const bytes = await read(revision.manifest);
    const manifest = verifyManifest(revision.period, bytes, revision, key);
    compareWithManifest(revision, manifest, all.baseUrl);
    manifests.set(revision.manifest, manifest);
  });
  compareWithChangelog(catalog.editions, await read(fileHash(all, 'changelog.json')));
  if (currentKey(catalog) !== key)
    throw verificationError('catalog.json names another key than the one that signed');
  return { log, manifests };
}

function verifyManifest(
  edition: string,
  bytes: Buffer,
  { signature }: Signed,
  key: string,
): Manifest {
  const where = `the manifest of ${edition}`;
  verifySignature(where, bytes, signature, [key]);
  const manifest = parseManifest(where, bytes);
  compare(edition, 'period', edition, manifest.edition);
  return manifest;
}

type Revision = Pick<PublishedEdition, 'period' | 'revision' | 'core'> & {
  /** Undefined if it is not compared. */
  name: string | undefined;
};

function compareWithManifest(
  { period, name, revision, core }: Revision,
  manifest: Manifest,
  baseUrl: string,
): void {
  compare(period, 'name', name ?? manifest.name, manifest.name);
  compare(period, 'revision', revision, manifest.revision);
  compare(period, 'core', core, manifest.files.find((file) => file.name === CORE_FILE)?.sha256);
  compare(period, 'address', baseUrl, manifest.baseUrl);
}

function compare(edition: string, field: string, listed: unknown, signed: unknown): void {
  if (listed !== signed)
    throw verificationError(
      `catalog.json gives ${listed} as the ${field} of ${edition}, and its signed manifest ${signed}`,
    );
}

/** The changelog is published with the files of all periods, which are those of this catalog if it is. */
function compareWithChangelog(editions: readonly PublishedEdition[], bytes: Buffer): void {
  // Its bytes are what was signed.
  const { periods } = JSON.parse(bytes.toString('utf8')) as Changelog;
  const signed = new Map(periods.map((period) => [period.manifest, period]));
  for (const edition of editions) {
    const { isPartial, corrections } = signed.get(edition.manifest) ?? {};
    if (JSON.stringify(corrections) !== JSON.stringify(listCorrections(edition)))
      throw verificationError(
        `the corrections of ${edition.period} are not those of the signed changelog`,
      );
    compare(edition.period, 'isPartial', edition.isPartial ?? false, isPartial ?? false);
  }
  if (periods.length !== editions.length)
    throw verificationError(
      `catalog.json lists ${editions.length} periods, and the signed changelog ${periods.length}`,
    );
}
