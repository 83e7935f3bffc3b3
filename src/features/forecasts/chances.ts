/**
 * The forecasting model: two hazards, one for each cause, estimated like those that stars are
 * compared with, from what was known at the end of a day (docs/markets.md).
 */
import { Memo } from '../../lib/memoize.ts';
import type { Day } from '../../lib/period.ts';
import type { Slices } from '../../lib/slices.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Registry } from '../../registry/schema.ts';
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
import { type DatedEvent, isDayKnown } from '../outcomes/outcome-events.ts';
import { lastKnownDay, lives } from '../outcomes/registry-outcomes.ts';

type Hazards = Readonly<Record<Cause, HazardModel>>;

export type ForecastModel = {
  exposure: Exposure;
  hazards: Hazards;
  /** The base rate, which depends only on the stage. */
  byStage: Hazards;
};

/** Fits the model to what was known at the end of the day; anything later is ignored. */
export async function modelAsOf(
  all: Iterable<Life>,
  day: Day,
  counts: (event: DatedEvent) => boolean,
  slices?: Slices,
): Promise<ForecastModel> {
  const exposure = await Exposure.of(all, day + 1, counts, slices);
  const fitted = (isByStage: boolean): Hazards => ({
    raise: fitHazard(exposure, { causes: ['raise'], isByStage }),
    acquisition: fitHazard(exposure, { causes: ['acquisition'], isByStage }),
  });
  return { exposure, hazards: fitted(false), byStage: fitted(true) };
}

/**
 * Which events count. The house entry is graded from the registry, in which an event without an exact
 * day cannot be assigned to a window. Markets are resolved from public documents, which always give a
 * day.
 */
const COUNTED = { house: isDayKnown, markets: () => true } as const;
export type ForecastOf = keyof typeof COUNTED;

/** The model as of a day, or as of the registry's last known day if that is earlier. */
export async function forecastModel(
  registry: Registry,
  of: ForecastOf,
  day: Day,
  slices?: Slices,
): Promise<ForecastModel> {
  const known = Math.min(day, lastKnownDay(registry) ?? day);
  const models = await ofRegistry(registry, noModels);
  return models.get(`${of} ${known}`, async () =>
    modelAsOf((await lives(registry)).values(), known, COUNTED[of], slices),
  );
}

/** Maximum number of cached models; pages and answers need the same few days. */
const MAX_MODELS = 200;

const noModels = async () => new Memo<string, ForecastModel>({ entries: MAX_MODELS });

/**
 * Probabilities of an event in (day, day + days], given what was known on `day`.
 *
 * @param factor multiplies the hazards, to correct for events missing from the registry
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
