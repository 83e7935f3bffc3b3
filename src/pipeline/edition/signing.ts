/**
 * The operator's Ed25519 key (RFC 8032): made at first use, kept in the data folder, its public
 * half published, so that anyone can check what this operator released.
 */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { join } from 'node:path';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import { keyFile } from '../../lib/key-file.ts';

/** Where a service publishes its public key. */
export const PUBLIC_KEY_PATH = '/.well-known/bellwether-signing-key.pem';

export type SigningKey = {
  /** Detached signature of the bytes, base64. */
  sign(bytes: Buffer): string;
  /** SPKI, PEM. */
  publicKeyPem: string;
};

/** The operator's key from the data folder; made there when it is missing. */
export async function signingKey(dataFolder: string): Promise<SigningKey> {
  const path = join(dataFolder, 'keys', 'signing-key.pem');
  const privateKey = parseKey(path, await keyFile(path, newKey));
  return {
    sign: (bytes) => sign(null, bytes, privateKey).toString('base64'),
    publicKeyPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Whether the signature (base64) of these bytes was made with the key's private half. */
export function signatureHolds(bytes: Buffer, signature: string, publicKeyPem: string): boolean {
  let key: KeyObject;
  try {
    key = createPublicKey(publicKeyPem);
  } catch (error) {
    throw new BellwetherError('key-invalid', `The public key is not PEM: ${messageOf(error)}`);
  }
  return verify(null, bytes, key, Buffer.from(signature, 'base64'));
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function parseKey(path: string, pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
    throw new Error(`it is a ${key.asymmetricKeyType} key`);
  } catch (error) {
    throw new BellwetherError(
      'key-invalid',
      `${path} is not an Ed25519 private key (${messageOf(error)}). Restore it from a copy; if it is lost, move it away to have a new one made, and tell your readers.`,
    );
  }
}
