/** Deals of made-up startups. */
import type { DealSource, Exit, FundingRound, Valuation } from '../../src/registry/deals.ts';

export const DEAL_SOURCE: DealSource = {
  ...{ url: 'https://example.org/news', title: 'News', publisher: 'Example' },
  ...{ kind: 'press-release', readAs: 'original', publishedOn: null, checked: '2026-11-01' },
  says: 'It says so.',
};
const MONEY = { amount: null, currency: null };

export function fundingRound(
  company: string,
  name: string,
  announcedOn: string | null,
): FundingRound {
  const slug = `${company}-${name}`;
  const course = { announcedOn, closedOn: null, investors: [], sources: [DEAL_SOURCE] };
  return { slug, company, round: name, ...MONEY, ...course };
}

export function valuationOf(company: string, announcedOn: string): Valuation {
  const slug = `${company}-valuation`;
  const value = { amount: 1e9, currency: 'USD', basis: null };
  return { slug, company, announcedOn, ...value, sources: [DEAL_SOURCE] };
}

export function exitOf(
  kind: Exit['kind'],
  announcedOn: string | null,
  by: string | null = null,
): Exit {
  return { kind, by, announcedOn, closedOn: null, ...MONEY, sources: [DEAL_SOURCE] };
}
