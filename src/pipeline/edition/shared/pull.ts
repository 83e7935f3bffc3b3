/**
 * Downloads a publication from the bucket into a folder: everything verified before it replaces
 * anything, and finally the catalog, atomically.
 */
import { join } from 'node:path';
import { writeFileAtomically } from '../../../lib/atomic-files.ts';
import type { StoredObject } from '../../../lib/bucket/bucket.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import { bodyPath } from '../body-store.ts';
import { CATALOG_FILE, type Catalog, parseCatalog } from '../catalog.ts';
import { checkPublication } from '../check-publication.ts';
import type { EditionStore } from '../edition-store.ts';
import { measureBody } from '../measure-body.ts';
import { neededBy } from '../needed-files.ts';
import type { Place } from './push.ts';
import { trustedKey } from './trust.ts';

/** Maximum size of files that no manifest lists: the catalog, manifests, logs, replaced cores. */
export const MAX_UNLISTED_BYTES = 64 * 2 ** 20;

export type PullSource = Place & {
  /** Ends it. */
  signal: AbortSignal;
  /** SHA-256 of bodies that this process has verified. */
  verified: Set<string>;
};

/**
 * @param found the bucket's catalog
 * @throws BellwetherError `bucket-damaged`, `later-version`, `signing-key-differs`, as `checkPublication`
 *   does, and as the bucket does
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
  const heads = await store.heads();
  const { log, manifests } = await checkPublication({ catalog, key, read, heads, where });
  const files = [...manifests.values()].flatMap((manifest) => manifest.files);
  const sizes = new Map(files.map((file) => [file.sha256, file.bytes]));
  await inParallel([...neededBy(catalog, manifests)], (hash) =>
    takeBody(source, hash, sizes.get(hash) ?? MAX_UNLISTED_BYTES),
  );
  await checkForecasts(store, before, catalog, where);
  await writeFileAtomically(join(store.folder, CATALOG_FILE), bytes);
  await store.keepHead(log.head);
}

/** @param maxBytes of the body */
async function takeBody(
  { bucket, prefix, store, signal, verified }: PullSource,
  hash: string,
  maxBytes: number,
): Promise<void> {
  if (verified.has(hash) && (await store.holds([hash]))) return;
  if ((await measureBody(store.streamPacked(hash), hash, maxBytes)) === undefined) {
    const key = prefix + bodyPath(hash);
    // Compressed, a body may be a little larger.
    const found = await bucket.get(key, { maxBytes: Math.ceil(1.01 * maxBytes) + 65_536, signal });
    if (!found) throw damagedBucket(bucket.name + key, 'it is missing');
    if ((await measureBody([found.body], hash, maxBytes)) === undefined)
      throw damagedBucket(bucket.name + key, `its ${found.bytes} bytes are another body`);
    await store.putPacked(hash, found.body);
  }
  verified.add(hash);
}

/** The log of forecasts only grows. */
async function checkForecasts(
  store: EditionStore,
  before: Catalog | undefined,
  { forecasts }: Catalog,
  where: string,
): Promise<void> {
  if (!before?.forecasts) return;
  const last = await store.read(before.forecasts.log);
  const log = forecasts ? await store.read(forecasts.log) : Buffer.alloc(0);
  if (!log.subarray(0, last.length).equals(last))
    throw new BellwetherError(
      'publication-older',
      `${where} has an older log of forecasts, or another one, than ${store.folder}. If the bucket was restored from a back-up on purpose, stop the service, move that folder away, and start it again.`,
    );
}

export function damagedBucket(where: string, fault: string): BellwetherError {
  return new BellwetherError('bucket-damaged', `${where} is not what was published: ${fault}`);
}
