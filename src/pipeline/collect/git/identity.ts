/**
 * Represents people as keyed hashes, so that no person's name or address leaves the collector. An
 * address has the same hash in every repository, and without the key nobody can test candidate
 * addresses.
 */
import { createHmac } from 'node:crypto';

/** Replaces runs of control characters and whitespace with single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
}

/** Hash of an address returned by `foldAddress`; empty for an empty address. */
export function hashAddress(identityKey: Buffer, foldedAddress: string): string {
  return foldedAddress === '' ? '' : hash(identityKey, `email\0${foldedAddress}`);
}

/** Hash of a name of two or more words; empty otherwise, because many people share a first name. */
export function hashName(identityKey: Buffer, name: string): string {
  const folded = oneLine(name.normalize('NFKC')).toLowerCase();
  return folded.includes(' ') ? hash(identityKey, `name\0${folded}`) : '';
}

/** The first 16 hexadecimal digits of HMAC-SHA256. */
function hash(identityKey: Buffer, text: string): string {
  return createHmac('sha256', identityKey).update(text).digest('hex').slice(0, 16);
}
