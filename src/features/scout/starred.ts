/** The tracked startups among a user's stars, each at its first star. */
import type { Published } from '../../published/published.ts';
import type { Company } from '../../registry/schema.ts';
import type { Star } from './star-source.ts';

export type StarredStartup = {
  company: Company;
  /** ISO date of the first star of one of its repositories. */
  starredOn: string;
  repository: string;
};

/** The company of each tracked repository, by `owner/name` in lower case. */
export function companiesByRepository({ registry }: Published): ReadonlyMap<string, Company> {
  return new Map(
    registry.companies.flatMap((company) =>
      company.repositories.map(({ name }) => [name.toLowerCase(), company] as const),
    ),
  );
}

/** @returns oldest first */
export async function starredStartups(
  stars: readonly Star[],
  published: Published,
): Promise<StarredStartup[]> {
  const companies = await published.derived(companiesByRepository);
  const first = new Map<string, StarredStartup>();
  for (const { repository, starredAt } of stars) {
    const company = companies.get(repository.toLowerCase());
    const starredOn = starredAt.slice(0, 10);
    if (!company) continue;
    const known = first.get(company.slug);
    if (!known || starredOn < known.starredOn)
      first.set(company.slug, { company, starredOn, repository });
  }
  return [...first.values()].sort((a, b) => (a.starredOn < b.starredOn ? -1 : 1));
}
