/**
 * A publication in a bucket. All objects are stored under their SHA-256 and never replaced, except
 * for one small object, the pointer, which references the inventory of what is published. It is
 * replaced with a conditional write. So a publication becomes visible atomically, and concurrent
 * publishers cannot overwrite each other.
 */
import { z } from 'zod';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { BellwetherError } from '../../../lib/errors.ts';
import { parseDocument, Sha256 } from '../json-document.ts';

/** The catalog's file name in a folder of editions. */
export const CATALOG_FILE = 'catalog.json';
export const FORECAST_LOG_FILE = 'forecasts.jsonl';
export const FORECAST_HEAD_FILE = 'forecasts.head.json';

/** Key of the only object that is ever replaced. */
export const POINTER_KEY = 'publication.json';
export const MAX_POINTER_BYTES = 4_000;
/** A pointer this far ahead of the last one was not made by publishing: it would use the numbers up. */
export const MAX_POINTER_STEP = 1_000_000;
export const PIECES = 'pieces/';
export const INVENTORIES = 'inventories/';

/** The location in a bucket of the editions published under one address. */
export type Place = {
  bucket: Bucket;
  /** Prepended to keys. */
  prefix: string;
};

/** Paths allowed in a folder; a bucket cannot make us write anywhere else. */
const PATH =
  /^(?:catalog\.json|forecasts\.jsonl|forecasts\.head\.json|bodies\/([0-9a-f]{2})\/\1[0-9a-f]{62}(?:\.(?:br|zstd|gzip))?)$/;

const SharedFile = z.object({
  /** Relative to the folder of editions. */
  path: z.string().regex(PATH),
  bytes: z.int().nonnegative(),
  /** SHA-256 of its pieces in order. */
  pieces: z.array(Sha256),
});
export type SharedFile = z.infer<typeof SharedFile>;

const Inventory = z.object({ format: z.literal(1), files: z.array(SharedFile) });
export type Inventory = z.infer<typeof Inventory>;

const Pointer = z.object({
  format: z.literal(1),
  /** Incremented by each publication, to detect a bucket that returns an old pointer. */
  number: z.int().min(1),
  /** SHA-256 of the inventory. */
  inventory: Sha256,
});
export type Pointer = z.infer<typeof Pointer>;

/** The bucket's publication that a folder holds. */
export const Taken = z.object({
  format: z.literal(1),
  /** ETag of the pointer. */
  etag: z.string(),
  pointer: Pointer,
  files: z.array(SharedFile),
});
export type Taken = z.infer<typeof Taken>;

export function pieceKey(sha256: string): string {
  return `${PIECES}${sha256.slice(0, 2)}/${sha256}`;
}

export function inventoryKey(sha256: string): string {
  return `${INVENTORIES}${sha256}.json`;
}

/** @param where for messages @throws BellwetherError `bucket-damaged`, `later-version` */
export function parsePointer(where: string, body: Buffer): Pointer {
  return parseDocument(where, body, Pointer, (fault) => damagedBucket(where, fault));
}

/** The same for the inventory. */
export function parseInventory(where: string, body: Buffer): Inventory {
  return parseDocument(where, body, Inventory, (fault) => damagedBucket(where, fault));
}

export function damagedBucket(where: string, fault: string): BellwetherError {
  return new BellwetherError('bucket-damaged', `${where} is not what was published: ${fault}`);
}
