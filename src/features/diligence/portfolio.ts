/** Relations between an organization and others: investments, leads, acquisitions. */
import type { Entity } from './entities.ts';

/** Slugs of the companies in which it has, or had, a stake, without duplicates. */
export function backedBy({ investments, holdings }: Entity): string[] {
  return [...new Set([...investments, ...holdings].map(({ company }) => company))];
}

/** Slugs of the companies that it acquired or has agreed to acquire. */
export function boughtBy(entity: Entity): string[] {
  return [...new Set(standingAcquisitions(entity).map(({ acquired }) => acquired))];
}

/** Acquisitions that were not terminated. */
export function standingAcquisitions({ acquisitionsMade }: Entity): Entity['acquisitionsMade'] {
  return acquisitionsMade.filter(({ terminatedOn }) => terminatedOn === null);
}

/** Investors in its rounds and holders of its shares. */
export function backersOf({ rounds, heldBy }: Entity): string[] {
  const investors = rounds.flatMap((round) =>
    round.investors.map(({ organization }) => organization),
  );
  return [...new Set([...investors, ...heldBy.map(({ fund }) => fund)])];
}

/** Number of others' rounds that it led according to a source. */
export function ledBy({ slug, investments }: Entity): number {
  return investments.filter(({ investors }) =>
    investors.some(({ organization, role }) => organization === slug && role === 'lead'),
  ).length;
}
