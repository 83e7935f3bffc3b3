/**
 * A family of questions: one that can be asked of every startup, of every sector, or of the whole
 * edition, with the rule that fills in the answer.
 */
import { counted, listed } from '../../../lib/prose.ts';
import type { Startup } from '../../../pipeline/edition/record.ts';
import type { Numbers } from '../current-numbers.ts';

export type Fact = { claim: string; sourceUrl: string };

export type Filled = {
  /** Plain sentences. */
  answer: string;
  /** A claim without an address is shown by the page of the family's subject. */
  facts: readonly (string | Fact)[];
};

/** @template S a covered startup, a sector with startups, or undefined for the edition */
export type Family<S> = {
  /** Kebab case, unique. */
  topic: string;
  /** With the placeholder of its subject, if it has one. */
  question: string;
  /** Other ways to ask it, whose words search looks for beside the name. */
  phrasings?: readonly string[];
  /** Undefined where the edition has nothing to answer from. */
  fill: (subject: S, numbers: Numbers) => Filled | undefined;
};

/** Startups that an answer names at most. */
export const MAX_NAMED = 5;

export function commits({ commitVelocity14d }: Startup): string {
  return counted(commitVelocity14d, 'commit');
}

export function contributors({ contributors: people }: Startup): string {
  return counted(people, 'contributor');
}

/** `up 47%`, `down 12%`, `unchanged` */
export function direction(change: string): string {
  if (change.startsWith('+')) return `up ${change.slice(1)}`;
  return change.startsWith('-') ? `down ${change.slice(1)}` : 'unchanged';
}

/** `Acorn (97), Birch (93) and Cedar (90)` */
export function listedWith(
  startups: readonly Startup[],
  value: (startup: Startup) => number | string,
): string {
  return listed(startups.map((startup) => `${startup.name} (${value(startup)})`));
}

/** One claim about each startup, shown by its page in this period. */
export function factEach(
  startups: readonly Startup[],
  { addresses, period }: Numbers,
  claim: (startup: Startup) => string,
): Fact[] {
  return startups.map((startup) => ({
    claim: `${startup.name}: ${claim(startup)}`,
    sourceUrl: addresses.startup(startup.slug, period),
  }));
}
