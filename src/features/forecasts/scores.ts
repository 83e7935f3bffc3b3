/**
 * Scores probabilities: Brier and log score compared with a base rate, reliability, and intervals
 * that account for repeated forecasts of a startup and within a quarter. Pure.
 */
import { z } from 'zod';
import { seeded } from '../../lib/random.ts';
import { Slices } from '../../lib/slices.ts';

/** A forecast probability, the base rate's, and the outcome. */
export type Graded = {
  company: string;
  /** Resampled together for intervals: forecasts of the same quarter depend on the same news. */
  block: number;
  probability: number;
  base: number;
  happened: boolean;
};

const Count = z.int().nonnegative();
const Share = z.number().min(0).max(1);
const Pair = z.object({ forecast: z.number(), base: z.number() });
const Estimate = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .meta({ description: 'With the interval of 95%' });
export type Estimate = z.infer<typeof Estimate>;

export const Scores = z.object({
  forecasts: Count,
  companies: Count,
  hits: Count,
  brier: Pair.meta({ description: 'Mean squared error; 0 is perfect' }),
  log: Pair.meta({ description: 'Mean of −ln of what was given to what happened' }),
  /** Null with fewer than two blocks. */
  skill: z.object({ brier: Estimate, log: Estimate }).nullable().meta({
    description: '1 − forecast / base: above 0 is better than the base rate by stage',
  }),
});
export type Scores = z.infer<typeof Scores>;

/** A range of probabilities, [from, to). */
export const ReliabilityBin = z.object({
  from: Share,
  to: Share,
  forecasts: Count,
  meanProbability: Share.nullable().meta({ description: 'Null below thirty forecasts' }),
  share: Share.nullable().meta({ description: 'Of those whose event happened' }),
});
export type ReliabilityBin = z.infer<typeof ReliabilityBin>;

export const MIN_IN_BIN = 30;
const BIN_EDGES: readonly number[] = [0, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.2, 1];
const DRAWS = 1_000;
const SEED = 20_261_122;
/**
 * Bounds probabilities away from 0 and 1, for which the log score may be infinite. Our models never
 * produce those.
 */
const MIN_PROBABILITY = 1e-9;

/** The Brier score of one forecast: 0 is perfect, 1 is the worst. */
export function brier(probability: number, happened: boolean): number {
  return (probability - Number(happened)) ** 2;
}

function logScore(probability: number, happened: boolean): number {
  return -Math.log(Math.max(MIN_PROBABILITY, happened ? probability : 1 - probability));
}

export async function scoresOf(rows: readonly Graded[]): Promise<Scores | undefined> {
  if (rows.length === 0) return undefined;
  const cells = await cellsOf(rows);
  const total = sumOf(cells, () => 1);
  const mean = (sum: number) => sum / rows.length;
  return {
    forecasts: rows.length,
    companies: new Set(cells.map(({ company }) => company)).size,
    hits: rows.filter(({ happened }) => happened).length,
    brier: { forecast: mean(total.brier), base: mean(total.baseBrier) },
    log: { forecast: mean(total.log), base: mean(total.baseLog) },
    skill: await skillOf(cells),
  };
}

export function reliability(rows: readonly Graded[]): Promise<ReliabilityBin[]> {
  return new Slices().map(BIN_EDGES.slice(0, -1).entries(), ([index, from]) => {
    const to = BIN_EDGES[index + 1] ?? 1;
    const isLast = index === BIN_EDGES.length - 2;
    const inBin = rows.filter(
      ({ probability }) => probability >= from && (isLast || probability < to),
    );
    const isShown = inBin.length >= MIN_IN_BIN;
    const mean = (of: (row: Graded) => number) =>
      isShown ? inBin.reduce((sum, row) => sum + of(row), 0) / inBin.length : null;
    return {
      from,
      to,
      forecasts: inBin.length,
      meanProbability: mean(({ probability }) => probability),
      share: mean(({ happened }) => Number(happened)),
    };
  });
}

type Sums = { brier: number; baseBrier: number; log: number; baseLog: number };
type CellSums = Sums & { company: number; block: number };

/** Sums for each startup in each block, the units of resampling. */
async function cellsOf(rows: readonly Graded[]): Promise<CellSums[]> {
  const companies = new Map<string, number>();
  const blocks = new Map<number, number>();
  const cells = new Map<string, CellSums>();
  await new Slices().each(rows, ({ company, block, probability, base, happened }) => {
    const at = { company: placeOf(companies, company), block: placeOf(blocks, block) };
    const key = `${at.company} ${at.block}`;
    const cell = cells.get(key) ?? { ...at, brier: 0, baseBrier: 0, log: 0, baseLog: 0 };
    cell.brier += brier(probability, happened);
    cell.baseBrier += brier(base, happened);
    cell.log += logScore(probability, happened);
    cell.baseLog += logScore(base, happened);
    cells.set(key, cell);
  });
  return [...cells.values()];
}

function placeOf<T>(places: Map<T, number>, key: T): number {
  const place = places.get(key) ?? places.size;
  places.set(key, place);
  return place;
}

/**
 * Resamples startups and blocks with replacement, independently of each other, and weights each cell
 * by the product of both counts (the pigeonhole bootstrap; Owen, Annals of Applied Statistics 1,
 * 2007). Neither a startup's weeks nor a quarter's startups are assumed to be independent.
 */
async function skillOf(cells: readonly CellSums[]): Promise<Scores['skill']> {
  const companies = new Set(cells.map(({ company }) => company)).size;
  const blocks = new Set(cells.map(({ block }) => block)).size;
  if (companies < 2 || blocks < 2) return null;
  const random = seeded(SEED);
  const draws = Array.from({ length: DRAWS });
  const drawn = await new Slices().map(draws, () => {
    const companyWeights = weights(companies, random);
    const blockWeights = weights(blocks, random);
    return sumOf(
      cells,
      ({ company, block }) => (companyWeights[company] ?? 0) * (blockWeights[block] ?? 0),
    );
  });
  const total = sumOf(cells, () => 1);
  const estimate = (of: (sums: Sums) => number): Estimate => {
    const sorted = drawn
      .map(of)
      .filter(Number.isFinite)
      .sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
    return { value: of(total), low: at(0.025), high: at(0.975) };
  };
  return {
    brier: estimate((sums) => 1 - sums.brier / sums.baseBrier),
    log: estimate((sums) => 1 - sums.log / sums.baseLog),
  };
}

/** Draws `count` times from `count` items with replacement. @returns how often each was drawn */
function weights(count: number, random: () => number): number[] {
  const drawn = Array.from({ length: count }, () => 0);
  for (let draw = 0; draw < count; draw++) {
    const at = Math.floor(random() * count);
    drawn[at] = (drawn[at] ?? 0) + 1;
  }
  return drawn;
}

function sumOf(cells: readonly CellSums[], weightOf: (cell: CellSums) => number): Sums {
  const sums = { brier: 0, baseBrier: 0, log: 0, baseLog: 0 };
  for (const cell of cells) {
    const weight = weightOf(cell);
    if (weight === 0) continue;
    sums.brier += weight * cell.brier;
    sums.baseBrier += weight * cell.baseBrier;
    sums.log += weight * cell.log;
    sums.baseLog += weight * cell.baseLog;
  }
  return sums;
}
