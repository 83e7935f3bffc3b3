/** The weekly additions to the log of forecasts: every open market, at most once in six days. */
import { dayOf, isoDay } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import {
  appendForecasts,
  type ForecastEntry,
  type ForecastLog,
  type NewForecast,
  type Signer,
} from '../forecasts/log.ts';
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
  return appendForecasts(published.editions.store, key, now, (log) =>
    forecastMarkets(published, log, now),
  );
}

async function forecastMarkets(
  published: Published,
  log: ForecastLog,
  now: Date,
): Promise<NewForecast[]> {
  const today = dayOf(now.getTime() / 1000);
  const since = now.getTime() - MIN_DAYS * MILLISECONDS_A_DAY;
  const due = openMarkets(published.registry, isoDay(today)).filter(
    ({ slug }) =>
      !log.entries.some(({ market, madeAt }) => market === slug && Date.parse(madeAt) > since),
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
