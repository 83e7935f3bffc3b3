/**
 * Fits hazards with two sets of factors, one for stage and age and one for calendar time, such that
 * the expected events match the observed ones in each margin. That is the maximum likelihood estimate
 * of a log-linear Poisson model, computed by iterative proportional fitting (Deming and Stephan,
 * 1940).
 */
import type { Day } from '../../lib/period.ts';
import type { Exposure } from './exposure.ts';
import { ageSteps, CAUSES, type Cause, HazardModel, type Piece } from './hazard.ts';
import { STAGE_GROUPS } from './outcome-events.ts';

/**
 * Shrinks each factor towards 1, as if this many additional events had been both observed and
 * expected.
 */
const PRIOR_EVENTS = 1;
const ROUNDS = 40;
const DAYS_A_YEAR = 365.25;
const YEARS_BEHIND = 1;

export function fitHazard(exposure: Exposure, causes: readonly Cause[] = CAUSES): HazardModel {
  const { rows, pieces, until } = exposure;
  const total = exposure.total();
  const events = causes.reduce((sum, cause) => sum + total.events[cause], 0);
  const base = total.days === 0 ? 0 : events / total.days;
  const days = rows.map((row) => row.days);
  const seen = rows.map((row) => sumOf(causes.map((cause) => row.events[cause])));
  const factors = proportional(days, seen, base);
  const known = pieces.map(({ from }, at) => ({ from, factor: factors.pieces[at] ?? 1 }));
  return new HazardModel({
    base,
    factors: new Map(
      STAGE_GROUPS.map((stage) => {
        const first = rows.findIndex((row) => row.stage === stage);
        return [stage, [...factors.rows.slice(first, first + ageSteps(stage).length)]];
      }),
    ),
    pieces: [...known, ahead(known, until)],
  });
}

/** Rows and columns are factors; columns stand for pieces of calendar time. */
function proportional(
  days: readonly Float64Array[],
  events: readonly Float64Array[],
  base: number,
): { rows: Float64Array; pieces: Float64Array } {
  const seenOfRow = days.map((_, row) => total(events[row]));
  const seenOfPiece = sumOf(events);
  const rows = new Float64Array(days.length).fill(1);
  const pieces = new Float64Array(seenOfPiece.length).fill(1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [row, own] of days.entries()) {
      let expected = 0;
      for (let piece = 0; piece < own.length; piece++)
        expected += (own[piece] ?? 0) * (pieces[piece] ?? 1);
      rows[row] = shrunk(seenOfRow[row] ?? 0, expected * base);
    }
    for (let piece = 0; piece < pieces.length; piece++) {
      let expected = 0;
      for (const [row, own] of days.entries()) expected += (own[piece] ?? 0) * (rows[row] ?? 1);
      pieces[piece] = shrunk(seenOfPiece[piece] ?? 0, expected * base);
    }
  }
  return { rows, pieces };
}

function shrunk(seen: number, expected: number): number {
  return (seen + PRIOR_EVENTS) / (expected + PRIOR_EVENTS);
}

function total(values: Float64Array | undefined): number {
  return values?.reduce((sum, value) => sum + value, 0) ?? 0;
}

function sumOf(all: readonly Float64Array[]): Float64Array {
  const sum = new Float64Array(all[0]?.length ?? 0);
  for (const values of all)
    for (const [at, value] of values.entries()) sum[at] = (sum[at] ?? 0) + value;
  return sum;
}

/** The factor for future days: the mean of the last two years. */
function ahead(pieces: readonly Piece[], until: Day): Piece {
  const since = until - YEARS_BEHIND * DAYS_A_YEAR;
  const sum = pieces.reduce((all, { from, factor }, index) => {
    const to = pieces[index + 1]?.from ?? until;
    return all + factor * Math.max(0, to - Math.max(from, since));
  }, 0);
  return { from: until, factor: sum / (until - since) };
}
