/** Secrets of the operator: files in the data folder that are made at first use. */
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BellwetherError, messageOf, systemCode } from './errors.ts';

/**
 * The text of a key file; made for its owner's eyes only when it is missing. When two processes
 * race to make it, the first one's stays.
 */
export async function keyFile(path: string, make: () => string): Promise<string> {
  return (await readKeyFile(path)) ?? (await create(path, make()));
}

/** The text of a key file; undefined when it is missing. */
export async function readKeyFile(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new BellwetherError('key-unreadable', `${path} cannot be read: ${messageOf(error)}`);
  }
}

/** The text appears under its name only when all of it is written. */
async function create(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    // Unlike a rename, a link never replaces what another process put there first.
    await link(temporary, path);
    return text;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  } finally {
    await rm(temporary, { force: true });
  }
}
