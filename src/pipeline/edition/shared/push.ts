/**
 * Uploads a publication from a folder into the bucket: the bodies that its catalog promises, and finally
 * the catalog, with a conditional write. So a publication becomes visible at once, and concurrent publishers
 * cannot overwrite each other.
 */
import { readFile } from 'node:fs/promises';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import { BODIES, bodyPath } from '../body-store.ts';
import { CATALOG_FILE, type Catalog } from '../catalog.ts';
import { readManifests } from '../check-publication.ts';
import type { EditionStore } from '../edition-store.ts';
import { neededBy } from '../needed-files.ts';

/** The location in a bucket of the editions published under one address. */
export type Place = {
  bucket: Bucket;
  /** Prepended to keys. */
  prefix: string;
  /** The folder that is a copy of it. */
  store: EditionStore;
};

/** An object that no catalog names is removed when it is this old, so younger ones are relied on. */
export const RELIABLE_MS = 6 * 86_400_000;

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
  const there = new Map<string, number>();
  for await (const { key, modifiedAt } of bucket.list(prefix + BODIES))
    there.set(key, modifiedAt.getTime());
  const before = etag === undefined ? undefined : await store.catalog();
  const named = before ? await needed(store, before) : new Set<string>();
  await inParallel([...(await needed(store, catalog))], async (hash) => {
    const key = prefix + bodyPath(hash);
    const storedAt = there.get(key) ?? Number.NEGATIVE_INFINITY;
    const isReliable = named.has(hash) ? there.has(key) : Date.now() - storedAt < RELIABLE_MS;
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

async function needed(store: EditionStore, catalog: Catalog): Promise<Set<string>> {
  return neededBy(catalog, await readManifests(catalog, (hash) => store.read(hash)));
}
