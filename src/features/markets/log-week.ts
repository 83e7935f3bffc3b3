/**
 * The weekly additions to the log of forecasts: the house entry for the current edition, once, and
 * every open market, at most once in six days.
 */
import { dayOf, isoDay, parsePeriod } from '../../lib/period.ts';
import { timingOf } from '../../pipeline/edition/timing.ts';
import type { Published } from '../../published/published.ts';
import { forecastModel } from '../forecasts/chances.ts';
import { HOUSE_DAYS, houseForecasts } from '../forecasts/house.ts';
import {
  appendForecasts,
  type ForecastEntry,
  type ForecastLog,
  type NewForecast,
  type Signer,
} from '../forecasts/log.ts';
import { lives } from '../outcomes/registry-outcomes.ts';
import { openMarkets } from './market.ts';
import { outlookOf } from './outlook.ts';

const MILLISECONDS_A_DAY = 86_400_000;
/** Less than a week, because the weekly cycle may run some hours early. */
const MIN_DAYS = 6;

/**
 * Has no effect if repeated in the same week.
 *
 * @param now the current time
 * @returns the appended entries
 * @throws BellwetherError `log-broken`, `clock-behind`
 */
export function logWeek(published: Published, key: Signer, now: Date): Promise<ForecastEntry[]> {
  return appendForecasts(published.editions.store.folder, key, now, async (log) => [
    ...(await houseOf(published, log, now)),
    ...(await marketsOf(published, log, now)),
  ]);
}

async function houseOf(
  { editions, registry }: Published,
  log: ForecastLog,
  now: Date,
): Promise<NewForecast[]> {
  const { latest } = editions;
  const period = parsePeriod(latest);
  const isLogged = log.entries.some((entry) => entry.kind === 'house' && entry.period === latest);
  if (!period || isLogged) return [];
  const timing = timingOf(period, now.toISOString()) === 'live' ? 'live' : 'backtest';
  const today = dayOf(now.getTime() / 1000);
  // Events announced up to today may be known to readers already, so they do not count.
  const day = timing === 'live' ? Math.max(period.lastDay, today) : period.lastDay;
  const covered = new Set((await editions.startups(latest)).keys());
  const model = await forecastModel(registry, 'house', day);
  const forecasts = await houseForecasts((await lives(registry)).values(), covered, model, day);
  const after = isoDay(day);
  return [
    {
      kind: 'house',
      timing,
      period: latest,
      after,
      days: HOUSE_DAYS,
      // Copied, because the schema's type is mutable and the forecasts' is not.
      forecasts: Object.fromEntries(
        Object.entries(forecasts).map(([slug, [probability, base]]) => [slug, [probability, base]]),
      ),
    },
  ];
}

async function marketsOf(
  published: Published,
  log: ForecastLog,
  now: Date,
): Promise<NewForecast[]> {
  const today = dayOf(now.getTime() / 1000);
  const since = now.getTime() - MIN_DAYS * MILLISECONDS_A_DAY;
  const due = openMarkets(published, isoDay(today)).filter(
    ({ slug }) =>
      !log.entries.some(
        (entry) =>
          entry.kind === 'market' && entry.market === slug && Date.parse(entry.madeAt) > since,
      ),
  );
  return Promise.all(
    due.map(async (market): Promise<NewForecast> => {
      const { probability, candidates } = await outlookOf(market, published, today);
      return {
        kind: 'market',
        market: market.slug,
        probability,
        candidates: Object.fromEntries(candidates.map((one) => [one.slug, one.probability])),
      };
    }),
  );
}
