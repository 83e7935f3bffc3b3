/**
 * The hazard model: how often startups raise or are acquired, by their stage and by how long their
 * last round is ago. Pure: courses in, rates and probabilities out (docs/markets.md).
 *
 * A rate is events a day of exposure. Cells with little to tell are drawn towards the rate of their
 * stage, and that one towards the rate of all: each gets as much exposure of the broader rate as
 * brings PRIOR_EVENTS events (the mean of a gamma distribution after its data).
 */
import type { Day } from '../../lib/period.ts';
import {
  CAUSES,
  type Cause,
  type Course,
  type Span,
  STAGE_GROUPS,
  type StageGroup,
} from './course.ts';

/** Days since the last round at which a cell begins; a startup without one has a single cell. */
export const AGE_EDGES: readonly number[] = [0, 183, 365, 548, 730, 1095];

/** How many events the broader rate counts for. */
export const PRIOR_EVENTS = 5;

type Tally = { days: number; raise: number; acquisition: number };
export type Rates = Readonly<Record<Cause, number>>;

type Cell = { stage: StageGroup /** Index in AGE_EDGES. */; age: number } & Tally & {
    rates: Rates;
  };

export type HazardModel = {
  /** Exposure counts from the first day and up to the day before the last. */
  from: Day;
  asOf: Day;
  overall: Tally & { rates: Rates };
  /** The base rate: by stage alone. */
  byStage: Readonly<Record<StageGroup, Tally & { rates: Rates }>>;
  cells: readonly Cell[];
};

/** What is forecast of a startup: that its first event within the time is of that cause. */
export type Chances = Readonly<Record<Cause, number>> & { any: number };

const NO_CHANCE: Chances = { raise: 0, acquisition: 0, any: 0 };
const NOTHING: Tally = { days: 0, raise: 0, acquisition: 0 };

/** Fits on what happened on days in [from, asOf). */
export function fitHazard(courses: readonly Course[], from: Day, asOf: Day): HazardModel {
  const tallies = STAGE_GROUPS.map(() => AGE_EDGES.map(() => ({ ...NOTHING })));
  const tallyOf = (stage: StageGroup, age: number): Tally =>
    tallies[STAGE_GROUPS.indexOf(stage)]?.[age] ?? { ...NOTHING };
  for (const { spans, events } of courses) {
    for (const span of spans)
      for (const piece of piecesOf(span, Math.max(span.from, from), Math.min(span.until, asOf)))
        tallyOf(span.stage, piece.age).days += piece.days;
    for (const { day, cause } of events) {
      if (day < from || day >= asOf) continue;
      // What it had been the day before, or the first known of it is the event itself.
      const span = spans.find((one) => one.from < day && day <= one.until);
      if (span) tallyOf(span.stage, ageCell(span, day))[cause]++;
    }
  }
  const overall = sum(tallies.flat());
  const overallRates = ratesOf(overall, undefined);
  const staged = STAGE_GROUPS.map((stage, index) => {
    const tally = sum(tallies[index] ?? []);
    return [stage, { ...tally, rates: ratesOf(tally, overallRates) }] as const;
  });
  const byStage = Object.fromEntries(staged) as HazardModel['byStage'];
  const cells = STAGE_GROUPS.flatMap((stage, index) =>
    (tallies[index] ?? [])
      .slice(0, stage === 'no dated round' ? 1 : AGE_EDGES.length)
      .map((tally, age) => ({ stage, age, ...tally, rates: ratesOf(tally, byStage[stage].rates) })),
  );
  return { from, asOf, overall: { ...overall, rates: overallRates }, byStage, cells };
}

const AS_LISTED: Rates = { raise: 1, acquisition: 1 };

/**
 * Of an event on a day in (day, day + days], given what was known on the day.
 *
 * @param factor what the rates are multiplied by, where more happens than the registry lists
 */
export function chancesOf(
  model: HazardModel,
  course: Course,
  day: Day,
  days: number,
  factor = AS_LISTED,
): Chances {
  const span = spanAt(course, day);
  if (!span) return NO_CHANCE;
  const chances = { raise: 0, acquisition: 0 };
  let surviving = 1;
  for (const piece of piecesOf(span, day + 1, day + days + 1)) {
    const rates = model.cells.find(
      ({ stage, age }) => stage === span.stage && age === piece.age,
    )?.rates;
    if (!rates) continue;
    const scaled = {
      raise: rates.raise * factor.raise,
      acquisition: rates.acquisition * factor.acquisition,
    };
    surviving = pass(chances, scaled, piece.days, surviving);
  }
  return { ...chances, any: 1 - surviving };
}

/** The same from the rate of its stage alone, whatever its last round. */
export function baseChances(model: HazardModel, course: Course, day: Day, days: number): Chances {
  const span = spanAt(course, day);
  if (!span) return NO_CHANCE;
  const chances = { raise: 0, acquisition: 0 };
  const surviving = pass(chances, model.byStage[span.stage].rates, days, 1);
  return { ...chances, any: 1 - surviving };
}

/** Where the startup is in its course at the end of a day; undefined before it, and after its end. */
export function spanAt({ spans }: Course, day: Day): Span | undefined {
  return spans.find(({ from, until }) => from <= day && day < until);
}

/** Two constant rates that compete for some days. @returns how likely neither was first */
function pass(
  chances: Record<Cause, number>,
  rates: Rates,
  days: number,
  surviving: number,
): number {
  const total = rates.raise + rates.acquisition;
  if (total <= 0) return surviving;
  const left = surviving * Math.exp(-total * days);
  for (const cause of CAUSES) chances[cause] += ((surviving - left) * rates[cause]) / total;
  return left;
}

/** The days in [from, until), by how long the last round is ago. */
function* piecesOf(span: Span, from: Day, until: Day): Generator<{ age: number; days: number }> {
  for (let day = from; day < until; ) {
    const age = ageCell(span, day);
    const next = span.lastRound === null ? undefined : AGE_EDGES[age + 1];
    const end = next === undefined ? until : Math.min(until, (span.lastRound ?? 0) + next);
    yield { age, days: end - day };
    day = end;
  }
}

function ageCell({ lastRound }: Span, day: Day): number {
  return lastRound === null ? 0 : AGE_EDGES.findLastIndex((edge) => edge <= day - lastRound);
}

function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (all, { days, raise, acquisition }) => ({
      days: all.days + days,
      raise: all.raise + raise,
      acquisition: all.acquisition + acquisition,
    }),
    NOTHING,
  );
}

/** @param broader what the rates are drawn towards; undefined leaves them as they are */
function ratesOf(tally: Tally, broader: Rates | undefined): Rates {
  const rate = (cause: Cause) => {
    const toward = broader?.[cause] ?? 0;
    if (toward <= 0) return tally.days > 0 ? tally[cause] / tally.days : 0;
    return (tally[cause] + PRIOR_EVENTS) / (tally.days + PRIOR_EVENTS / toward);
  };
  return { raise: rate('raise'), acquisition: rate('acquisition') };
}
