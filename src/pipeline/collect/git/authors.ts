/**
 * Interprets a commit's author line and co-author trailers: a person, possibly an automation, or a
 * coding agent. `signals/filter.ts` decides whether the commit counts.
 *
 * People are represented as keyed hashes, so that no person's name or address leaves the collector. An
 * address has the same hash in every repository, and without the key no candidate address
 * can be tested.
 */
import { createHmac } from 'node:crypto';
import {
  type AccountRules,
  agentOf,
  automationName,
  foldAddress,
  isAutomation,
} from '../../signals/accounts.ts';
import type { Coauthor } from '../commit.ts';

export type Signature = { name: string; address: string };

export type Author = ReturnType<typeof readAuthor>;

export function readAuthor(signature: Signature, rules: AccountRules, identityKey: Buffer) {
  const account = accountOf(signature);
  const agent = agentOf(account, rules.agentAccounts, rules);
  return {
    emailHash: hashAddress(identityKey, account.address),
    nameHash: hashName(identityKey, account.name),
    botName: agent === '' ? automationName(account, rules) : '',
    /** The name of the agent whose own account this is; else empty. */
    agent,
  };
}

export type Coauthors = ReturnType<typeof readCoauthors>;

export function readCoauthors(
  signatures: readonly Signature[],
  rules: AccountRules,
  identityKey: Buffer,
) {
  /** The first agent mentioned; else empty. */
  let firstAgent = '';
  /** The people mentioned, each address with each of its names once. */
  const people = new Map<string, Coauthor>();
  for (const account of signatures.map(accountOf)) {
    const agent = agentOf(account, rules.agentTrailers, rules);
    if (agent !== '') firstAgent ||= agent;
    else if (account.address.includes('@') && !isAutomation(account, rules)) {
      const emailHash = hashAddress(identityKey, account.address);
      const nameHash = hashName(identityKey, account.name);
      people.set(`${emailHash} ${nameHash}`, { emailHash, nameHash });
    }
  }
  return { agent: firstAgent, people: [...people.values()] };
}

function accountOf({ name, address }: Signature): Signature {
  return { name: oneLine(name), address: foldAddress(oneLine(address)) };
}

/** Parses `Name <address>` from a trailer; either part may be missing. */
export function parseSignature(trailer: string): Signature {
  const opening = trailer.lastIndexOf('<');
  if (opening < 0) return { name: trailer, address: '' };
  const address = trailer
    .slice(opening + 1)
    .split('>', 1)
    .join();
  return { name: trailer.slice(0, opening), address };
}

/** Replaces runs of control characters and whitespace with single spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
}

/** Hash of an address returned by `foldAddress`; empty for an empty address. */
export function hashAddress(identityKey: Buffer, foldedAddress: string): string {
  return foldedAddress === '' ? '' : hash(identityKey, `email\0${foldedAddress}`);
}

/**
 * Hash of a name of two or more words, because many people share a first name; empty otherwise. A name
 * with a replacement character was not valid text, and different names can look like it.
 */
export function hashName(identityKey: Buffer, name: string): string {
  const folded = oneLine(name.normalize('NFKC')).toLowerCase();
  const isTelling = folded.includes(' ') && !folded.includes('\uFFFD');
  return isTelling ? hash(identityKey, `name\0${folded}`) : '';
}

function hash(identityKey: Buffer, text: string): string {
  return createHmac('sha256', identityKey).update(text).digest('hex').slice(0, 16);
}
