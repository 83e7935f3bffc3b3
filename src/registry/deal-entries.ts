/** Takes the deals out of organizations' files, with a function that locates faults there. */
import { compareCodeUnits } from '../lib/compare.ts';
import type { Acquisition, DealSource, Deals, FundingRound, Holding, Valuation } from './deals.ts';
import { slugOf } from './fold.ts';
import type { FiledCompany, FiledOrganization, FiledOrganizations } from './read-organizations.ts';
import type { FaultAt } from './yaml-file.ts';

export type DealEntry<T> = { deal: T; faultAt: FaultAt };

export type DealEntries = {
  acquisitions: DealEntry<Acquisition>[];
  rounds: DealEntry<FundingRound>[];
  valuations: DealEntry<Valuation>[];
  /** One entry for each source that lists the company. */
  holdings: DealEntry<Holding>[];
};

export function dealEntries({ companies, others }: FiledOrganizations): DealEntries {
  const all = [...companies, ...others];
  return {
    acquisitions: [...madeAcquisitions(all), ...recordedExits(companies)],
    rounds: all.flatMap(({ slug: company, value, faultAt }) =>
      value.rounds.map((deal, index) => ({
        deal: { ...deal, company, slug: `${company}-${slugOf(deal.round)}` },
        faultAt: within(faultAt, 'rounds', index),
      })),
    ),
    valuations: all.flatMap(({ slug: company, value, faultAt }) =>
      value.valuations.map((deal, index) => ({
        deal: { ...deal, company, slug: `${company}-${deal.announcedOn ?? 'undated'}` },
        faultAt: within(faultAt, 'valuations', index),
      })),
    ),
    holdings: [...listedHoldings(others)],
  };
}

function* madeAcquisitions(all: readonly (FiledCompany | FiledOrganization)[]) {
  for (const { slug: acquirer, value, faultAt } of all)
    for (const [index, deal] of value.acquisitions.entries())
      yield {
        deal: { ...deal, acquirer, slug: `${acquirer}-${deal.acquired}` },
        faultAt: within(faultAt, 'acquisitions', index),
      };
}

function* recordedExits(companies: readonly FiledCompany[]) {
  for (const { slug: acquired, value, faultAt } of companies)
    for (const [index, { kind, by, note, ...deal }] of value.exits.entries())
      if (kind === 'acquired' && by !== null)
        yield {
          deal: { ...deal, acquirer: by, acquired, slug: `${by}-${acquired}` },
          faultAt: renameFields(within(faultAt, 'exits', index), {
            acquirer: 'by',
            acquired: 'by',
          }),
        };
}

function* listedHoldings(others: readonly FiledOrganization[]) {
  for (const { slug: fund, value, faultAt } of others)
    for (const [list, { source, companies }] of value.portfolio.entries())
      for (const [index, entry] of companies.entries()) {
        const { company, says } =
          typeof entry === 'string' ? { company: entry, says: source.says } : entry;
        yield {
          deal: { slug: `${fund}-${company}`, fund, company, sources: [{ ...source, says }] },
          faultAt: within(faultAt, 'portfolio', list, 'companies', index),
        };
      }
}

/** All deals, sorted by slug. A holding listed by several sources is merged into one. */
export function dealsOf({ acquisitions, rounds, valuations, holdings }: DealEntries): Deals {
  return {
    acquisitions: inOrder(acquisitions),
    rounds: inOrder(rounds),
    valuations: inOrder(valuations),
    holdings: mergeHoldings(inOrder(holdings)),
  };
}

/** @param holdings sorted by slug */
function mergeHoldings(holdings: readonly Holding[]): Holding[] {
  const bySlug = new Map<string, Holding>();
  for (const holding of holdings) {
    const sources: DealSource[] = bySlug.get(holding.slug)?.sources ?? [];
    bySlug.set(holding.slug, { ...holding, sources: [...sources, ...holding.sources] });
  }
  return [...bySlug.values()];
}

function inOrder<T extends { slug: string }>(entries: readonly DealEntry<T>[]): T[] {
  return entries.map(({ deal }) => deal).sort((a, b) => compareCodeUnits(a.slug, b.slug));
}

function within(faultAt: FaultAt, ...prefix: PropertyKey[]): FaultAt {
  return (path, message) => faultAt([...prefix, ...path], message);
}

/** Translates the deal's field names to those in the file. */
function renameFields(faultAt: FaultAt, names: Record<string, string>): FaultAt {
  return (path, message) =>
    faultAt(
      path.map((part) => names[String(part)] ?? part),
      message,
    );
}
