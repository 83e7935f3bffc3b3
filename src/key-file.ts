/** Secrets of the operator: files in the data folder that are made at first use. */
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BellwetherError, messageOf, systemCode } from './errors.ts';

/**
 * The text of a key file; made for its owner's eyes only when it is missing. When two processes
 * race to make it, the first one's stays.
 */
export async function keyFile(path: string, make: () => string): Promise<string> {
  return (await read(path)) ?? (await create(path, make()));
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new BellwetherError('key-unreadable', `${path} cannot be read: ${messageOf(error)}`);
  }
}

async function create(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return text;
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    return readFile(path, 'utf8');
  }
}
