/**
 * People as keyed hashes: no name or address of a person leaves the collector. The same address
 * gives the same hash in every repository, and without the key nobody can try addresses out.
 */
import { createHmac } from 'node:crypto';

/** A name and an address as git tells them. */
export type Signature = { name: string; address: string };

/** Text on one line: controls and spaces of any kind become single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
}

const NOREPLY = /^(?:\d+\+)?([^@+]+@users\.noreply\.github\.com)$/;

/**
 * An address in the one form in which it is compared and hashed. GitHub writes a private address
 * with and without the account's number; both are one.
 */
export function foldAddress(address: string): string {
  const folded = address.trim().toLowerCase();
  return NOREPLY.exec(folded)?.[1] ?? folded;
}

/** `login` of an application's address `<number>+login[bot]@users.noreply.github.com`, else empty. */
export function applicationLogin(foldedAddress: string): string {
  return /^([^@]+\[bot\])@users\.noreply\.github\.com$/.exec(foldedAddress)?.[1] ?? '';
}

/** Hash of an address; empty for none. */
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

/**
 * Computes once for every distinct text. Forgets everything when it has grown large, so that a
 * hostile history cannot fill the memory.
 */
export function remember<T>(compute: (bytes: string) => T): (bytes: string) => T {
  const known = new Map<string, T>();
  return (bytes) => {
    const value = known.get(bytes);
    if (value !== undefined) return value;
    const computed = compute(bytes);
    if (known.size >= MOST_REMEMBERED) known.clear();
    // A copy: a piece of a chunk would keep the whole chunk.
    known.set(Buffer.from(bytes, 'latin1').toString('latin1'), computed);
    return computed;
  };
}

const MOST_REMEMBERED = 50_000;
