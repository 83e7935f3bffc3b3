/** Files of another publisher: at the address of a service, or downloaded into a folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Addresses } from '../../lib/addresses.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';

const TIMEOUT_MS = 30_000;

export function isAddress(from: string): boolean {
  return /^https?:/.test(from);
}

/** The addresses of another service, whose own may end with slashes. */
export function addressesAt(from: string): Addresses {
  return new Addresses(from.replace(/\/+$/, ''));
}

/** The location of a file of an edition. @throws BellwetherError `usage` without the edition at an address */
export function locate(from: string, edition: string | undefined, name: string): string {
  if (!isAddress(from)) return join(from, name);
  if (edition !== undefined) return addressesAt(from).editionFile(edition, name);
  throw new BellwetherError('usage', '--from needs the edition, like 2026-w31.');
}

/** The bytes at a location. @throws BellwetherError `download-failed`, `file-unreadable` */
export async function read(location: string): Promise<Buffer> {
  try {
    if (!isAddress(location)) return await readFile(location);
    const response = await fetch(location, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    throw new Error(`the service answered ${response.status}`);
  } catch (error) {
    const [code, verb] = isAddress(location)
      ? (['download-failed', 'fetched'] as const)
      : (['file-unreadable', 'read'] as const);
    throw new BellwetherError(code, `${location} cannot be ${verb}: ${messageOf(error)}.`);
  }
}
