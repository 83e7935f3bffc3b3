/**
 * Who stands behind a commit's author line and co-author trailers: a person, perhaps an automation,
 * or a coding agent. What a commit says is noted here; whether it counts is decided by
 * `signals/filter.ts`.
 */
import type { Agents, Automations } from '../../registry/schema.ts';
import { foldName } from '../../pipeline/signals/filter.ts';
import {
  applicationLogin,
  foldAddress,
  hashAddress,
  hashName,
  oneLine,
  type Signature,
} from './identity.ts';

/** The registry's automations and agents, folded for look-up. */
export type GitRules = {
  automationNames: ReadonlySet<string>;
  automationAddresses: ReadonlySet<string>;
  /** An agent's name by the folded names of its own accounts. */
  agentAccounts: ReadonlyMap<string, string>;
  agentAddresses: ReadonlyMap<string, string>;
  /** By the folded names that stand for it in trailers; its accounts are among them. */
  agentTrailers: ReadonlyMap<string, string>;
};

export function gitRules(automations: Automations, agents: Agents): GitRules {
  const byName = (names: (agent: Agents[number]) => string[], fold: (name: string) => string) =>
    new Map(agents.flatMap((agent) => names(agent).map((name) => [fold(name), agent.name])));
  return {
    automationNames: new Set(automations.names.map(foldName)),
    automationAddresses: new Set(automations.addresses.map(foldAddress)),
    agentAccounts: byName(({ accounts }) => accounts, foldName),
    agentAddresses: byName(({ addresses }) => addresses, foldAddress),
    agentTrailers: byName(({ accounts, trailers }) => [...accounts, ...trailers], foldName),
  };
}

/** What a commit's author line says. */
export type Author = {
  emailHash: string;
  nameHash: string;
  botName: string;
  /** The agent whose own account it is, by the name it signs with; else empty. */
  agent: string;
};

export function readAuthor(signature: Signature, rules: GitRules, identityKey: Buffer): Author {
  const name = oneLine(signature.name);
  const address = foldAddress(oneLine(signature.address));
  const agent = agentOf(name, address, rules.agentAccounts, rules);
  return {
    emailHash: hashAddress(identityKey, address),
    nameHash: hashName(identityKey, name),
    botName: agent === '' ? botName(name, address, rules) : '',
    agent,
  };
}

/** What a commit's co-author trailers say. */
export type Coauthors = {
  /** The first agent named, by the name it signs with; else empty. */
  agent: string;
  /** Address hashes of the people among them, each once. */
  people: readonly string[];
};

export function readCoauthors(
  signatures: readonly Signature[],
  rules: GitRules,
  identityKey: Buffer,
): Coauthors {
  let firstAgent = '';
  const people = new Set<string>();
  for (const signature of signatures) {
    const name = oneLine(signature.name);
    const address = foldAddress(oneLine(signature.address));
    const agent = agentOf(name, address, rules.agentTrailers, rules);
    if (agent !== '') firstAgent ||= agent;
    else if (address.includes('@') && !isAutomation(name, address, rules))
      people.add(hashAddress(identityKey, address));
  }
  return { agent: firstAgent, people: [...people] };
}

/** `Name <address>`, as a trailer has it; either part may be missing. */
export function parseSignature(trailer: string): Signature {
  const opening = trailer.lastIndexOf('<');
  if (opening < 0) return { name: trailer, address: '' };
  const address = trailer
    .slice(opening + 1)
    .split('>', 1)
    .join();
  return { name: trailer.slice(0, opening), address };
}

function agentOf(
  name: string,
  address: string,
  names: ReadonlyMap<string, string>,
  { agentAddresses }: GitRules,
): string {
  const listed =
    names.get(foldName(name)) ??
    agentAddresses.get(address) ??
    names.get(foldName(applicationLogin(address)));
  return listed === undefined ? '' : name || listed;
}

function isAutomation(name: string, address: string, rules: GitRules): boolean {
  return (
    /\[bot\](?:@|$)/i.test(name) ||
    /\[bot\](?:@|$)/.test(address) ||
    rules.automationNames.has(foldName(name)) ||
    rules.automationAddresses.has(address)
  );
}

/**
 * Words that an automation's name or address may hold. A wide net on purpose, people are caught in
 * it too: it only says which names are kept for the filter to judge.
 */
const PERHAPS_AUTOMATION =
  /(?:^|[^a-z])bots?|bots?(?:[^a-z]|$)|robot|automat|(?:^|[^a-z])ci(?:[^a-z]|$)|jenkins|travis|github.?action|renovate|snyk|semantic.?release|weblate|crowdin/i;

/**
 * The name by which the filter can tell an automation. Where the address alone gives it away, the
 * name is the application's login, or the author's name with the mark of an application.
 */
function botName(name: string, address: string, rules: GitRules): string {
  if (rules.automationNames.has(foldName(name))) return name;
  const login = applicationLogin(address);
  if (login !== '') return login;
  if (rules.automationAddresses.has(address) || /\[bot\]$/.test(address))
    return `${name} [bot]`.trim();
  const account = address.split('@', 1).join();
  return PERHAPS_AUTOMATION.test(name) || PERHAPS_AUTOMATION.test(account) ? name : '';
}
