/** The operator's secrets: files in the data folder that are created on first use. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BellwetherError, messageOf, systemCode } from './errors.ts';

/**
 * The text of a key file, created with access for its owner only if it is missing. If two processes
 * race to create it, the first one wins.
 */
export async function keyFile(path: string, make: () => string): Promise<string> {
  return (await readKeyFile(path)) ?? (await create(path, make()));
}

/** The text of a key file; undefined if it is missing. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new BellwetherError('key-unreadable', `${path} cannot be read: ${messageOf(error)}`);
  }
}

/** Writes a temporary file first, so that the key file never appears half-written. */
async function create(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    // Unlike a rename, a link never replaces a file that another process has created.
    await link(temporary, path);
    return text;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  } finally {
    await rm(temporary, { force: true });
  }
}
