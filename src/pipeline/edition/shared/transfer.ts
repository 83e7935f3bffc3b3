/**
 * Carries publications between a folder and a bucket. Downloads verify everything before it replaces
 * anything; uploads end with the catalog, by a conditional write. So a publication becomes visible at once,
 * and concurrent publishers cannot overwrite each other.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../../lib/atomic-files.ts';
import type { Bucket, StoredObject } from '../../../lib/bucket/bucket.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import type { PruneOptions, Removable } from '../../../lib/removal.ts';
import { BODIES, bodyPath, measureBody } from '../body-store.ts';
import { CATALOG_FILE, type Catalog, currentKey, parseCatalog } from '../catalog.ts';
import { checkLog, neededBy, readManifests } from '../check-publication.ts';
import type { EditionStore } from '../edition-store.ts';
import { fingerprint } from '../signing.ts';

/** Maximum size of files that no manifest lists: the catalog, manifests, logs, replaced cores. */
export const MAX_UNLISTED_BYTES = 64 * 2 ** 20;

const DAY_MS = 86_400_000;
/** An object that no catalog names is removed when it is a week old, so younger ones are relied on. */
const RELIABLE_MS = 6 * DAY_MS;
const REMOVABLE_MS = RELIABLE_MS + DAY_MS;

/** The location in a bucket of the editions published under one address. */
export type Place = {
  bucket: Bucket;
  /** Prepended to keys. */
  prefix: string;
  /** The folder that is a copy of it. */
  store: EditionStore;
};

export type PullSource = Place & {
  /** Ends it. */
  signal: AbortSignal;
  /** SHA-256 of bodies that this process has verified. */
  verified: Set<string>;
};

/**
 * @param found the bucket's catalog
 * @throws BellwetherError `bucket-damaged`, `later-version`, `signing-key-differs`, `publication-older`, as
 *   `checkLog` does, and as the bucket does
 */
export async function pull(source: PullSource, { body: bytes }: StoredObject): Promise<void> {
  const { bucket, prefix, store } = source;
  const where = bucket.name + prefix;
  const catalog = parseCatalog(where + CATALOG_FILE, bytes, 'Publish again.');
  const before = await store.catalog();
  const key = trustedKey(where, catalog, before, await store.ownKey());
  const read = async (hash: string) => {
    await takeBody(source, hash, MAX_UNLISTED_BYTES);
    return store.read(hash);
  };
  const { head } = await checkLog(catalog, key, { heads: await store.heads(), read, where });
  const manifests = await readManifests(catalog, read);
  const files = [...manifests.values()].flatMap((manifest) => manifest.files);
  const sizes = new Map(files.map((file) => [file.sha256, file.bytes]));
  await inParallel([...neededBy(catalog, manifests)], (hash) =>
    takeBody(source, hash, sizes.get(hash) ?? MAX_UNLISTED_BYTES),
  );
  const last = before?.forecasts ? await store.read(before.forecasts.log) : Buffer.alloc(0);
  const log = catalog.forecasts ? await store.read(catalog.forecasts.log) : Buffer.alloc(0);
  if (!log.subarray(0, last.length).equals(last))
    throw new BellwetherError(
      'publication-older',
      `${where} has an older log of forecasts, or another one, than ${store.folder}. If the bucket was restored from a back-up on purpose, stop the service, move that folder away, and start it again.`,
    );
  await writeFileAtomically(join(store.folder, CATALOG_FILE), bytes);
  await store.keepHead(head);
}

/** @param maxBytes of the body */
async function takeBody(
  { bucket, prefix, store, signal, verified }: PullSource,
  hash: string,
  maxBytes: number,
): Promise<void> {
  if (verified.has(hash) && (await store.holds([hash]))) return;
  if ((await measureBody(store.streamPacked(hash), hash, { maxBytes })) === undefined) {
    const key = prefix + bodyPath(hash);
    // Compressed, a body may be a little larger.
    const found = await bucket.get(key, { maxBytes: Math.ceil(1.01 * maxBytes) + 65_536, signal });
    if (!found) throw damagedBucket(bucket.name + key, 'it is missing');
    if ((await measureBody([found.body], hash, { maxBytes })) === undefined)
      throw damagedBucket(bucket.name + key, `its ${found.bytes} bytes are another body`);
    await store.putPacked(hash, found.body);
  }
  verified.add(hash);
}

