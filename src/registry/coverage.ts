/** Counts what the registry holds. */
import type { Deals } from './deals.ts';
import type { Registry } from './schema.ts';
import { stageOf } from './stage.ts';

/** The counts that the diligence service publishes (specification, section 2), and two more. */
export function coverageOf({ companies, organizations, deals }: Registry) {
  const { acquisitions, rounds, holdings } = deals;
  const investors = new Set([
    ...rounds.flatMap((round) => round.investors.map(({ organization }) => organization)),
    ...holdings.map(({ fund }) => fund),
  ]);
  return {
    trackedCompanies: companies.length,
    trackedCompaniesWithStage: companies.filter((company) => stageOf(company, deals).stage).length,
    acquirers: new Set(acquisitions.map(({ acquirer }) => acquirer)).size,
    documentedAcquisitions: new Set(acquisitions.map(transaction)).size,
    documentedRounds: rounds.length,
    fundsWithPortfolio: organizations.filter(
      ({ slug, kind }) => kind === 'fund' && investors.has(slug),
    ).length,
    answerableEntities: companies.length + organizations.length,
  };
}

/** Identifies an acquisition; joint buyers share one. */
function transaction({ acquired, announcedOn, closedOn }: Deals['acquisitions'][number]): string {
  return `${acquired} ${announcedOn ?? closedOn}`;
}
