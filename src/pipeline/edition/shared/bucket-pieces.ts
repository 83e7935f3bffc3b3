/**
 * Stores files in a bucket in pieces, so that only a few pieces are in memory however large a file
 * is, and an interrupted transfer resumes after the last complete file.
 */
import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sha256 } from '../../../lib/atomic-files.ts';
import { damagedBucket, type Place, pieceKey, type SharedFile } from './publication.ts';

/** Also of inventories. */
const MAX_PIECE_BYTES = 8 * 2 ** 20;

/** @param path of the file in a folder of editions @param pieces each of them of that size at most */
export async function putFile(
  { bucket, prefix }: Place,
  path: string,
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<SharedFile> {
  const file: SharedFile = { path, bytes: 0, pieces: [] };
  for await (const piece of pieces) {
    const hash = sha256(piece);
    // A piece's key is its hash, so an existing object has the same content; downloads verify that.
    await bucket.put(prefix + pieceKey(hash), piece, { ifNoneMatch: '*' });
    file.bytes += piece.length;
    file.pieces.push(hash);
  }
  return file;
}

export function readPieces(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: MAX_PIECE_BYTES });
}

export function* splitPieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += MAX_PIECE_BYTES)
    yield body.subarray(at, at + MAX_PIECE_BYTES);
}

/** A place to read from, until the signal. */
export type Source = Place & { signal?: AbortSignal | undefined };

/** A file's content. @throws BellwetherError `bucket-damaged`, and as the bucket does */
export function getBytes(source: Source, file: SharedFile, maxBytes: number): Promise<Buffer> {
  return buffer(getPieces(source, file, maxBytes));
}

/**
 * Downloads a file unless there is a sound one; it appears atomically, and only if it is sound.
 *
 * @param isSound of the file at a path, which need not exist
 */
export async function getFile(
  source: Source,
  file: SharedFile,
  maxBytes: number,
  to: string,
  isSound: (path: string) => Promise<boolean>,
): Promise<void> {
  if (await isSound(to)) return;
  await mkdir(dirname(to), { recursive: true });
  const temporary = `${to}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const written = createWriteStream(temporary, { flags: 'wx', flush: true });
    await pipeline(getPieces(source, file, maxBytes), written);
    if (!(await isSound(temporary)))
      throw damagedBucket(source.bucket.name + source.prefix, `${file.path} has another content`);
    await rename(temporary, to);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The pieces of a file, each of them and their sum as the inventory says. */
async function* getPieces(
  source: Source,
  file: SharedFile,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  const fault = (text: string) =>
    damagedBucket(source.bucket.name + source.prefix, `${file.path} ${text}`);
  if (file.bytes > maxBytes) throw fault(`has ${file.bytes} bytes, more than ${maxBytes}`);
  let bytes = 0;
  for (const hash of file.pieces) {
    const piece = await getChecked(source, source.prefix + pieceKey(hash), hash);
    bytes += piece.length;
    if (bytes > file.bytes || piece.length === 0) break;
    yield piece;
  }
  if (bytes !== file.bytes) throw fault(`does not have ${file.bytes} bytes`);
}

/** Reads an object stored under its SHA-256. @throws BellwetherError `bucket-damaged` */
export async function getChecked(
  { bucket, signal }: Source,
  key: string,
  hash: string,
): Promise<Buffer> {
  const found = await bucket.get(key, { maxBytes: MAX_PIECE_BYTES, signal });
  if (!found) throw damagedBucket(bucket.name + key, 'it is missing');
  if (sha256(found.body) === hash) return found.body;
  const fault = `its ${found.body.length} bytes have another SHA-256`;
  throw damagedBucket(bucket.name + key, fault);
}
