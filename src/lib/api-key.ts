/**
 * Keys that the service hands out: prefix + `_` + public id (12) + `_` + secret (32) + checksum (6),
 * letters and digits. The checksum reveals a truncated or mistyped key without a look-up in the
 * store, and lets secret scanners recognize a key. Only a hash of the secret is stored.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from './atomic-files.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const PUBLIC_ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

export type ApiKey = { publicId: string; secret: string };

/** @param prefix identifies the purpose of the keys: `bw` */
export function keyFormat(prefix: string) {
  const pattern = new RegExp(
    `^${prefix}_([0-9A-Za-z]{${PUBLIC_ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
  );
  return {
    /** The full key, shown to its holder once. */
    format: ({ publicId, secret }: ApiKey) =>
      `${prefix}_${publicId}_${secret}${checksumOf(publicId, secret)}`,
    /** Undefined if the key is malformed. */
    parse: (text: string): ApiKey | undefined => {
      const [, publicId, secret, checksum] = pattern.exec(text) ?? [];
      if (publicId === undefined || secret === undefined) return undefined;
      return checksum === checksumOf(publicId, secret) ? { publicId, secret } : undefined;
    },
  };
}

export function newApiKey(): ApiKey {
  return { publicId: randomText(PUBLIC_ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

/** SHA-256 in hexadecimal: with 190 bits of entropy, a slow password hash is unnecessary. */
export function hashOfSecret(secret: string): string {
  return sha256(secret);
}

/** Compares in constant time. */
function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compared with when the key is unknown, so that the response time is the same. */
const HASH_OF_NO_SECRET = hashOfSecret('');

/** Whether the given key's secret matches the stored hash. False if either is missing. */
export function isValidSecret(given: ApiKey | undefined, secretHash: string | undefined): boolean {
  const isRight = isSameHash(hashOfSecret(given?.secret ?? ''), secretHash ?? HASH_OF_NO_SECRET);
  return given !== undefined && secretHash !== undefined && isRight;
}

/** Letters and digits from a cryptographically secure generator. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

function checksumOf(publicId: string, secret: string): string {
  let rest = crc32(`${publicId}_${secret}`);
  let text = '';
  while (text.length < CHECKSUM_LENGTH) {
    text = (ALPHABET[rest % ALPHABET.length] ?? '') + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
