/**
 * The record of the house entry: the results of its logged forecasts, the back-test over all past
 * editions, and the data that the model is fitted on. Live forecasts and back-tests are never
 * combined.
 */
import { type Day, lastDayNamed, parseDay } from '../../lib/period.ts';
import { Slices } from '../../lib/slices.ts';
import type { HistoryTable } from '../../pipeline/edition/record.ts';
import type { Published } from '../../published/published.ts';
import { eventsByCompany, lastKnownDay, lives } from '../outcomes/registry-outcomes.ts';
import { type ForecastModel, forecastModel } from './chances.ts';
import { gradeHouse, HOUSE_DAYS, houseForecasts, isOver } from './house.ts';
import { type HouseEntry, readForecastLog } from './log.ts';
import { type Graded, type ReliabilityBin, reliability, type Scores, scoresOf } from './scores.ts';

export type GradedPart = {
  /** Number of editions with graded forecasts, and of all editions. */
  graded: number;
  editions: number;
  /** Null until the first forecast can be graded. */
  scores: Scores | null;
  reliability: ReliabilityBin[];
};

/** Slugs of the startups that a period covers. @param at index of the period */
export function coveredAt({ startups }: HistoryTable, at: number): string[] {
  return Object.entries(startups).flatMap(([slug, { velocity }]) =>
    (velocity[at] ?? null) === null ? [] : [slug],
  );
}

/** @param today the first day about which nothing is known yet */
export async function houseRecord(published: Published, today: Day) {
  const log = await readForecastLog(published.editions.store.folder);
  const events = await eventsByCompany(published.registry);
  const entries = log.entries.filter((entry) => entry.kind === 'house');
  const part = async (timing: HouseEntry['timing']) => {
    const own = entries.filter((entry) => entry.timing === timing);
    const rows = own.map(({ forecasts, after }) =>
      gradeHouse(forecasts, parseDay(after), events, today),
    );
    return gradedPart(rows);
  };
  return {
    live: await part('live'),
    /** Logged forecasts that were made too late to count as live. */
    backfilled: await part('backtest'),
    /** The newest entry, whatever its timing. */
    latest: entries.at(-1) ?? null,
    log: { entries: log.entries.length, head: log.head },
  };
}

export type BackTest = GradedPart & { from: string; to: string; days: number };

/** Applies today's model to the end of every past period, using only what was known then. */
export async function backTest(published: Published): Promise<BackTest> {
  const history = await published.editions.history();
  const all = [...(await lives(published.registry)).values()];
  const events = await eventsByCompany(published.registry);
  const today = lastKnownDay(published.registry) ?? 0;
  const rows: Graded[][] = [];
  const slices = new Slices();
  for (const [at, slug] of history.periods.entries()) {
    const day = lastDayNamed(slug);
    if (!isOver(day, today)) {
      rows.push([]);
      continue;
    }
    const model = await forecastModel(published.registry, 'house', day, slices);
    const covered = new Set(coveredAt(history, at));
    const forecasts = await houseForecasts(all, covered, model, day, slices);
    if (slices.isOver) await slices.pause();
    rows.push(gradeHouse(forecasts, day, events, today));
  }
  const graded = await gradedPart(rows);
  const from = history.periods[0] ?? '';
  return { from, to: history.periods[graded.graded - 1] ?? from, days: HOUSE_DAYS, ...graded };
}

/** The model as of the last day on which the registry's facts were checked. */
export function currentModel({ registry, editions }: Published): Promise<ForecastModel> {
  return forecastModel(registry, 'house', lastKnownDay(registry) ?? lastDayNamed(editions.latest));
}

async function gradedPart(rows: readonly Graded[][]): Promise<GradedPart> {
  const all = rows.flat();
  return {
    graded: rows.filter((one) => one.length > 0).length,
    editions: rows.length,
    scores: (await scoresOf(all)) ?? null,
    reliability: await reliability(all),
  };
}