export function damagedBucket(where: string, fault: string): BellwetherError {
  return new BellwetherError('bucket-damaged', `${where} is not what was published: ${fault}`);
}

const REMEDY = 'stop it, move its folder of editions away, and start it again.';

/**
 * The key that the bucket's catalog has to be signed with: the operator's own; else the folder's; else,
 * trusted on first use, the one that it names.
 */
function trustedKey(
  where: string,
  catalog: Catalog,
  before: Catalog | undefined,
  ownKey: string | undefined,
): string {
  const differs = (fault: string) =>
    new BellwetherError('signing-key-differs', `${where} ${fault}, ${REMEDY}`);
  const named = currentKey(catalog);
  const key = ownKey ?? currentKey(before ?? catalog);
  if (named !== key)
    throw differs(
      `is signed by ${fingerprint(named)}, and the key that is known here is ${fingerprint(key)}. If you changed the key, bring the new one to DATA_DIR/keys where this machine publishes; where it only serves`,
    );
  const former = before?.keys ?? [];
  // A change of the key adds further ones.
  const mayBeMore = !before || currentKey(before) !== named;
  const isContinued =
    (mayBeMore || catalog.keys.length === former.length) &&
    former.every(({ publicKey }, place) => catalog.keys[place]?.publicKey === publicKey);
  if (!isContinued)
    throw differs('names other former keys than it did. Where this machine only serves');
  return key;
}

/**
 * @param catalog its bodies must be in the store
 * @param bytes the catalog's file
 * @param etag of the catalog that the folder holds a copy of; it is replaced only if it is still there
 * @returns the new catalog's
 * @throws BellwetherError `publication-raced` if another publisher came first, and as the bucket does
 */
export async function push(
  { bucket, prefix, store }: Place,
  catalog: Catalog,
  bytes: Buffer,
  etag: string | undefined,
): Promise<string> {
  const needed = async (of: Catalog) =>
    neededBy(of, await readManifests(of, (hash) => store.read(hash)));
  const storedAt = new Map<string, number>();
  for await (const { key, modifiedAt } of bucket.list(prefix + BODIES))
    storedAt.set(key, modifiedAt.getTime());
  const before = etag === undefined ? undefined : await store.catalog();
  const named = before ? await needed(before) : new Set<string>();
  await inParallel([...(await needed(catalog))], async (hash) => {
    const key = prefix + bodyPath(hash);
    const at = storedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    const isReliable = named.has(hash) ? storedAt.has(key) : Date.now() - at < RELIABLE_MS;
    if (!isReliable) await bucket.put(key, await readFile(store.pathOf(hash)));
  });
  const condition = etag === undefined ? { ifNoneMatch: '*' as const } : { ifMatch: etag };
  const replaced = await bucket.put(prefix + CATALOG_FILE, bytes, condition);
  if (replaced !== undefined) return replaced;
  throw new BellwetherError(
    'publication-raced',
    `Another publisher has published to ${bucket.name}${prefix} in the meantime. What it published stays; publish again.`,
  );
}

/** Removes bodies that nothing needs, once no publisher relies on them. @param needed SHA-256 of those that stay */
export async function pruneBucket(
  { bucket, prefix }: Place,
  needed: ReadonlySet<string>,
  { isDryRun, now }: PruneOptions,
): Promise<Removable[]> {
  const keys = new Set([...needed].map((hash) => prefix + bodyPath(hash)));
  const removable: { key: string; bytes: number }[] = [];
  for await (const { key, bytes, modifiedAt } of bucket.list(prefix + BODIES))
    if (!keys.has(key) && now.getTime() - modifiedAt.getTime() > REMOVABLE_MS)
      removable.push({ key, bytes });
  if (!isDryRun) await inParallel(removable, ({ key }) => bucket.remove(key));
  const why = 'nothing that is published needs it, and it is a week old';
  return removable.map(({ key, bytes }) => ({ path: bucket.name + key, bytes, why }));
}
