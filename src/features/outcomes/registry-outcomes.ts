/** The outcomes that stars, picks and forecasts are graded by, computed once for each registry. */
import { type Day, parseDay } from '../../lib/period.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Registry } from '../../registry/schema.ts';
import { type Life, livesOf } from './life.ts';
import { type DatedEvent, datedEvents, isDayKnown } from './outcome-events.ts';

/** The life of every tracked startup, by slug. */
export function lives(registry: Registry): Promise<ReadonlyMap<string, Life>> {
  return ofRegistry(registry, makeLives);
}

/** Events with an exact day, by startup, oldest first. Others cannot be assigned to a window. */
export function eventsByCompany(
  registry: Registry,
): Promise<ReadonlyMap<string, readonly DatedEvent[]>> {
  return ofRegistry(registry, makeEvents);
}

/**
 * The last day on which a source was read, after which nothing is known; undefined if there are no
 * sources.
 */
export function lastKnownDay({
  companies,
  deals,
}: Pick<Registry, 'companies' | 'deals'>): Day | undefined {
  const sources = [
    ...companies.flatMap((company) => [company, ...company.exits]),
    ...deals.rounds,
    ...deals.valuations,
  ].flatMap((fact) => fact.sources.map(({ checked }) => checked));
  const last = sources.toSorted().at(-1);
  return last === undefined ? undefined : parseDay(last);
}

const makeLives = async (registry: Registry) => livesOf(registry);
const makeEvents = async (registry: Registry) =>
  Map.groupBy(datedEvents(registry).filter(isDayKnown), ({ company }) => company);
