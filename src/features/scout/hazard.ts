/**
 * How often a validating event came to tracked startups: a hazard a day by stage, by the time since the
 * last event, and by calendar time, estimated from all of them (docs/scouts.md). A star is compared
 * with it, so that it is worth something only where its startup did better than its peers.
 */
import { type Day, isoDay, parseDay } from '../../lib/period.ts';
import type { FollowUp } from './follow-up.ts';
import { STAGE_GROUPS, type StageGroup, type ValidatingEvent } from './validating-events.ts';

/** Where a startup stands while nothing happens. */
export type Standing = {
  stage: StageGroup;
  /** The day of its last event or, before the first, the day from which one could come. */
  since: Day;
};

/** Days after the last event at which the hazard changes. */
const AGE_STEPS = [0, 91, 182, 365, 548, 730, 1095];
/** The same before the first event: how old a startup is, is known to the year at best. */
const AGE_STEPS_BEFORE = [0, 1095];
/** Calendar time is cut into quarters, joined until each piece has so many events. */
const MIN_EVENTS = 12;
/** What each factor is shrunk with: as if one more event had been seen and expected. */
const PRIOR_EVENTS = 1;
const ROUNDS = 40;
const DAYS_A_YEAR = 365.25;
const YEARS_BEHIND = 2;

export class HazardModel {
  /** Events a day of all, before the factors. */
  readonly #base: number;
  /** By stage and age. */
  readonly #factors: ReadonlyMap<StageGroup, readonly number[]>;
  /** First days of the pieces of calendar time, and the factor of each. */
  readonly #pieces: readonly { from: Day; factor: number }[];
  readonly events: number;
  /** Years of startups that were followed. */
  readonly years: number;

  constructor(fitted: Fitted) {
    this.#base = fitted.base;
    this.#factors = fitted.factors;
    this.#pieces = fitted.pieces;
    this.events = fitted.events;
    this.years = fitted.years;
  }

