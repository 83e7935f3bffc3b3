/**
 * Stores files in a bucket in pieces, so that only a few pieces are in memory however large a file
 * is, and an interrupted transfer resumes after the last complete piece.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import { sha256 } from '../../../lib/atomic-files.ts';
import type { Bucket } from '../../../lib/bucket/bucket.ts';
import { damagedBucket, pieceKey, type SharedFile } from './publication.ts';

const PIECE_BYTES = 8 * 2 ** 20;
const SIDE_BY_SIDE = 4;

/** Processes several files in parallel. After the first failure, no further file is started. */
export async function inParallel<T, R>(
  files: readonly T[],
  work: (file: T) => Promise<R>,
): Promise<R[]> {
  const limit = pLimit(SIDE_BY_SIDE);
  try {
    return await Promise.all(files.map((file) => limit(() => work(file))));
  } finally {
    limit.clearQueue();
  }
}

/** @param prefix prepended to keys */
export async function putFile(
  bucket: Bucket,
  prefix: string,
  file: { path: string; from: string },
): Promise<SharedFile> {
  const pieces: string[] = [];
  let bytes = 0;
  for await (const piece of createReadStream(file.from, { highWaterMark: PIECE_BYTES })) {
    pieces.push(await putPiece(bucket, prefix, piece));
    bytes += piece.length;
  }
  return { path: file.path, bytes, pieces };
}

/** Like `putFile`, for content in memory. */
export async function putBytes(
  bucket: Bucket,
  prefix: string,
  path: string,
  body: Buffer,
): Promise<SharedFile> {
  return { path, bytes: body.length, pieces: [await putPiece(bucket, prefix, body)] };
}

async function putPiece(bucket: Bucket, prefix: string, piece: Buffer): Promise<string> {
  const hash = sha256(piece);
  // A piece's key is its hash, so an existing object has the same content; downloads verify that.
  await bucket.put(prefix + pieceKey(hash), piece, { ifNoneMatch: '*' });
  return hash;
}

/** A file's content, verified. @throws BellwetherError `bucket-damaged`, and as the bucket does */
export async function getBytes(bucket: Bucket, prefix: string, file: SharedFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (const piece of file.pieces) pieces.push(await getPiece(bucket, prefix, piece));
  return Buffer.concat(pieces);
}

/** Downloads a file unless it exists; it appears atomically. */
export async function getFile(
  bucket: Bucket,
  prefix: string,
  file: SharedFile,
  to: string,
): Promise<void> {
  const held = await stat(to).catch(() => undefined);
  if (held?.size === file.bytes) return;
  await mkdir(dirname(to), { recursive: true });
  const temporary = `${to}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const written = await open(temporary, 'wx');
    try {
      for (const piece of file.pieces)
        await written.writeFile(await getPiece(bucket, prefix, piece));
      await written.sync();
    } finally {
      await written.close();
    }
    await rename(temporary, to);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function getPiece(bucket: Bucket, prefix: string, hash: string): Promise<Buffer> {
  return getChecked(bucket, prefix + pieceKey(hash), hash);
}

/** Reads an object stored under its SHA-256. @throws BellwetherError `bucket-damaged` */
export async function getChecked(bucket: Bucket, key: string, hash: string): Promise<Buffer> {
  const found = await bucket.get(key);
  if (!found) throw damagedBucket(bucket.name + key, 'it is missing');
  if (sha256(found.body) === hash) return found.body;
  const fault = `its ${found.body.length} bytes have another SHA-256`;
  throw damagedBucket(bucket.name + key, fault);
}
