/** Lists missing facts about tracked companies, as a work list for contributors. */
import type { Company, Registry } from './schema.ts';

/** The facts that may be missing, weighted by how many answers need them. */
const GAP_WEIGHTS = {
  funding: 8,
  website: 5,
  geography: 4,
  founded: 2,
  linkedin: 1,
} as const;

export type GapName = keyof typeof GAP_WEIGHTS;
export const GAP_NAMES = Object.keys(GAP_WEIGHTS) as GapName[];
export type Gaps = { slug: string; name: string; missing: GapName[] };

/** Companies with gaps, highest total weight first. @param only these gaps */
export function gapsOf(
  { companies, deals }: Pick<Registry, 'companies' | 'deals'>,
  only: readonly GapName[] = GAP_NAMES,
): Gaps[] {
  const funded = new Set([...deals.rounds, ...deals.holdings].map(({ company }) => company));
  return companies
    .map((company) => ({
      slug: company.slug,
      name: company.name,
      missing: only.filter((gap) => isMissing(company, gap, funded)),
    }))
    .filter(({ missing }) => missing.length > 0)
    .sort((a, b) => weight(b) - weight(a));
}

function isMissing(company: Company, gap: GapName, funded: ReadonlySet<string>): boolean {
  // A known owner, or known self-funding, also answers who funds the company.
  if (gap === 'funding')
    return !funded.has(company.slug) && company.exits.length === 0 && company.backing === undefined;
  return company[gap] === null;
}

function weight({ missing }: Gaps): number {
  return missing.reduce((sum, gap) => sum + GAP_WEIGHTS[gap], 0);
}
