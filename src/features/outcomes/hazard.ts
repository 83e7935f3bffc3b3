/**
 * How likely events are: a hazard a day by stage, by the time since the last event, and by calendar time
 * (docs/scouts.md). Stars are compared with it, and forecasts are made from it.
 */
import type { Day } from '../../lib/period.ts';
import type { StageGroup } from './events.ts';

/** Where a startup stands while nothing happens. */
export type Standing = {
  stage: StageGroup;
  /** The day of its last event or, before the first, the day from which one could come. */
  since: Day;
};

/** What can come first: money, with or without its price being told, or an acquisition. */
export const CAUSES = ['raise', 'acquisition'] as const;
export type Cause = (typeof CAUSES)[number];
export type Rates = Readonly<Record<Cause, number>>;

/** Days after the last event at which the hazard changes. */
const AGE_STEPS: readonly Day[] = [0, 91, 182, 365, 548, 730, 1095];
/** The same before the first event: how old a startup is, is known to the year at best. */
const AGE_STEPS_BEFORE: readonly Day[] = [0, 1095];

export function ageSteps(stage: StageGroup): readonly Day[] {
  return stage === 'no event yet' ? AGE_STEPS_BEFORE : AGE_STEPS;
}

/** A piece of calendar time, up to the next one. */
export type Piece = { from: Day; factor: number };

export type Fitted = {
  /** Events a day of all, before the factors. */
  base: number;
  /** By stage and age. */
  factors: ReadonlyMap<StageGroup, readonly number[]>;
  pieces: readonly Piece[];
};

/** Of one cause, or of any. */
export class HazardModel {
  readonly #base: number;
  readonly #factors: Fitted['factors'];
  readonly #pieces: readonly Piece[];

  constructor({ base, factors, pieces }: Fitted) {
    this.#base = base;
    this.#factors = factors;
    this.#pieces = pieces;
  }

  /** The stretches between two days in which the hazard stays the same; the last day is not included. */
  *hazards(standing: Standing, from: Day, to: Day): Generator<{ days: number; hazard: number }> {
    const byAge = this.#factors.get(standing.stage) ?? [];
    for (const { days, age, piece } of parts(standing, from, to, this.#pieces)) {
      const factor = (byAge[age] ?? 1) * (this.#pieces[piece]?.factor ?? 1);
      yield { days, hazard: factor * this.#base };
    }
  }

  /** Sum of the hazards of the days from one to another, the last not included. */
  cumulative(standing: Standing, from: Day, to: Day): number {
    let sum = 0;
    for (const { days, hazard } of this.hazards(standing, from, to)) sum += days * hazard;
    return sum;
  }

  /** The probability of an event from a day to another, as peers had it; 0 to 1. */
  probability(standing: Standing, from: Day, to: Day): number {
    return 1 - Math.exp(-this.cumulative(standing, from, to));
  }

  /** Events a day in days to come, of a startup that stands so. */
  ahead(stage: StageGroup, age: number): number {
    const now = this.#pieces.at(-1)?.factor ?? 1;
    return (this.#factors.get(stage)?.[age] ?? 1) * now * this.#base;
  }
}

/** Of an event within a time: that its cause came first, and that any came. */
export type Chances = Rates & { any: number };

export const NO_CHANCE: Chances = { raise: 0, acquisition: 0, any: 0 };
const AS_LISTED: Rates = { raise: 1, acquisition: 1 };

/**
 * Two causes that compete: whoever may be acquired first is less likely to raise.
 *
 * @param models fitted on the same lives, so that their hazards change on the same days
 * @param factor what the hazards are multiplied by, where more happens than the registry lists
 */
export function chancesBetween(
  models: Readonly<Record<Cause, HazardModel>>,
  standing: Standing,
  { from, to }: { from: Day; to: Day },
  factor = AS_LISTED,
): Chances {
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
  return { ...chances, any: 1 - surviving };
}

/** Days in which neither age nor calendar time changes the hazard. */
export type Part = { days: number; age: number; piece: number };

/** A stretch of days, cut wherever the hazard changes. */
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
