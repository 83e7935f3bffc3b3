/**
 * Uploads a publication from a folder into the bucket: everything that its catalog references, and
 * finally the pointer.
 */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfAny, sha256 } from '../../../lib/atomic-files.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { inParallel } from '../../../lib/in-parallel.ts';
import { lockPath } from '../../../lib/path-lock.ts';
import { type Catalog, catalogBytes } from '../catalog.ts';
import type { EditionStore } from '../edition-store.ts';
import { neededBy } from '../needed-files.ts';
import { putFile, readPieces, splitPieces } from './bucket-pieces.ts';
import { checkUnpruned } from './pruning-lease.ts';

import {
  CATALOG_FILE,
  FORECAST_HEAD_FILE,
  FORECAST_LOG_FILE,
  type Inventory,
  inventoryKey,
  type Place,
  POINTER_KEY,
  type Pointer,
  type SharedFile,
  type Taken,
} from './publication.ts';

export type PushSource = Place & { store: EditionStore };

/**
 * Makes a publication visible in the bucket.
 *
 * @param catalog its bodies must be in the store
 * @param taken the publication that the folder holds; replaced only if it is still the current one
 * @returns the bucket's new publication
 * @throws BellwetherError `publication-raced` if another publisher came first, `bucket-pruning`, and
 *   as the bucket does
 */
export async function push(
  source: PushSource,
  catalog: Catalog,
  taken: Taken | undefined,
): Promise<Taken> {
  const { bucket, prefix } = source;
  await checkUnpruned(source);
  const files = [
    ...(await putBodies(source, catalog, taken)),
    ...(await putForecasts(source)),
    await putFile(source, CATALOG_FILE, splitPieces(catalogBytes(catalog))),
  ];
  const inventory = Buffer.from(JSON.stringify({ format: 1, files } satisfies Inventory));
  const hash = sha256(inventory);
  if (taken?.pointer.inventory === hash) return taken;
  await bucket.put(prefix + inventoryKey(hash), inventory, { ifNoneMatch: '*' });
  const pointer: Pointer = {
    format: 1,
    number: (taken?.pointer.number ?? 0) + 1,
    inventory: hash,
  };
  const etag = await bucket.put(
    prefix + POINTER_KEY,
    JSON.stringify(pointer),
    taken ? { ifMatch: taken.etag } : { ifNoneMatch: '*' },
  );
  if (etag !== undefined) return { format: 1, etag, pointer, files };
  throw new BellwetherError(
    'publication-raced',
    `Another publisher has published to ${bucket.name}${prefix} in the meantime. What it published stays; publish again.`,
  );
}

/** Uploads the bodies that the bucket lacks; stops at the first failure. */
async function putBodies(
  { store, ...place }: PushSource,
  catalog: Catalog,
  taken: Taken | undefined,
): Promise<SharedFile[]> {
  const known = new Map(taken?.files.map((file) => [file.path, file]));
  const hashes = [...(await neededBy(store, catalog))];
  const stored = await Promise.all(hashes.map((hash) => store.filesOf(hash)));
  return inParallel(stored.flat(), async ({ path, bytes }) => {
    const there = known.get(path);
    // The name determines the content. Only the compressed bytes may differ, between versions of the
    // compressor, so a body of the same size is taken to be identical.
    if (there?.bytes === bytes) return there;
    return putFile(place, path, readPieces(join(store.folder, path)));
  });
}

/** Uploads a consistent pair of log and head. */
async function putForecasts({ store, ...place }: PushSource): Promise<SharedFile[]> {
  const path = join(store.folder, FORECAST_LOG_FILE);
  if (!(await stat(path).catch(() => undefined))) return [];
  const release = await lockPath(path, { waitSeconds: 60 });
  const [log, head] = await Promise.all([
    readIfAny(path),
    readIfAny(join(store.folder, FORECAST_HEAD_FILE)),
  ]).finally(release);
  if (!log || !head) return [];
  return [
    await putFile(place, FORECAST_LOG_FILE, splitPieces(log)),
    await putFile(place, FORECAST_HEAD_FILE, splitPieces(head)),
  ];
}