  /** Sum of the hazards of the days from one to another, the last not included. */
  cumulative(standing: Standing, from: Day, to: Day): number {
    const byAge = this.#factors.get(standing.stage) ?? [];
    let sum = 0;
    for (const part of parts(standing, from, to, this.#pieces))
      sum += part.days * (byAge[part.age] ?? 1) * (this.#pieces[part.piece]?.factor ?? 1);
    return sum * this.#base;
  }

  /** The probability of an event from a day to another, as peers had it; 0 to 1. */
  probability(standing: Standing, from: Day, to: Day): number {
    return 1 - Math.exp(-this.cumulative(standing, from, to));
  }

  /** Events a year by stage and age, as they are expected now, for people who check. */
  table(): { stage: StageGroup; aYear: readonly number[] }[] {
    const now = this.#pieces.at(-1)?.factor ?? 1;
    return STAGE_GROUPS.map((stage) => ({
      stage,
      aYear: (this.#factors.get(stage) ?? []).map(
        (factor) => factor * now * this.#base * DAYS_A_YEAR,
      ),
    }));
  }
}

type Fitted = {
  base: number;
  factors: ReadonlyMap<StageGroup, readonly number[]>;
  pieces: readonly { from: Day; factor: number }[];
  events: number;
  years: number;
};

/**
 * Two sets of factors, one by stage and age, one by calendar time, such that each margin expects as
 * many events as it has: the maximum likelihood of a log-linear Poisson model, by iterative
 * proportional fitting (Deming and Stephan, 1940).
 *
 * @param until the first day of which nothing is known
 */
export function fitHazard(lives: Iterable<FollowUp>, until: Day): HazardModel {
  const all = [...lives];
  const starts = piecesOf(
    all.flatMap(({ events }) => events),
    until,
  );
  const seen = new Cells(starts.length);
  for (const life of all)
    for (const { standing, from, to, endsWith } of life.spans(until)) {
      let last: Part | undefined;
      for (const part of parts(standing, from, to, starts)) {
        seen.exposure(standing.stage, part).days += part.days;
        last = part;
      }
      if (endsWith && last) seen.exposure(standing.stage, last).events++;
    }
  const fitted = seen.fit(starts);
  return new HazardModel({ ...fitted, pieces: [...fitted.pieces, ahead(fitted.pieces, until)] });
}

/** What is expected of days to come: the mean of the last two years. */
function ahead(pieces: Fitted['pieces'], until: Day): Fitted['pieces'][number] {
  const since = until - YEARS_BEHIND * DAYS_A_YEAR;
  const sum = pieces.reduce((total, { from, factor }, index) => {
    const to = pieces[index + 1]?.from ?? until;
    return total + factor * Math.max(0, to - Math.max(from, since));
  }, 0);
  return { from: until, factor: sum / (until - since) };
}

type Part = { days: number; age: number; piece: number };

/** A stretch of days, cut wherever the hazard changes. */
function* parts(
  { stage, since }: Standing,
  from: Day,
  to: Day,
  pieces: readonly { from: Day }[],
): Generator<Part> {
  const steps = stepsOf(stage);
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

function stepsOf(stage: StageGroup): readonly number[] {
  return stage === 'no event yet' ? AGE_STEPS_BEFORE : AGE_STEPS;
}

/**
 * The first days of the pieces of calendar time. All but the last have enough events each: the last
 * quarters are kept apart, since events become known with a delay.
 */
function piecesOf(events: readonly ValidatingEvent[], until: Day): { from: Day }[] {
  const counts = new Map<Day, number>();
  for (const { day } of events)
    if (day < until) counts.set(quarterOf(day), (counts.get(quarterOf(day)) ?? 0) + 1);
  const pieces = [{ from: Number.NEGATIVE_INFINITY }];
  let inPiece = 0;
  for (const [quarter, count] of [...counts].sort(([a], [b]) => a - b)) {
    if (inPiece >= MIN_EVENTS) {
      pieces.push({ from: quarter });
      inPiece = 0;
    }
    inPiece += count;
  }
  return pieces;
}

/** The first day of the quarter that holds the day. */
function quarterOf(day: Day): Day {
  const [year, month] = isoDay(day).split('-').map(Number);
  const first = 1 + 3 * Math.floor(((month ?? 1) - 1) / 3);
  return parseDay(`${year}-${String(first).padStart(2, '0')}-01`);
}

type Cell = { days: number; events: number };

/** Days at risk and events by stage, age and piece of calendar time. */
class Cells {
  readonly #cells: ReadonlyMap<StageGroup, Cell[][]>;

  constructor(pieces: number) {
    const empty = (stage: StageGroup) =>
      stepsOf(stage).map(() => Array.from({ length: pieces }, () => ({ days: 0, events: 0 })));
    this.#cells = new Map(STAGE_GROUPS.map((stage) => [stage, empty(stage)]));
  }

  exposure(stage: StageGroup, { age, piece }: Part): Cell {
    const cell = this.#cells.get(stage)?.[age]?.[piece];
    if (!cell) throw new RangeError(`no cell for ${stage}, ${age}, ${piece}`);
    return cell;
  }

  fit(starts: readonly { from: Day }[]): Fitted {
    const all = [...this.#cells.values()].flat(2);
    const days = all.reduce((sum, cell) => sum + cell.days, 0);
    const events = all.reduce((sum, cell) => sum + cell.events, 0);
    const base = days === 0 ? 0 : events / days;
    const rows = [...this.#cells.values()].flat();
    let byRow = rows.map(() => 1);
    let byPiece = starts.map(() => 1);
    const shrunk = (seen: number, expected: number) =>
      (seen + PRIOR_EVENTS) / (expected + PRIOR_EVENTS);
    for (let round = 0; round < ROUNDS; round++) {
      byRow = rows.map((row) =>
        shrunk(
          row.reduce((sum, cell) => sum + cell.events, 0),
          row.reduce((sum, cell, piece) => sum + cell.days * base * (byPiece[piece] ?? 1), 0),
        ),
      );
      byPiece = starts.map((_, piece) =>
        shrunk(
          rows.reduce((sum, row) => sum + (row[piece]?.events ?? 0), 0),
          rows.reduce((sum, row, at) => sum + (row[piece]?.days ?? 0) * base * (byRow[at] ?? 1), 0),
        ),
      );
    }
    const left = [...byRow];
    return {
      base,
      events,
      years: days / DAYS_A_YEAR,
      factors: new Map(
        [...this.#cells].map(([stage, byAge]) => [stage, left.splice(0, byAge.length)]),
      ),
      pieces: starts.map(({ from }, piece) => ({ from, factor: byPiece[piece] ?? 1 })),
    };
  }
}
