/** The facts of a dossier, from the deals that name its entity. */
import type { Acquisition, DealSource } from '../../registry/deals.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Dossier, Fact } from './dossier.ts';
import type { Entities, Entity } from '../../diligence/entities.ts';

/** Every documented fact, the latest first within each kind; those without a date come last. */
export function factsOf(entity: Entity, entities: Entities) {
  const name = (slug: string) => entities.nameOf(slug);
  return {
    acquiredBy: latestFirst(
      entity.acquiredBy.map((deal) => acquisition(deal, name(deal.acquirer))),
    ),
    acquisitionsMade: latestFirst(
      entity.acquisitionsMade.map((deal) => acquisition(deal, name(deal.acquired))),
    ),
    backedBy: latestFirst([
      ...entity.rounds.flatMap(({ investors, ...round }) =>
        investors.map(({ organization, role }) => ({
          organization: name(organization),
          role,
          ...roundFact(round),
        })),
      ),
      ...entity.heldBy.map(({ fund, sources }) => holding(name(fund), sources)),
    ]),
    portfolio: latestFirst([
      ...entity.investments.map(({ investors, ...round }) => ({
        organization: name(round.company),
        role: investors.find(({ organization }) => organization === entity.slug)?.role ?? '',
        ...roundFact(round),
      })),
      ...entity.holdings.map(({ company, sources }) => holding(name(company), sources)),
    ]),
    rounds: latestFirst(
      entity.rounds.map((round) => ({
        ...roundFact(round),
        investors: round.investors.map(({ organization, role }) => ({
          organization: name(organization),
          role,
        })),
      })),
    ),
    valuations: latestFirst(
      entity.valuations.map(({ announcedOn, amount, currency, sources }) => ({
        announcedOn,
        amount,
        currency,
        sources: sources.map(shown),
      })),
    ),
  };
}

function roundFact({
  round,
  announcedOn,
  amount,
  currency,
  sources,
}: Omit<Entity['rounds'][number], 'investors'>) {
  return { round, announcedOn, amount, currency, sources: sources.map(shown) };
}

function holding(organization: string, sources: readonly DealSource[]) {
  return { organization, announcedOn: null, sources: sources.map(shown) };
}

function acquisition(deal: Acquisition, organization: string) {
  const { announcedOn, closedOn, terminatedOn, amount, currency, acquiredAs, sources } = deal;
  return {
    organization,
    announcedOn,
    closedOn,
    terminatedOn,
    status: statusOf(deal),
    amount,
    currency,
    ...(acquiredAs !== undefined && { acquiredAs }),
    sources: sources.map(shown),
  };
}

function statusOf({ closedOn, terminatedOn }: Acquisition): NonNullable<Fact['status']> {
  if (terminatedOn !== null) return 'called-off';
  return closedOn === null ? 'announced' : 'closed';
}

export function stageFact({ stage }: Entity): Dossier['dossier']['stage'] {
  if (!stage) return null;
  const { round, announcedOn, sources } = stage.round;
  const { knownBy } = stage;
  return { stage: stage.stage, round, announcedOn, knownBy, sources: sources.map(shown) };
}

function shown({ says: _, ...source }: DealSource) {
  return source;
}

function latestFirst<T extends { announcedOn: string | null }>(facts: readonly T[]): T[] {
  return facts.toSorted((a, b) => compareLatestFirst(a.announcedOn, b.announcedOn));
}
