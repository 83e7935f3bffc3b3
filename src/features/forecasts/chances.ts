/**
 * The model of the markets: two hazards, one for each cause, estimated like the expectations that stars
 * are compared with, from the facts known at the end of a day (docs/markets.md).
 */
import { Memo } from '../../lib/memoize.ts';
import type { Day } from '../../lib/period.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { Exposure } from '../outcomes/exposure.ts';
import { fitHazard } from '../outcomes/fit.ts';
import {
  type Cause,
  chancesBetween,
  type HazardModel,
  NO_CHANCE,
  type Rates,
} from '../outcomes/hazard.ts';
import type { Life } from '../outcomes/life.ts';
import { lastKnownDay, lives } from '../outcomes/registry-outcomes.ts';

export type Hazards = Readonly<Record<Cause, HazardModel>>;

/** Fits the hazards to what was known at the end of the day; anything later is ignored. */
export async function hazardsAsOf(all: Iterable<Life>, day: Day): Promise<Hazards> {
  const exposure = await Exposure.of(all, day + 1);
  return {
    raise: fitHazard(exposure, ['raise']),
    acquisition: fitHazard(exposure, ['acquisition']),
  };
}

/** The hazards as of a day, or as of the registry's last known day if that is earlier. */
export async function registryHazards(registry: Registry, day: Day): Promise<Hazards> {
  const known = Math.min(day, lastKnownDay(registry) ?? day);
  const models = await ofRegistry(registry, noModels);
  return models.get(known, async () => hazardsAsOf((await lives(registry)).values(), known));
}

/** Maximum number of cached models; pages and answers need the same few days. */
const MAX_MODELS = 200;

const noModels = async () => new Memo<Day, Hazards>({ entries: MAX_MODELS });

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
): Rates {
  if (!life.isAliveAfter(day)) return NO_CHANCE;
  const within = { from: day + 1, to: day + days + 1 };
  return chancesBetween(hazards, life.standing(day + 1), within, factor);
}
