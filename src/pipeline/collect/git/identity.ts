/**
 * People as keyed hashes: no name or address of a person leaves the collector. The same address
 * gives the same hash in every repository, and without the key nobody can try addresses out.
 */
import { createHmac } from 'node:crypto';

/** Text on one line: controls and spaces of any kind become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
}

/** Hash of an address that `foldAddress` returned; empty without an address. */
export function hashAddress(identityKey: Buffer, foldedAddress: string): string {
  return foldedAddress === '' ? '' : hash(identityKey, `email\0${foldedAddress}`);
}

/** Hash of a name of two or more words; empty for others: a first name is many people. */
export function hashName(identityKey: Buffer, name: string): string {
  const folded = oneLine(name.normalize('NFKC')).toLowerCase();
  return folded.includes(' ') ? hash(identityKey, `name\0${folded}`) : '';
}

/** The first 16 hexadecimal digits of HMAC-SHA256. */
function hash(identityKey: Buffer, text: string): string {
  return createHmac('sha256', identityKey).update(text).digest('hex').slice(0, 16);
}
