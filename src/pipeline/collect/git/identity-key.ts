/**
 * The operator's key for hashing people's names and addresses: 32 bytes that never leave
 * `DATA_DIR/keys/`.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { BellwetherError } from '../../../lib/errors.ts';
import { keyFile, readKeyFile } from '../../../lib/private-files.ts';

/** The key, created if missing. @throws BellwetherError `key-invalid` */
export async function ownIdentityKey(dataFolder: string): Promise<Buffer> {
  const path = pathIn(dataFolder);
  return parsed(path, await keyFile(path, () => randomBytes(32).toString('hex')));
}

/** The key; undefined if nothing was collected from git yet. @throws BellwetherError `key-invalid` */
export async function existingIdentityKey(dataFolder: string): Promise<Buffer | undefined> {
  const path = pathIn(dataFolder);
  const hex = await readKeyFile(path);
  return hex === undefined ? undefined : parsed(path, hex);
}

function pathIn(dataFolder: string): string {
  return join(dataFolder, 'keys', 'identity-key');
}

function parsed(path: string, hex: string): Buffer {
  if (/^[0-9a-f]{64}\s*$/.test(hex)) return Buffer.from(hex.trim(), 'hex');
  throw new BellwetherError(
    'key-invalid',
    `${path} must hold 64 hexadecimal digits; restore it from a copy, or people will be counted anew under other hashes.`,
  );
}
