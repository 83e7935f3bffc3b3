/** The one overall rank: among independent startups with enough commits and people to mean something. */
import { hasEnded } from '../../registry/status.ts';
import { trending } from '../signals/rank.ts';
import type { Startup } from './record.ts';

/**
 * The startups that have an overall rank, the first one first. A startup that was never checked for
 * an acquisition has none; records published before that was noted keep their rank.
 */
export function overallOrder(startups: readonly Startup[]): Startup[] {
  const independent = startups.filter(
    (one) => !hasEnded(one.status) && one.exitsCheckedOn !== null && !isStewardedOnly(one),
  );
  return trending(independent, Number.POSITIVE_INFINITY);
}

/** Whether all counted repositories are a foundation's or a community's: ranked in its sector alone. */
export function isStewardedOnly({
  repositories,
  repositoryRoles = [],
}: Pick<Startup, 'repositories'> & Partial<Pick<Startup, 'repositoryRoles'>>): boolean {
  const stewarded = new Set(
    repositoryRoles.flatMap(({ repository, role }) => (role === 'stewarded' ? [repository] : [])),
  );
  return repositories.length > 0 && repositories.every((repository) => stewarded.has(repository));
}
