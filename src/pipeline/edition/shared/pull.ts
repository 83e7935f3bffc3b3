/**
 * Downloads a publication from the bucket into a folder: first the bodies, verified, and finally the
 * catalog, atomically.
 */
import { join } from 'node:path';
import { readIfAny, writeFileAtomically } from '../../../lib/atomic-files.ts';
import type { Bucket, StoredObject } from '../../../lib/bucket/bucket.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { lockPath } from '../../../lib/path-lock.ts';
import { parseCatalog } from '../catalog.ts';
import type { EditionStore } from '../edition-store.ts';
import { getBytes, getChecked, getFile, inParallel } from './bucket-pieces.ts';
import {
  CATALOG_FILE,
  damagedBucket,
  FORECAST_HEAD_FILE,
  FORECAST_LOG_FILE,
  type Inventory,
  inventoryKey,
  type Place,
  POINTER_KEY,
  parseInventory,
  parsePointer,
  type Taken,
} from './publication.ts';
import { trustedKey, verifyPublication } from './trust.ts';

export type PullTarget = Place & {
  store: EditionStore;
  /** The operator's public key, if this machine has it. */
  ownKey: string | undefined;
};

/**
 * Downloads the publication that a pointer references.
 *
 * @param taken the publication that the folder holds
 * @throws BellwetherError `bucket-damaged`, `later-version`, `publication-older`,
 *   `signing-key-differs`, `verification-failed`, `publication-forked`, and as the bucket does
 */
export async function pull(
  { bucket, prefix, store, ownKey }: PullTarget,
  found: StoredObject,
  taken: Taken | undefined,
): Promise<Taken> {
  const where = bucket.name + prefix;
  const pointer = parsePointer(where + POINTER_KEY, found.body);
  if (taken && pointer.number < taken.pointer.number)
    throw new BellwetherError(
      'publication-older',
      `${where}${POINTER_KEY} names publication ${pointer.number}, and ${store.folder} has ${taken.pointer.number} already`,
    );
  const { files } = await inventoryOf(bucket, prefix, pointer.inventory);
  const bytesOf = async (path: string) => {
    const file = files.find((each) => each.path === path);
    return file && getBytes(bucket, prefix, file);
  };
  const bytes = await bytesOf(CATALOG_FILE);
  if (!bytes) throw damagedBucket(where + inventoryKey(pointer.inventory), 'it names no catalog');
  const catalog = parseCatalog(where + CATALOG_FILE, bytes.toString('utf8'), 'Publish again.');
  const before = await store.catalog();
  const key = trustedKey(where, catalog, before, ownKey);
  await inParallel(
    files.filter(({ path }) => path.startsWith('bodies/')),
    (file) => getFile(bucket, prefix, file, join(store.folder, file.path)),
  );
  await verifyPublication(where, store, catalog, before, key);
  await takeForecasts(store.folder, {
    log: await bytesOf(FORECAST_LOG_FILE),
    head: await bytesOf(FORECAST_HEAD_FILE),
  });
  await writeFileAtomically(join(store.folder, CATALOG_FILE), bytes);
  return { format: 1, etag: found.etag, pointer, files };
}

async function inventoryOf(bucket: Bucket, prefix: string, hash: string): Promise<Inventory> {
  const key = prefix + inventoryKey(hash);
  return parseInventory(bucket.name + key, await getChecked(bucket, key, hash));
}

/** Takes the bucket's log of forecasts, unless the local one is an extension of it. */
async function takeForecasts(
  folder: string,
  { log, head }: { log: Buffer | undefined; head: Buffer | undefined },
): Promise<void> {
  if (!log || !head) return;
  const path = join(folder, FORECAST_LOG_FILE);
  const release = await lockPath(path, { waitSeconds: 60 });
  try {
    const held = await readIfAny(path);
    if (held?.subarray(0, log.length).equals(log)) return;
    await writeFileAtomically(path, log);
    await writeFileAtomically(join(folder, FORECAST_HEAD_FILE), head);
  } finally {
    await release();
  }
}
