/**
 * Interprets a commit's author line and co-author trailers: a person, possibly an automation, or a
 * coding agent. `signals/filter.ts` decides whether the commit counts.
 */
import {
  type AccountRules,
  agentOf,
  automationName,
  foldAddress,
  isAutomation,
} from '../../signals/accounts.ts';
import { hashAddress, hashName, oneLine } from './identity.ts';

/** A name and address as git prints them. */
type Signature = { name: string; address: string };

export type Author = {
  emailHash: string;
  nameHash: string;
  botName: string;
  /** The name of the agent whose own account this is; else empty. */
  agent: string;
};

export function readAuthor(signature: Signature, rules: AccountRules, identityKey: Buffer): Author {
  const account = accountOf(signature);
  const agent = agentOf(account, rules.agentAccounts, rules);
  return {
    emailHash: hashAddress(identityKey, account.address),
    nameHash: hashName(identityKey, account.name),
    botName: agent === '' ? automationName(account, rules) : '',
    agent,
  };
}

export type Coauthors = {
  /** The name of the first agent mentioned; else empty. */
  agent: string;
  /** Address hashes of the people mentioned, without duplicates. */
  people: readonly string[];
};

export function readCoauthors(
  signatures: readonly Signature[],
  rules: AccountRules,
  identityKey: Buffer,
): Coauthors {
  let firstAgent = '';
  const people = new Set<string>();
  for (const account of signatures.map(accountOf)) {
    const agent = agentOf(account, rules.agentTrailers, rules);
    if (agent !== '') firstAgent ||= agent;
    else if (account.address.includes('@') && !isAutomation(account, rules))
      people.add(hashAddress(identityKey, account.address));
  }
  return { agent: firstAgent, people: [...people] };
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
