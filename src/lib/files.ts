/** Writing files so that a crash, a full disk or a second process never leaves half of one. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCode } from './errors.ts';

/**
 * Writes the whole file beside its place, flushes it, and moves it there in one step.
 *
 * @param flush false for what may be lost, or be left damaged, when the power fails
 */
export async function writeFileAtomically(
  path: string,
  content: string | Buffer,
  { flush = true } = {},
): Promise<void> {
  await placeFile(path, content, { flush });
  if (flush) await syncFolder(dirname(path));
}

/** The same for several files of one folder: their names survive a power cut after `syncFolder`. */
export async function placeFile(
  path: string,
  content: string | Buffer,
  { flush = true } = {},
): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(content);
      if (flush) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes the names in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Makes one level at a time: a recursive mkdir on a read-only disk says ENOENT. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  });
}

/** Undefined where there is no such file. */
export async function readIfAny(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** SHA-256 of a file, lower-case hexadecimal, read in pieces. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
