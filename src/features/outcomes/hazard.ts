/**
 * Hazard rates of events a day, by stage, time since the last event, and calendar time
 * (docs/scouts.md). Stars are compared with them, and forecasts are computed from them.
 */
import type { Day } from '../../lib/period.ts';
import type { StageGroup } from './outcome-events.ts';

export type Standing = {
  stage: StageGroup;
  /** The day of its last event or, before the first, the day from which one could happen. */
  since: Day;
};

/**
 * Competing causes of the first event: raising money, whether or not at a known price, or an
 * acquisition.
 */
export const CAUSES = ['raise', 'acquisition'] as const;
export type Cause = (typeof CAUSES)[number];
export type Rates = Readonly<Record<Cause, number>>;

/** Days since the last event at which the hazard changes. */
const AGE_STEPS: readonly Day[] = [0, 91, 182, 365, 548, 730, 1095];
/**
 * The same before the first event. There are fewer steps because a startup's age is known to the year
 * at best.
 */
const AGE_STEPS_BEFORE: readonly Day[] = [0, 1095];

export function ageSteps(stage: StageGroup): readonly Day[] {
  return stage === 'no event yet' ? AGE_STEPS_BEFORE : AGE_STEPS;
}

/** A period of calendar time, up to the next one. */
export type Piece = { from: Day; factor: number };

export type Fitted = {
  /** Events a day of all startups, before the factors. */
  base: number;
  factors: ReadonlyMap<StageGroup, readonly number[]>;
  pieces: readonly Piece[];
};

export class HazardModel {
  readonly #fitted: Fitted;

  constructor(fitted: Fitted) {
    this.#fitted = fitted;
  }

  /** Splits a period, excluding its last day, into parts with a constant hazard. */
  *hazards(standing: Standing, from: Day, to: Day): Generator<{ days: number; hazard: number }> {
    const { base, factors, pieces } = this.#fitted;
    const byAge = factors.get(standing.stage) ?? [];
    for (const { days, age, piece } of parts(standing, from, to, pieces)) {
      const factor = (byAge[age] ?? 1) * (pieces[piece]?.factor ?? 1);
      yield { days, hazard: factor * base };
    }
  }

  /** The cumulative hazard from one day to another, excluding the last. */
  cumulative(standing: Standing, from: Day, to: Day): number {
    let sum = 0;
    for (const { days, hazard } of this.hazards(standing, from, to)) sum += days * hazard;
    return sum;
  }

  /** The probability, among peers, of an event between two days; 0 to 1. */
  probability(standing: Standing, from: Day, to: Day): number {
    return 1 - Math.exp(-this.cumulative(standing, from, to));
  }

  /** The expected rate of events a day in the future, for a startup in this state. */
  ahead(stage: StageGroup, age: number): number {
    const { base, factors, pieces } = this.#fitted;
    return (factors.get(stage)?.[age] ?? 1) * (pieces.at(-1)?.factor ?? 1) * base;
  }
}

export const NO_CHANCE: Rates = { raise: 0, acquisition: 0 };
const AS_LISTED: Rates = { raise: 1, acquisition: 1 };

/**
 * Probabilities within a period that each cause comes first: the more likely an acquisition, the
 * less likely is a raise before it.
 *
 * @param models fitted to the same lives, so that their hazards change on the same days
 * @param factor multiplies the hazards, to correct for events missing from the registry
 */
export function chancesBetween(
  models: Readonly<Record<Cause, HazardModel>>,
  standing: Standing,
  { from, to }: { from: Day; to: Day },
  factor = AS_LISTED,
): Rates {
  const chances = { raise: 0, acquisition: 0 };
  let surviving = 1;
  const acquisitions = models.acquisition.hazards(standing, from, to);
  for (const { days, hazard } of models.raise.hazards(standing, from, to)) {
    const rates = {
      raise: hazard * factor.raise,
      acquisition: (acquisitions.next().value?.hazard ?? 0) * factor.acquisition,
    };
    const total = rates.raise + rates.acquisition;
    if (total <= 0) continue;
    const left = surviving * Math.exp(-total * days);
    for (const cause of CAUSES) chances[cause] += ((surviving - left) * rates[cause]) / total;
    surviving = left;
  }
  return chances;
}

/** Days for which neither age nor calendar time changes the hazard. */
export type Part = { days: number; age: number; piece: number };

/** Splits a period wherever the hazard changes. */
export function* parts(
  { stage, since }: Standing,
  from: Day,
  to: Day,
  pieces: readonly { from: Day }[],
): Generator<Part> {
  const steps = ageSteps(stage);
  let piece = 0;
  let age = 0;
  for (let at = from; at < to; ) {
    while ((pieces[piece + 1]?.from ?? Number.POSITIVE_INFINITY) <= at) piece++;
    while ((steps[age + 1] ?? Number.POSITIVE_INFINITY) <= at - since) age++;
    const nextAge = since + (steps[age + 1] ?? Number.POSITIVE_INFINITY);
    const next = Math.min(to, pieces[piece + 1]?.from ?? to, nextAge);
    yield { days: next - at, age, piece };
    at = next;
  }
}
