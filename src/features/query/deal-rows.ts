/** Rounds, investments, valuations, acquisitions and exits as rows, joined with their companies. */
import { Slices } from '../../lib/slices.ts';
import type { DealSource } from '../../registry/deals.ts';
import { factId } from '../../registry/notices.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';
import type { Entities } from '../diligence/entities.ts';
import type { Cell } from './query-fields.ts';
import { type Days, spanOf } from './query-time.ts';

type Sum = { amount?: number | null | undefined; currency?: string | null };
type Dated = { announcedOn?: string | null; closedOn?: string | null };
type Deal = Dated & { sources: readonly DealSource[] };

/** By currency, since amounts are added and compared only within one. */
export type Money = Map<string, number>;

/** A company or a deal. */
export type Row = {
  key: string;
  /** In answers: a name, or `Langfuse: Seed`. */
  title: string;
  /** Slug of the entity whose dossier has it. */
  entity: string;
  cells: Readonly<Record<string, Cell | Money>>;
  /** When it was announced or, where only that is known, closed. */
  date: string | null;
  /** The first and last day that the date can mean. */
  days?: Days;
  /** Sources of a deal. */
  sources: readonly string[];
  disputedSince?: string;
};

/** Cells of the company's row that a deal's row repeats. */
const PROFILE = ['sector', 'stage', 'status', 'geography', 'founded', 'tracked'];

export async function dealRows(
  { deals: { rounds, holdings, valuations, acquisitions }, companies: tracked }: Registry,
  entities: Entities,
  companies: readonly Row[],
) {
  const slices = new Slices();
  const profiles = new Map(companies.map(({ key, cells }) => [key, cells]));
  const name = (slug: string) => entities.nameOf(slug);
  const amountOf = (deal: Sum) => ({ amount: moneyOf([deal]), currency: deal.currency ?? null });
  const row = (
    key: string,
    title: string,
    deal: Deal,
    cells: Row['cells'] & { company: string },
  ): Row => {
    const date = dateOf(deal);
    const profile = profiles.get(cells.company);
    return {
      key,
      title,
      entity: cells.company,
      date,
      ...(date !== null && { days: spanOf(date) }),
      sources: distinct(deal.sources.map(({ url }) => url)) ?? [],
      ...entities.dispute(key),
      cells: {
        announcedOn: deal.announcedOn ?? null,
        year: date === null ? null : Number(date.slice(0, 4)),
        closedOn: deal.closedOn ?? null,
        ...Object.fromEntries(PROFILE.map((field) => [field, profile?.[field] ?? null])),
        ...cells,
      },
    };
  };
  const roundsWithBackings = await slices.map(rounds, (deal) => {
    const { company, round } = deal;
    const investors = distinct(deal.investors.map(({ organization }) => organization));
    const leads = deal.investors.filter(({ role }) => role === 'lead');
    const own = row(factId.round(deal), `${name(company)}: ${round}`, deal, {
      company,
      round,
      roundStage: stageOfRound(round) ?? null,
      lead: distinct(leads.map(({ organization }) => organization)),
      investors,
      investorCount: investors?.length ?? null,
      ...amountOf(deal),
    });
    // A row for each investor.
    const backings = deal.investors.map(({ organization: fund, role }) => ({
      ...own,
      key: `${own.key}/${fund}`,
      title: `${name(fund)}: ${name(company)}, ${round}`,
      cells: { ...own.cells, fund, role },
    }));
    return { own, backings };
  });
  // A company that a fund lists, without the round that the share came from.
  const listed = await slices.map(holdings, (deal) => {
    const { fund, company } = deal;
    const cells = { fund, company, role: 'listed' };
    return row(factId.holding(deal), `${name(fund)}: ${name(company)}`, deal, cells);
  });
  const valuation = await slices.map(valuations, (deal) => {
    const { company, basis } = deal;
    const cells = { company, basis, ...amountOf(deal) };
    return row(factId.valuation(deal), name(company), deal, cells);
  });
  const acquisition = await slices.map(acquisitions, (deal) => {
    const { acquirer, acquired, closedOn, terminatedOn } = deal;
    const fact = factId.acquisition(deal, entities.get(acquired)?.company !== undefined);
    const state = terminatedOn !== null ? 'called-off' : closedOn === null ? 'announced' : 'closed';
    const cells = { acquirer, acquired, company: acquired, state, ...amountOf(deal) };
    return row(fact, `${name(acquirer)}: ${name(acquired)}`, deal, cells);
  });
  const exits = await slices.map(tracked, ({ slug, name, exits }) =>
    exits.map((exit) => {
      const cells = { company: slug, exitKind: exit.kind, by: exit.by, ...amountOf(exit) };
      return row(factId.exit(slug, exit), `${name}: ${exit.kind}`, exit, cells);
    }),
  );
  return {
    round: roundsWithBackings.map(({ own }) => own),
    backing: [...roundsWithBackings.flatMap(({ backings }) => backings), ...listed],
    valuation,
    acquisition,
    exit: exits.flat(),
  };
}

/** A value in the currency; null if it is unknown or in another one. */
export function cellIn(cell: Cell | Money | undefined, currency: string): Cell {
  return (cell instanceof Map ? cell.get(currency) : cell) ?? null;
}

/** All known amounts of the deals. */
export function moneyOf(deals: readonly Sum[]): Money {
  const sums: Money = new Map();
  for (const { amount, currency } of deals)
    if (amount != null && currency != null) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return sums;
}

export function dateOf({ announcedOn = null, closedOn = null }: Dated): string | null {
  return announcedOn ?? closedOn;
}

/** The first deal with the latest date; undated deals come last. */
export function latest<T extends Dated>(deals: readonly T[]): T | undefined {
  return deals.toSorted((a, b) => compareLatestFirst(dateOf(a), dateOf(b)))[0];
}

/** The distinct values, or null if there are none. */
export function distinct(values: readonly string[]): readonly string[] | null {
  return values.length === 0 ? null : [...new Set(values)];
}
