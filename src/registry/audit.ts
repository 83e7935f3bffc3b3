/** Finds facts that need attention: with a single source, only reports, or sources read long ago. */
import type { Registry } from './schema.ts';

/** A fact, or several facts with the same sources. */
export type AuditedFact = {
  file: string;
  /** Within the file, such as `round Seed`; empty for the company's description. */
  fact: string;
  sources: readonly { url: string; checked: string; readAs?: string }[];
};

/** Every fact with sources: the descriptions of companies, and all deals. */
export function auditedFacts({ companies, deals, files }: Registry): AuditedFact[] {
  const tracked = new Set(companies.map(({ slug }) => slug));
  const fact = (owner: string, text: string, { sources }: Pick<AuditedFact, 'sources'>) => ({
    file: files.get(owner) ?? owner,
    fact: text,
    sources,
  });
  return [
    ...companies.filter(({ sources }) => sources.length > 0).map((one) => fact(one.slug, '', one)),
    ...deals.acquisitions.map((deal) =>
      tracked.has(deal.acquired)
        ? fact(deal.acquired, `acquired by ${deal.acquirer}`, deal)
        : fact(deal.acquirer, `acquisition of ${deal.acquired}`, deal),
    ),
    ...deals.rounds.map((deal) => fact(deal.company, `round ${deal.round}`, deal)),
    ...deals.holdings.map((deal) => fact(deal.fund, `holding in ${deal.company}`, deal)),
    ...deals.valuations.map((deal) =>
      fact(deal.company, `valuation of ${deal.announcedOn ?? 'unknown date'}`, deal),
    ),
  ];
}

export function weakFacts(facts: readonly AuditedFact[]): AuditedFact[] {
  return facts.filter(
    ({ fact, sources }) => fact !== '' && new Set(sources.map(({ url }) => url)).size === 1,
  );
}

/** Facts known only from reports; no original announcement by a party was read. */
export function reportedFacts(facts: readonly AuditedFact[]): AuditedFact[] {
  return facts.filter(({ sources }) => sources.every(({ readAs }) => readAs === 'report'));
}

/** Facts none of whose sources was read on or after `before`, an ISO date. */
export function oldFacts(facts: readonly AuditedFact[], before: string): AuditedFact[] {
  return facts.filter(({ sources }) => sources.every(({ checked }) => checked < before));
}
