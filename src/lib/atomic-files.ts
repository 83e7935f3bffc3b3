/** Writes files so that a crash, a full disk or a concurrent process never leaves a partial one. */
import { createHash, hash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { systemCode } from './errors.ts';

type WriteOptions = {
  /** False if the file may be lost or damaged in a power failure. */
  flush?: boolean;
  /** Called when the content has been written and its name does not show it yet. */
  beforeRename?: (() => Promise<unknown>) | undefined;
};

/** Writes a temporary file in the same folder, flushes it, and renames it. */
export async function writeFileAtomically(
  path: string,
  content: string | Buffer,
  { flush = true, beforeRename }: WriteOptions = {},
): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, content, { flag: 'wx', flush });
    await beforeRename?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (flush) await syncFolder(dirname(path));
}

/** Flushes a folder, so that the names in it survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Creates a single level. A recursive mkdir on a read-only disk fails with a misleading ENOENT. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  });
}

/** The file's content; undefined if it does not exist. */
export async function readIfAny(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

/** Handles the failure to read a folder: one that does not exist has no entries. */
export function noneIfMissing(error: unknown): [] {
  if (systemCode(error) === 'ENOENT') return [];
  throw error;
}

export function sha256(content: string | Buffer): string {
  return hash('sha256', content);
}

const READ_AT_ONCE_BYTES = 1 << 20;

/** SHA-256 of a file in lower-case hexadecimal, computed piece by piece. */
export async function sha256OfFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  await using file = await open(path);
  const { size } = await file.stat();
  const room = Buffer.allocUnsafe(Math.min(size + 1, READ_AT_ONCE_BYTES));
  for (;;) {
    const { bytesRead } = await file.read(room);
    if (bytesRead === 0) return digest.digest('hex');
    digest.update(room.subarray(0, bytesRead));
  }
}

/** A JSON file that can be made again: a missing or damaged one is read as none. */
export async function readKeptJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, and creates its folder if missing. */
export async function keepJson(path: string, value: unknown, options?: { flush: boolean }) {
  await mkdir(dirname(path), { recursive: true });
  await writeFileAtomically(path, `${JSON.stringify(value)}\n`, options);
}
