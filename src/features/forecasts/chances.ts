/**
 * What is forecast of a startup: from the hazards that stars are compared with as well, one for each of
 * the two causes, as they could be known at the end of a day (docs/markets.md).
 */
import { Memo } from '../../lib/memoize.ts';
import type { Day } from '../../lib/period.ts';
import { ofRegistry } from '../../published/of-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { type DatedEvent, isDayKnown } from '../outcomes/events.ts';
import { Exposure } from '../outcomes/exposure.ts';
import { fitHazard } from '../outcomes/fit.ts';
import {
  type Cause,
  type Chances,
  chancesBetween,
  type HazardModel,
  NO_CHANCE,
  type Rates,
} from '../outcomes/hazard.ts';
import type { Life } from '../outcomes/life.ts';
import { lastKnownDay, lives } from '../outcomes/of-registry.ts';

type Hazards = Readonly<Record<Cause, HazardModel>>;

export type ForecastModel = {
  /** What it is fitted on. */
  exposure: Exposure;
  hazards: Hazards;
  /** The base rate: by stage alone. */
  byStage: Hazards;
};

/** What could be known at the end of the day: nothing later is looked at. */
export function modelAsOf(
  all: Iterable<Life>,
  day: Day,
  counts: (event: DatedEvent) => boolean,
): ForecastModel {
  const exposure = new Exposure(all, day + 1, counts);
  const fitted = (isByStage: boolean): Hazards => ({
    raise: fitHazard(exposure, { causes: ['raise'], isByStage }),
    acquisition: fitHazard(exposure, { causes: ['acquisition'], isByStage }),
  });
  return { exposure, hazards: fitted(false), byStage: fitted(true) };
}

/**
 * What counts as an event. The house entry is graded by the registry alone, which cannot place in a
 * window what has no day; markets are decided by any public document, and every one has a day.
 */
const COUNTED = { house: isDayKnown, markets: () => true } as const;
export type ForecastOf = keyof typeof COUNTED;

/** The model of a registry as of a day, or of the last day of which it knows anything. */
export async function forecastModel(
  registry: Registry,
  of: ForecastOf,
  day: Day,
): Promise<ForecastModel> {
  const known = Math.min(day, lastKnownDay(registry) ?? day);
  const models = await ofRegistry(registry, noModels);
  return models.get(`${of} ${known}`, async () =>
    modelAsOf((await lives(registry)).values(), known, COUNTED[of]),
  );
}

/** Pages and answers ask for the same few days. */
const MAX_MODELS = 200;

async function noModels(): Promise<Memo<string, ForecastModel>> {
  return new Memo({ entries: MAX_MODELS });
}

/**
 * Of an event on a day in (day, day + days], given what was known on the day.
 *
 * @param factor what the hazards are multiplied by, where more happens than the registry lists
 */
export function chancesOf(
  hazards: Hazards,
  life: Life,
  day: Day,
  days: number,
  factor?: Rates,
): Chances {
  if (!life.isAliveAfter(day)) return NO_CHANCE;
  const within = { from: day + 1, to: day + days + 1 };
  return chancesBetween(hazards, life.standing(day + 1), within, factor);
}
