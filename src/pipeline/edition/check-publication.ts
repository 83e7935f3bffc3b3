/** Checks a publication before it is served: its catalog, its log and its manifests. */
import { UnavailableError } from '../../lib/errors.ts';
import { inParallel } from '../../lib/in-parallel.ts';
import { type Catalog, currentKey } from './catalog.ts';
import { type Manifest, parseManifest } from './edition-manifest.ts';
import type { EditionStore } from './edition-store.ts';
import { PublicationLog } from './publication-log.ts';
import { verificationError } from './signing.ts';

type Read = (sha256: string) => Promise<Buffer>;

export type CheckedPublication = NonNullable<Awaited<ReturnType<typeof openPublication>>>;

/**
 * Reads what is published in a store, and checks it. Undefined before the first publication.
 *
 * @param publicKey by default, the operator's own, or else the one that the publication names
 * @throws BellwetherError as `checkLog` does, `manifest-invalid`, and as the store does
 */
export async function openPublication(store: EditionStore, publicKey?: string) {
  // First: the catalog may be replaced meanwhile, by a later one.
  const heads = await store.heads();
  const catalog = await store.catalog();
  if (!catalog) return undefined;
  const key = publicKey ?? (await store.ownKey()) ?? currentKey(catalog);
  const read = (hash: string) => store.read(hash);
  const log = await checkLog(catalog, key, { heads, read, where: store.folder });
  /** Those of every revision and of the files of all periods. */
  const manifests = await readManifests(catalog, read);
  return { catalog, log, manifests };
}

/**
 * The log of a publication, once the catalog is found to be signed with the key.
 *
 * @param catalog undefined before the first publication
 * @param source.heads of the log that were published or served before; it must contain them all
 * @param source.where the folder or bucket, for messages
 * @throws BellwetherError `verification-failed`, `publication-older`, `log-broken`
 */
export async function checkLog(
  catalog: Catalog | undefined,
  key: string,
  { read, heads, where }: { read: Read; heads: readonly string[]; where: string },
): Promise<PublicationLog> {
  if (catalog && currentKey(catalog) !== key)
    throw verificationError('catalog.json names another key than the one that signed');
  const log = PublicationLog.parse(catalog ? String(await read(catalog.log)) : '');
  for (const head of heads)
    if (!log.contains(head))
      throw new UnavailableError(
        'publication-older',
        `${where} has an older publication, or another one: its log does not contain the entry ${head}, which was published or served from here before. Restore the newer one. If a back-up was restored on purpose, remove publications.head from the folder of editions, and start again; a folder that copies a bucket is moved away as a whole.`,
      );
  return log;
}

/** All manifests that a catalog names, by SHA-256. */
export async function readManifests({ editions, all }: Catalog, read: Read) {
  const signed = [...editions, ...editions.flatMap(({ superseded }) => superseded), all];
  const manifests = await inParallel(signed, async ({ manifest }) => {
    const parsed = parseManifest(`the manifest ${manifest}`, await read(manifest));
    return [manifest, parsed] as const;
  });
  return new Map(manifests);
}

/**
 * SHA-256 of the bodies that a catalog promises: the logs, manifests and all files that they list; of
 * superseded revisions, manifest and core.
 */
export function neededBy(
  { editions, all, log, forecasts }: Catalog,
  manifests: ReadonlyMap<string, Manifest>,
): Set<string> {
  const hashes = new Set([log, ...(forecasts ? [forecasts.log] : [])]);
  for (const { manifest, core } of editions.flatMap(({ superseded }) => superseded))
    hashes.add(manifest).add(core);
  for (const { manifest } of [...editions, all]) {
    hashes.add(manifest);
    for (const { sha256 } of manifests.get(manifest)?.files ?? []) hashes.add(sha256);
  }
  return hashes;
}
