/**
 * Keys that the service hands out: prefix + `_` + public id (12) + `_` + secret (32) + checksum (6),
 * letters and digits. The checksum shows a truncated or mistyped key without asking the store, and
 * lets secret scanners recognize one. Only a hash of the secret is kept.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from './files.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const PUBLIC_ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;

export type ApiKey = { publicId: string; secret: string };

export type KeyFormat = {
  /** The key as its holder gets it, once. */
  format: (key: ApiKey) => string;
  /** Undefined if the key is malformed. */
  parse: (text: string) => ApiKey | undefined;
};

/** @param prefix tells what the keys are for: `bw` */
export function keyFormat(prefix: string): KeyFormat {
  const pattern = new RegExp(
    `^${prefix}_([0-9A-Za-z]{${PUBLIC_ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
  );
  return {
    format: ({ publicId, secret }) =>
      `${prefix}_${publicId}_${secret}${checksumOf(publicId, secret)}`,
    parse: (text) => {
      const [, publicId, secret, checksum] = pattern.exec(text) ?? [];
      if (publicId === undefined || secret === undefined) return undefined;
      return checksum === checksumOf(publicId, secret) ? { publicId, secret } : undefined;
    },
  };
}

export function newApiKey(): ApiKey {
  return { publicId: randomText(PUBLIC_ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

/** SHA-256 in hexadecimal: a secret of 190 bits needs nothing slower. */
export function hashOfSecret(secret: string): string {
  return sha256(secret);
}

/** Compares in constant time. */
function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Compared with if the key is unknown, so that the answer takes as long. */
const NO_HASH = hashOfSecret('');

/** Whether the secret of a key is the one whose hash is kept; either may be missing. */
export function isHeld(given: ApiKey | undefined, secretHash: string | undefined): boolean {
  const isRight = isSameHash(hashOfSecret(given?.secret ?? ''), secretHash ?? NO_HASH);
  return given !== undefined && secretHash !== undefined && isRight;
}

/** Letters and digits that cannot be guessed. */
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
