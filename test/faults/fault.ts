/** A fault that is injected on purpose, and its outcome. */
import type { Installation } from './installation.ts';

export type Fault = {
  /** Unique. */
  name: string;
  /** Why it cannot be injected here; false if it can. */
  skip?: string | false;
  /** Injects it that many times. Throws if data is lost, or is not served although it could be. */
  inject: (installation: Installation, rounds: number, random: () => number) => Promise<Found>;
};

/** Result of the rounds, in words for the table. */
export type Found = {
  served: string;
  lost: string;
  recovery: string;
};
