/** Rounds, investments, valuations, acquisitions and exits as rows, joined with their companies. */
import type { DealSource } from '../../registry/deals.ts';
import { factId } from '../../registry/notices.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';
import type { Entities } from '../diligence/entities.ts';
import { dateOf, distinct, moneyOf, type Row } from './deal-row.ts';
import { spanOf } from './query-time.ts';

type Deals = Registry['deals'];
type Deal = {
  announcedOn?: string | null;
  closedOn?: string | null;
  sources: readonly DealSource[];
};
type Round = Deals['rounds'][number];

/** Cells of the company's row that a deal's row repeats. */
const PROFILE = ['sector', 'stage', 'status', 'geography', 'founded', 'tracked'];

export class DealRows {
  readonly #entities: Entities;
  readonly #companies: ReadonlyMap<string, Row>;

  constructor(entities: Entities, companies: readonly Row[]) {
    this.#entities = entities;
    this.#companies = new Map(companies.map((row) => [row.key, row]));
  }

  round(deal: Round): Row {
    const investors = distinct(deal.investors.map(({ organization }) => organization));
    const leads = deal.investors.filter(({ role }) => role === 'lead');
    return this.#row(factId.round(deal), `${this.#nameOf(deal.company)}: ${deal.round}`, deal, {
      ...cellsOf(deal),
      lead: distinct(leads.map(({ organization }) => organization)),
      investors,
      investorCount: investors?.length ?? null,
      ...amountOf(deal),
    });
  }

  /** A row for each investor of a round. */
  backings(deal: Round): Row[] {
    return deal.investors.map(({ organization: fund, role }) => {
      const title = `${this.#nameOf(fund)}: ${this.#nameOf(deal.company)}, ${deal.round}`;
      const cells = { fund, role, ...cellsOf(deal) };
      return this.#row(`${factId.round(deal)}/${fund}`, title, deal, cells, fund);
    });
  }

  /** A company that a fund lists, without the round that the share came from. */
  holding(deal: Deals['holdings'][number]): Row {
    const { fund, company } = deal;
    const cells = { fund, company, role: 'listed', round: null, roundStage: null };
    const title = `${this.#nameOf(fund)}: ${this.#nameOf(company)}`;
    return this.#row(factId.holding(deal), title, deal, cells, fund);
  }

  valuation(deal: Deals['valuations'][number]): Row {
    const { company, basis } = deal;
    const cells = { company, basis, ...amountOf(deal) };
    return this.#row(factId.valuation(deal), this.#nameOf(company), deal, cells);
  }

  acquisition(deal: Deals['acquisitions'][number]): Row {
    const { acquirer, acquired, closedOn, terminatedOn } = deal;
    const fact = factId.acquisition(deal, this.#entities.get(acquired)?.company !== undefined);
    const state = terminatedOn !== null ? 'called-off' : closedOn === null ? 'announced' : 'closed';
    const cells = { acquirer, acquired, company: acquired, state, ...amountOf(deal) };
    const title = `${this.#nameOf(acquirer)}: ${this.#nameOf(acquired)}`;
    return this.#row(fact, title, deal, cells, acquirer);
  }

  exits({ slug, name, exits }: Company): Row[] {
    return exits.map((exit) => {
      const cells = { company: slug, exitKind: exit.kind, by: exit.by, ...amountOf(exit) };
      return this.#row(factId.exit(slug, exit), `${name}: ${exit.kind}`, exit, cells);
    });
  }

  /** @param other whose dossier has the deal, too */
  #row(
    fact: string,
    title: string,
    deal: Deal,
    cells: Row['cells'] & { company: string },
    other?: string,
  ): Row {
    const date = dateOf(deal);
    const profile = this.#companies.get(cells.company)?.cells;
    return {
      key: fact,
      title,
      entities: [cells.company, ...(other === undefined ? [] : [other])],
      date,
      ...(date !== null && { days: spanOf(date) }),
      sources: distinct(deal.sources.map(({ url }) => url)) ?? [],
      ...this.#entities.dispute(fact),
      cells: {
        announcedOn: deal.announcedOn ?? null,
        year: date === null ? null : Number(date.slice(0, 4)),
        closedOn: deal.closedOn ?? null,
        ...Object.fromEntries(PROFILE.map((field) => [field, profile?.[field] ?? null])),
        ...cells,
      },
    };
  }

  #nameOf(slug: string): string {
    return this.#entities.nameOf(slug);
  }
}

function cellsOf({ company, round }: Round) {
  return { company, round, roundStage: stageOfRound(round) ?? null };
}

function amountOf(deal: Parameters<typeof moneyOf>[0][number]): Row['cells'] {
  return { amount: moneyOf([deal]), currency: deal.currency ?? null };
}
