/** The tracked startups in a starring history, each at its first star. */
import type { Published } from '../../published/published.ts';
import type { Company } from '../../registry/schema.ts';
import type { Star } from '../../scout/star-source.ts';

export type StarredStartup = {
  company: Company;
  /** ISO date of the first star of one of its repositories. */
  starredOn: string;
  repository: string;
};

/** @returns oldest first */
export function starredStartups(stars: readonly Star[], { registry }: Published): StarredStartup[] {
  const owners = new Map(
    registry.companies.flatMap((company) =>
      company.repositories.map((repository) => [repository.toLowerCase(), company] as const),
    ),
  );
  const first = new Map<string, StarredStartup>();
  for (const { repository, starredAt } of stars) {
    const company = owners.get(repository.toLowerCase());
    const starredOn = starredAt.slice(0, 10);
    if (!company) continue;
    const known = first.get(company.slug);
    if (!known || starredOn < known.starredOn)
      first.set(company.slug, { company, starredOn, repository });
  }
  return [...first.values()].sort((a, b) => (a.starredOn < b.starredOn ? -1 : 1));
}
