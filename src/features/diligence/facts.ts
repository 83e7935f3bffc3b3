/** The facts of a dossier, from the deals that name its entity, and notes on them. */
import type { Acquisition, DealSource, FundingRound } from '../../registry/deals.ts';
import { foldKey } from '../../registry/fold.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Dossier, Fact } from './dossier.ts';
import type { Entities, Entity } from './entities.ts';

/** Every documented fact; within each kind the latest first, undated ones last. */
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
    valuations: latestFirst(entity.valuations.map(valuation)),
  };
}

function roundFact({ round, ...rest }: Omit<FundingRound, 'investors'>) {
  return { round, ...valuation(rest) };
}

function valuation({
  announcedOn,
  amount,
  currency,
  sources,
}: Pick<FundingRound, 'announcedOn' | 'amount' | 'currency' | 'sources'>) {
  return { announcedOn, amount, currency, sources: sources.map(withoutSummary) };
}

function holding(organization: string, sources: readonly DealSource[]) {
  return { organization, announcedOn: null, sources: sources.map(withoutSummary) };
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
    sources: sources.map(withoutSummary),
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
  return { stage: stage.stage, round, announcedOn, knownBy, sources: sources.map(withoutSummary) };
}

function withoutSummary({ says: _, ...source }: DealSource) {
  return source;
}

function latestFirst<T extends { announcedOn: string | null }>(facts: readonly T[]): T[] {
  return facts.toSorted((a, b) => compareLatestFirst(a.announcedOn, b.announcedOn));
}

/** Says so if the entity was asked for by a former name. */
export function nameNotes(text: string, { name, formerly }: Entity): string[] {
  const former = formerly.find((one) => foldKey(one) === foldKey(text));
  return former === undefined ? [] : [`${former} is a former name of ${name}.`];
}

/** Acquisitions that were called off, and former names of acquired companies. */
export function dealNotes({ acquiredBy, acquisitionsMade }: Entity, entities: Entities): string[] {
  return [...acquiredBy, ...acquisitionsMade].flatMap((deal) => {
    const acquirer = entities.nameOf(deal.acquirer);
    const acquired = entities.nameOf(deal.acquired);
    const when = deal.announcedOn === null ? '' : ` of ${deal.announcedOn}`;
    return [
      ...(deal.terminatedOn === null
        ? []
        : [
            `The agreement${when} for ${acquirer} to acquire ${acquired} was called off on ${deal.terminatedOn}; it never closed.`,
          ]),
      ...(deal.acquiredAs === undefined
        ? []
        : [`${acquired} was called ${deal.acquiredAs} when ${acquirer} acquired it.`]),
    ];
  });
}
