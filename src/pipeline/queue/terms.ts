/**
 * Everything that a company's rows depend on besides its history. What can be sent is sent with the
 * run, so that workers need no registry. What cannot (the identity key, the hosting service's
 * password, the code itself) must be equal; workers only see the jobs of collectors with which they
 * have it in common.
 */
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { sha256 } from '../../lib/atomic-files.ts';
import { LAYOUT } from '../collect/staging.ts';
import type { AccountRules } from '../signals/accounts.ts';

const Names = z.codec(z.array(z.string()), z.custom<ReadonlySet<string>>(), {
  decode: (names) => new Set(names),
  encode: (names) => [...names],
});
const Agents = z.codec(
  z.array(z.tuple([z.string(), z.string()])),
  z.custom<ReadonlyMap<string, string>>(),
  { decode: (pairs) => new Map(pairs), encode: (agents) => [...agents] },
);

export const Terms = z.object({
  /** First day that is read (ISO date); null reads everything. */
  coveredFrom: z.string().nullable(),
  /** Hashes of people who asked to be erased. */
  erased: z.array(z.string()),
  rules: z.object({
    automationNames: Names,
    automationAddresses: Names,
    perhapsAutomation: z.string(),
    agentAccounts: Agents,
    agentAddresses: Agents,
    agentTrailers: Agents,
    reviewers: Names,
  } satisfies Record<keyof AccountRules, unknown>),
});
export type Terms = z.infer<typeof Terms>;

/** The terms that collectors and workers must have in common. */
export type Compatibility = {
  /** The project's version, with its commit. */
  version: string;
  /** Prefix of repository addresses, without user and password. */
  origin: string;
  /** A digest that distinguishes identity keys and reveals nothing about them. */
  identityKey: string;
};

export function termsOf(
  { coveredFrom }: Pick<Terms, 'coveredFrom'>,
  rules: AccountRules,
  erased: readonly string[],
): Terms {
  return { coveredFrom, rules, erased: [...new Set(erased)].sort() };
}

/** @param origin prefix of repository addresses; may contain a password */
export function compatibilityOf(
  version: string,
  origin: string,
  identityKey: Buffer,
): Compatibility {
  return {
    version,
    origin: withoutPassword(origin),
    identityKey: createHmac('sha256', identityKey).update('which key').digest('hex').slice(0, 16),
  };
}

/** Name of the queue; it is the same for all processes with these properties and tables. */
export function queueOf({ version, origin, identityKey }: Compatibility): string {
  return `collect-${sha256(JSON.stringify([version, origin, identityKey, LAYOUT])).slice(0, 16)}`;
}

/** The host that limits on concurrent access apply to; `file` for local folders. */
export function hostOf(origin: string): string {
  return URL.parse(origin)?.host || 'file';
}

function withoutPassword(origin: string): string {
  const url = URL.parse(origin);
  if (!url) return origin;
  url.username = '';
  url.password = '';
  return url.href.replace(/\/+$/, '');
}
