/** The badge of a repository: how the startup that owns it is doing this week. */
import type { Startup } from '../pipeline/edition/record.ts';
import { count } from '../lib/prose.ts';
import type { Published } from '../published/published.ts';
import { type Badge, COLORS, unknownBadge } from '../features/badges/badge.ts';

const LABEL = 'momentum';

/**
 * @param repository `owner/name`, in any case
 */
export async function momentumBadge(repository: string, published: Published): Promise<Badge> {
  const { addresses, editions } = published;
  const owners = await published.derived(ownersOfRepositories);
  const slug = owners.get(repository.toLowerCase());
  if (slug === undefined) return unknownBadge(LABEL, 'not tracked', addresses.at('/badges'));
  const startup = (await editions.startups(editions.latest)).get(slug);
  if (!startup) return unknownBadge(LABEL, 'not covered', addresses.diligence(slug));
  return {
    label: LABEL,
    message: `${change(startup)} · ${count(startup.commitVelocity14d)} commits/14d`,
    color: colorOf(startup),
    link: addresses.startup(slug),
  };
}

/** Slug of the company by each tracked repository, in lower case. */
function ownersOfRepositories({ registry }: Published): ReadonlyMap<string, string> {
  return new Map(
    registry.companies.flatMap(({ slug, repositories }) =>
      repositories.map((repository) => [repository.toLowerCase(), slug] as const),
    ),
  );
}

function change({ commitVelocityChange }: Startup): string {
  return commitVelocityChange.replace(/^-/, '−');
}

/** Directions are told apart, also by those who see few colours; none is called good or bad. */
function colorOf({ commitVelocityChange }: Startup): string {
  if (commitVelocityChange.startsWith('+')) return COLORS.brand;
  return commitVelocityChange.startsWith('-') ? COLORS.falling : COLORS.level;
}
