/** What an organization did with others: whom it backed, what it led, what it bought. */
import type { Entity } from './entities.ts';

/** Slugs of the companies that it has, or had, a part in, each once. */
export function backedBy({ investments, holdings }: Entity): string[] {
  return [...new Set([...investments, ...holdings].map(({ company }) => company))];
}

/** Slugs of the companies that it bought or has announced to buy. */
export function boughtBy({ acquisitionsMade }: Entity): string[] {
  const standing = acquisitionsMade.filter(({ terminatedOn }) => terminatedOn === null);
  return [...new Set(standing.map(({ acquired }) => acquired))];
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
