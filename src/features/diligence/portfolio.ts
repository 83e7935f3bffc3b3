/** What an organization did with others: whom it backed, what it led, what it bought. */
import type { Entity } from './entities.ts';

/** Slugs of the companies that it has, or had, a part in, each once. */
export function backedBy({ investments, holdings }: Entity): string[] {
  return [...new Set([...investments, ...holdings].map(({ company }) => company))];
}

/** Slugs of the companies that it bought or has announced to buy. */
export function boughtBy(entity: Entity): string[] {
  return [...new Set(standingAcquisitions(entity).map(({ acquired }) => acquired))];
}

/** Those that were not called off. */
export function standingAcquisitions({ acquisitionsMade }: Entity): Entity['acquisitionsMade'] {
  return acquisitionsMade.filter(({ terminatedOn }) => terminatedOn === null);
}

/** Who invested in its rounds, or holds shares in it. */
export function backersOf({ rounds, heldBy }: Entity): string[] {
  const investors = rounds.flatMap((round) =>
    round.investors.map(({ organization }) => organization),
  );
  return [...new Set([...investors, ...heldBy.map(({ fund }) => fund)])];
}

/** Rounds of others that it led, as far as a source says so. */
export function ledBy({ slug, investments }: Entity): number {
  return investments.filter(({ investors }) =>
    investors.some(({ organization, role }) => organization === slug && role === 'lead'),
  ).length;
}
