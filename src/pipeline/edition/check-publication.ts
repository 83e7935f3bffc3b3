/** Checks a publication before it is served: its catalog, its log and its manifests. */
import { UnavailableError } from '../../lib/errors.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { type Catalog, currentKey } from './catalog.ts';
import { type Manifest, parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { PublicationLog } from './publication-log.ts';
import { verificationError } from './signing.ts';

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
  catalog: Catalog;
  log: PublicationLog;
  /** Manifests of every revision and of the files of all periods, by SHA-256. */
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
): Promise<CheckedPublication | undefined> {
  // First: the catalog may be replaced meanwhile, by a later one.
  const heads = await store.heads();
  const catalog = await store.catalog();
  if (!catalog) return undefined;
  const key = publicKey ?? (await store.ownKey()) ?? currentKey(catalog);
  const read = (hash: string) => store.read(hash);
  return checkPublication({ catalog, key, read, heads, where: store.folder });
}

/** @throws BellwetherError as `checkLog` does, `manifest-invalid`, and as `read` does */
export async function checkPublication(source: Source): Promise<CheckedPublication> {
  const { catalog, read } = source;
  const log = await checkLog(source);
  return { catalog, log, manifests: await readManifests(catalog, read) };
}

/**
 * The log of a publication, once the catalog is found to be signed with the key.
 *
 * @throws BellwetherError `verification-failed`, `publication-older`, `log-broken`
 */
export async function checkLog(source: Source): Promise<PublicationLog> {
  const { catalog, key, read } = source;
  if (currentKey(catalog) !== key)
    throw verificationError('catalog.json names another key than the one that signed');
  const log = PublicationLog.parse((await read(catalog.log)).toString('utf8'));
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

/** All manifests that a catalog names, by their SHA-256. */
export async function readManifests(
  { editions, all }: Catalog,
  read: Source['read'],
): Promise<ReadonlyMap<string, Manifest>> {
  const signed = [...editions, ...editions.flatMap(({ superseded }) => superseded), all];
  const manifests = await inParallel(signed, async ({ manifest }) => {
    const parsed = parseManifest(`the manifest ${manifest}`, await read(manifest));
    return [manifest, parsed] as const;
  });
  return new Map(manifests);
}
