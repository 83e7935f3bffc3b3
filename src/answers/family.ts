/**
 * A family of questions: one question that can be asked of every startup, of every sector, or of the
 * whole edition, with the ways in which people ask it and the rule that fills in the answer.
 */
import type { Sector, Startup } from '../pipeline/edition/record.ts';
import type { Numbers } from '../features/answers/numbers.ts';

export type Fact = { claim: string; sourceUrl: string };
export type Filled = { answer: string; facts: readonly Fact[] };

type Family<S> = {
  /** Kebab case, unique. */
  topic: string;
  /** With the placeholder of its subject, if it has one; the first is the question itself. */
  phrasings: readonly [string, ...string[]];
  /** Undefined where the edition holds nothing to answer from. */
  fill: (subject: S, numbers: Numbers) => Filled | undefined;
};

/** Asked of a covered startup. */
export type StartupFamily = Family<Startup>;
/** Asked of a sector with startups. */
export type SectorFamily = Family<Sector>;
/** Asked of the edition. */
export type EditionFamily = Family<undefined>;
