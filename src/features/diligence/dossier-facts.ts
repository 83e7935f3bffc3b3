/** Builds the facts of a dossier from the deals that involve its entity. */
import { repositoryRoles } from '../../pipeline/edition/company-facts.ts';
import type {
  Acquisition,
  DealSource,
  Exit,
  FundingRound,
  Holding,
  Valuation,
} from '../../registry/deals.ts';
import { factId } from '../../registry/notices.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Fact } from './dossier.ts';
import type { Entities, Entity } from './entities.ts';

/** Every documented fact; within each kind, latest first and undated last. */
export function factsOf(entity: Entity, entities: Entities) {
  const { company, status, stage } = entity;
  const name = (slug: string) => entities.nameOf(slug);
  const marked = (fact: string) => ({ fact, ...entities.dispute(fact) });
  const isTracked = (slug: string) => entities.get(slug)?.company !== undefined;
  const acquisition = (deal: Acquisition, organization: string) => ({
    ...marked(factId.acquisition(deal, isTracked(deal.acquired))),
    ...acquisitionFact(deal, organization),
  });
  const round = (deal: FundingRound) => ({ ...marked(factId.round(deal)), ...roundFact(deal) });
  const holding = (deal: Holding, organization: string) => ({
    ...marked(factId.holding(deal)),
    organization,
    announcedOn: null,
    sources: deal.sources.map(withoutSummary),
  });
  return {
    status: status?.status ?? null,
    exits: latestFirst(
      (company?.exits ?? []).map((exit) => ({
        ...marked(factId.exit(entity.slug, exit)),
        ...exitFact(exit, exit.by === null ? null : name(exit.by)),
      })),
    ),
    stage: stage?.stage && stage.basis ? { stage: stage.stage, ...round(stage.basis) } : null,
    lastRound: stage?.lastRound ? round(stage.lastRound) : null,
    acquiredBy: latestFirst(
      entity.acquiredBy.map((deal) => acquisition(deal, name(deal.acquirer))),
    ),
    acquisitionsMade: latestFirst(
      entity.acquisitionsMade.map((deal) => acquisition(deal, name(deal.acquired))),
    ),
    backedBy: latestFirst([
      ...entity.rounds.flatMap((deal) =>
        deal.investors.map(({ organization, role }) => ({
          organization: name(organization),
          role,
          ...round(deal),
        })),
      ),
      ...entity.heldBy.map((deal) => holding(deal, name(deal.fund))),
    ]),
    portfolio: latestFirst([
      ...entity.investments.map((deal) => ({
        organization: name(deal.company),
        role: deal.investors.find(({ organization }) => organization === entity.slug)?.role ?? '',
        ...round(deal),
      })),
      ...entity.holdings.map((deal) => holding(deal, name(deal.company))),
    ]),
    rounds: latestFirst(
      entity.rounds.map((deal) => ({
        ...round(deal),
        investors: deal.investors.map(({ organization, role }) => ({
          organization: name(organization),
          role,
        })),
      })),
    ),
    valuations: latestFirst(
      entity.valuations.map((deal) => ({
        ...marked(factId.valuation(deal)),
        ...valuationFact(deal),
      })),
    ),
    repositories: company ? repositoryRoles(company) : [],
  };
}

function roundFact({ slug: _, company: __, investors: ___, sources, ...fact }: FundingRound) {
  return { ...fact, sources: sources.map(withoutSummary) };
}

function valuationFact({ slug: _, company: __, sources, ...fact }: Valuation) {
  return { ...fact, sources: sources.map(withoutSummary) };
}

function exitFact({ acquiredAs: _, sources, ...fact }: Exit, by: string | null) {
  return { ...fact, by, sources: sources.map(withoutSummary) };
}

function acquisitionFact(deal: Acquisition, organization: string) {
  const { slug: _, acquirer: __, acquired: ___, sources, ...fact } = deal;
  const status = statusOf(deal);
  return { organization, ...fact, status, sources: sources.map(withoutSummary) };
}

function statusOf({ closedOn, terminatedOn }: Acquisition): NonNullable<Fact['status']> {
  if (terminatedOn !== null) return 'called-off';
  return closedOn === null ? 'announced' : 'closed';
}

function withoutSummary({ says: _, ...source }: DealSource) {
  return source;
}

function latestFirst<T extends { announcedOn: string | null }>(facts: readonly T[]): T[] {
  return facts.toSorted((a, b) => compareLatestFirst(a.announcedOn, b.announcedOn));
}
