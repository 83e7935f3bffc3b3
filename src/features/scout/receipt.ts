/** A scout's receipt: what a GitHub user starred early, and what became of it. */
import { z } from 'zod';
import { parseDay, periodOf } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import { EVENT_KINDS, hits, scoutScore, type ValidatingEvent, validatingEvents } from './score.ts';
import type { StarHistory } from './star-source.ts';
import { type StarredStartup, starredStartups } from './starred.ts';

const Count = z.int().nonnegative();
const Velocity = z.int().nonnegative().nullable();

export const ScoutReceipt = z
  .object({
    username: z.string(),
    score: z.int().min(0).max(100).nullable().meta({
      description: 'Scout Score; null as long as the registry documents no validating event',
    }),
    personality: z
      .string()
      .meta({ description: 'A label that follows from the breakdown by rule' }),
    breakdown: z.object({
      repositoriesStarred: Count.meta({ description: 'Read from the hosting service' }),
      startupsStarred: Count,
      hits: Count,
      eventsKnown: Count.meta({ description: 'Of tracked startups, in the registry' }),
      hitsByKind: z.object({ funding: Count, valuation: Count, acquisition: Count }),
      startupsBySector: z.record(z.string(), Count),
    }),
    hits: z.array(
      z.object({
        company: z.string(),
        starredOn: z.iso.date(),
        event: z.enum(EVENT_KINDS),
        eventOn: z.iso.date(),
        leadDays: z.int().positive(),
        sourceUrl: z.url(),
      }),
    ),
    starred: z.array(
      z.object({
        name: z.string(),
        slug: z.string(),
        sector: z.string(),
        repository: z.string(),
        starredOn: z.iso.date(),
        velocityThen: Velocity.meta({ description: 'commitVelocity14d in the week of the star' }),
        velocityNow: Velocity,
        url: z.url(),
      }),
    ),
    notes: z.array(z.string()),
  })
  .meta({ id: 'ScoutReceipt', description: 'What a user starred early, and what came of it' });
export type ScoutReceipt = z.infer<typeof ScoutReceipt>;

const NO_HITS = { funding: 0, valuation: 0, acquisition: 0 };

/** @param events the registry's, unless others are given */
export async function scoutReceipt(
  username: string,
  { stars, isComplete }: StarHistory,
  published: Published,
  events: readonly ValidatingEvent[] = validatingEvents(published),
): Promise<ScoutReceipt> {
  const starred = await starredStartups(stars, published);
  const found = hits(
    starred.map(({ company, starredOn }) => ({ slug: company.slug, starredOn })),
    events,
  );
  const startupsBySector = countBy(starred.map(({ company }) => company.sector));
  return {
    username,
    score: events.length === 0 ? null : scoutScore(found),
    personality: personality(starred.length, startupsBySector),
    breakdown: {
      repositoriesStarred: stars.length,
      startupsStarred: starred.length,
      hits: found.length,
      eventsKnown: events.length,
      hitsByKind: { ...NO_HITS, ...countBy(found.map(({ event }) => event.kind)) },
      startupsBySector,
    },
    hits: found.map(({ company, starredOn, event, leadDays }) => ({
      company,
      starredOn,
      event: event.kind,
      eventOn: event.date,
      leadDays,
      sourceUrl: event.sourceUrl,
    })),
    starred: await Promise.all(starred.map((startup) => starredRecord(startup, published))),
    notes: [
      ...(events.length === 0
        ? ['The registry documents no validating event yet, so nothing can be scored.']
        : []),
      ...(isComplete ? [] : ['Only the oldest stars were read; this user has more.']),
    ],
  };
}

async function starredRecord(
  { company, starredOn, repository }: StarredStartup,
  { editions, addresses }: Published,
): Promise<ScoutReceipt['starred'][number]> {
  const { periods, startups } = await editions.history();
  const velocity = startups[company.slug]?.velocity ?? [];
  const at = (period: string) => velocity[periods.indexOf(period)] ?? null;
  return {
    name: company.name,
    slug: company.slug,
    sector: company.sector,
    repository,
    starredOn,
    velocityThen: at(periodOf(parseDay(starredOn)).slug),
    velocityNow: at(editions.latest),
    url: velocity.some((value) => value !== null)
      ? addresses.startup(company.slug)
      : addresses.diligence(company.slug),
  };
}

const MIN_STARTUPS = 3;
const MIN_SECTORS_OF_GENERALIST = 8;

/** The label of the first rule that applies. */
function personality(startups: number, bySector: Readonly<Record<string, number>>): string {
  const [top] = Object.entries(bySector).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (startups === 0 || !top) return 'No tracked startup starred yet';
  if (startups < MIN_STARTUPS) return 'Occasional scout';
  if (top[1] * 2 >= startups) return `Specialist in ${top[0]}`;
  if (Object.keys(bySector).length >= MIN_SECTORS_OF_GENERALIST) return 'Generalist';
  return 'Explorer';
}

function countBy(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
