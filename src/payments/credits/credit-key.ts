/**
 * Keys of credit packs: `bw_` + public id (12) + `_` + secret (32) + checksum (6), letters and
 * digits. The checksum shows a truncated or mistyped key without asking the store, and lets secret
 * scanners recognize one. Only a hash of the secret is kept.
 */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../../lib/files.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
export const PUBLIC_ID_LENGTH = 12;
const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const KEY = new RegExp(
  `^bw_([0-9A-Za-z]{${PUBLIC_ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

export type CreditKey = { publicId: string; secret: string };

export function newCreditKey(): CreditKey {
  return { publicId: randomText(PUBLIC_ID_LENGTH), secret: randomText(SECRET_LENGTH) };
}

/** The key as its holder gets it, once. */
export function formatCreditKey({ publicId, secret }: CreditKey): string {
  return `bw_${publicId}_${secret}${checksumOf(publicId, secret)}`;
}

/** Undefined if the key is malformed. */
export function parseCreditKey(text: string): CreditKey | undefined {
  const [, publicId, secret, checksum] = KEY.exec(text) ?? [];
  if (publicId === undefined || secret === undefined) return undefined;
  return checksum === checksumOf(publicId, secret) ? { publicId, secret } : undefined;
}

/** SHA-256 in hexadecimal: a secret of 190 bits needs nothing slower. */
export function hashOfSecret(secret: string): string {
  return sha256(secret);
}

/** Compares in constant time. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return a.length === b.length && timingSafeEqual(a, b);
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

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
