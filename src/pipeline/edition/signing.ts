/**
 * The operator's Ed25519 key (RFC 8032): made at first use, kept in the data folder, its public
 * half published, so that anyone can check what this operator released.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BellwetherError, messageOf, UnavailableError } from '../../lib/errors.ts';
import { keyFile, readKeyFile } from '../../lib/private-files.ts';

/** Address of a service's public key and of all its former ones. */
export const PUBLIC_KEY_PATH = '/.well-known/bellwether-signing-key.pem';
export const PUBLIC_KEYS_PATH = '/.well-known/bellwether-signing-keys.json';

export type SigningKey = {
  /** Detached signature of the bytes, base64. */
  sign(bytes: Buffer): string;
  /** SPKI, PEM. */
  publicKeyPem: string;
  /** When its file was written; ISO 8601. */
  madeAt: string;
};

export function signingKeyPath(dataFolder: string): string {
  return join(dataFolder, 'keys', 'signing-key.pem');
}

/** A key, made where it is missing. @param path by default, that of the operator's key */
export async function signingKey(
  dataFolder: string,
  path = signingKeyPath(dataFolder),
): Promise<SigningKey> {
  return parseKey(path, await keyFile(path, newKey));
}

/** The operator's key; undefined when it is missing. */
export async function heldSigningKey(dataFolder: string): Promise<SigningKey | undefined> {
  const path = signingKeyPath(dataFolder);
  const pem = await readKeyFile(path);
  return pem === undefined ? undefined : parseKey(path, pem);
}

/** Whether the signature (base64) of these bytes was made with the key's private half. */
export function signatureHolds(bytes: Buffer, signature: string, publicKeyPem: string): boolean {
  return verify(null, bytes, publicKey(publicKeyPem), Buffer.from(signature, 'base64'));
}

/** @param fault what does not hold, as part of a sentence */
export function verificationError(fault: string): BellwetherError {
  return new UnavailableError('verification-failed', `Verification failed: ${fault}.`);
}

/** @param publicKeys any of them may have signed @returns the one that did */
export function verifySignature(
  where: string,
  bytes: Buffer,
  signature: string,
  publicKeys: readonly string[],
): string {
  const key = publicKeys.find((candidate) => signatureHolds(bytes, signature, candidate));
  if (key !== undefined) return key;
  throw verificationError(`${where} was not signed with this key, or was changed since`);
}

/** Names a public key: the SHA-256 of its SPKI, as OpenSSH and TLS pins write it. */
export function fingerprint(publicKeyPem: string): string {
  const der = publicKey(publicKeyPem).export({ type: 'spki', format: 'der' });
  return `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`;
}

function publicKey(pem: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch (error) {
    throw new BellwetherError('key-invalid', `The public key is not PEM: ${messageOf(error)}`);
  }
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function parseKey(path: string, pem: string): Promise<SigningKey> {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519')
      throw new Error(`it is a ${key.asymmetricKeyType} key`);
    return {
      sign: (bytes) => sign(null, bytes, key).toString('base64'),
      publicKeyPem: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
      madeAt: (await stat(path)).mtime.toISOString(),
    };
  } catch (error) {
    throw new BellwetherError(
      'key-invalid',
      `${path} is not an Ed25519 private key (${messageOf(error)}). Restore it from a copy; if it is lost, move it away and run bellwether keys signing rotate.`,
    );
  }
}
