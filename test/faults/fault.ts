/** A fault that is injected on purpose, and its outcome. */
import type { Installation } from './installation.ts';

export type Fault = {
  /** Unique. */
  name: string;
  /** Where the test is that injects it, from the project's root. */
  test: string;
  /** Why it cannot be injected here; false if it can. */
  skip?: string | false;
  /** Injects it so many times. Throws if anything is lost, or nothing is served that could be. */
  inject: (installation: Installation, rounds: number, random: () => number) => Promise<Found>;
};

/** What the rounds found, in words for the table. */
export type Found = {
  served: string;
  lost: string;
  recovery: string;
};
