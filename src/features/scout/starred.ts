/** The tracked startups among a user's stars, each with its first star. */

import type { Star } from '../../hosting/stars.ts';
import { sha256 } from '../../lib/atomic-files.ts';
import { type Day, dayOf } from '../../lib/period.ts';
import type { Published } from '../../published/published.ts';
import type { Company } from '../../registry/schema.ts';

export type StarredStartup = {
  company: Company;
  starredOn: Day;
  repository: string;
};

/** A star whose date cannot be correct. */
export type ImplausibleStar = {
  repository: string;
  starredOn: Day;
  reason: 'in-the-future' | 'before-the-repository';
};

/** Lower-cased names, and a digest of them. */
export type TrackedRepositories = { names: ReadonlySet<string>; fingerprint: string };

/** Maps each tracked repository, as lower-case `owner/name`, to its company. */
export function companiesByRepository({ registry }: Published): ReadonlyMap<string, Company> {
  return new Map(
    registry.companies.flatMap((company) =>
      company.repositories.map(({ name }) => [name.toLowerCase(), company] as const),
    ),
  );
}

export async function trackedRepositories(published: Published): Promise<TrackedRepositories> {
  const names = new Set((await published.derived(companiesByRepository)).keys());
  return { names, fingerprint: sha256([...names].toSorted().join('\n')).slice(0, 16) };
}

const GRACE_SECONDS = 86_400;

/**
 * @param readAt when the stars were read, ISO 8601
 * @returns startups, oldest star first, and stars with an impossible date
 */
export async function starredStartups(
  stars: readonly Star[],
  readAt: string,
  published: Published,
): Promise<{ starred: StarredStartup[]; implausible: ImplausibleStar[] }> {
  const companies = await published.derived(companiesByRepository);
  const now = Date.parse(readAt) / 1000;
  const implausible: ImplausibleStar[] = [];
  const first = new Map<string, StarredStartup>();
  for (const { repository, starredAt, createdAt } of stars) {
    const company = companies.get(repository.toLowerCase());
    if (!company) continue;
    const seconds = Date.parse(starredAt) / 1000;
    const starredOn = dayOf(seconds);
    // Tolerate clock skew of up to a day, the precision of all dates here.
    const isEarly = createdAt !== null && seconds + GRACE_SECONDS < Date.parse(createdAt) / 1000;
    if (isEarly) implausible.push({ repository, starredOn, reason: 'before-the-repository' });
    else if (seconds > now + GRACE_SECONDS)
      implausible.push({ repository, starredOn, reason: 'in-the-future' });
    else {
      const known = first.get(company.slug);
      if (!known || starredOn < known.starredOn)
        first.set(company.slug, { company, starredOn, repository });
    }
  }
  const starred = [...first.values()].sort(
    (a, b) => a.starredOn - b.starredOn || (a.company.slug < b.company.slug ? -1 : 1),
  );
  return { starred, implausible };
}
