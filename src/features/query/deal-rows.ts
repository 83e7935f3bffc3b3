/** Rounds, investments, valuations, acquisitions and exits as rows, joined with whose they are. */
import { disputedSince, factId, type Notice } from '../../registry/notices.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';
import type { Known } from './company-rows.ts';
import { type Deal, dateOf, daysIn, distinct, type Row, some, sumOf, yearOf } from './deal-row.ts';

type Deals = Registry['deals'];

export class DealRows {
  readonly #known: ReadonlyMap<string, Known>;
  readonly #companies: ReadonlyMap<string, Row>;
  readonly #notices: readonly Notice[];
  readonly #noticed: ReadonlySet<string>;

  constructor(
    known: ReadonlyMap<string, Known>,
    companies: readonly Row[],
    registry: Pick<Registry, 'companies' | 'organizations'>,
  ) {
    this.#known = known;
    this.#companies = new Map(companies.map((row) => [row.key, row]));
    this.#notices = [...registry.companies, ...registry.organizations].flatMap(
      ({ notices }) => notices,
    );
    this.#noticed = new Set(this.#notices.map(({ fact }) => fact));
  }

  round(deal: Deals['rounds'][number]): Row {
    const investors = deal.investors.map(({ organization }) => organization);
    const leads = deal.investors.flatMap((one) => (one.role === 'lead' ? [one.organization] : []));
    return this.#row(factId.round(deal), `${this.#nameOf(deal.company)}: ${deal.round}`, deal, {
      company: deal.company,
      round: deal.round,
      roundStage: stageOfRound(deal.round) ?? null,
      lead: some(leads),
      investors: some(investors),
      investorCount: investors.length === 0 ? null : investors.length,
      ...this.#moneyOf(deal),
    });
  }

  /** A row for each investor of a round. */
  backings(deal: Deals['rounds'][number]): Row[] {
    return deal.investors.map(({ organization, role }) => {
      const title = `${this.#nameOf(organization)}: ${this.#nameOf(deal.company)}, ${deal.round}`;
      return this.#row(
        `${factId.round(deal)}/${organization}`,
        title,
        deal,
        {
          fund: organization,
          company: deal.company,
          role,
          round: deal.round,
          roundStage: stageOfRound(deal.round) ?? null,
        },
        organization,
      );
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
    return this.#row(factId.valuation(deal), this.#nameOf(company), deal, {
      company,
      basis,
      ...this.#moneyOf(deal),
    });
  }

  acquisition(deal: Deals['acquisitions'][number]): Row {
    const { acquirer, acquired } = deal;
    const isTracked = this.#known.get(acquired)?.company !== undefined;
    const title = `${this.#nameOf(acquirer)}: ${this.#nameOf(acquired)}`;
    const cells = {
      acquirer,
      acquired,
      company: acquired,
      state: stateOf(deal),
      ...this.#moneyOf(deal),
    };
    return this.#row(factId.acquisition(deal, isTracked), title, deal, cells, acquirer);
  }

  exits({ slug, name, exits }: Company): Row[] {
    return exits.map((exit) =>
      this.#row(factId.exit(slug, exit), `${name}: ${exit.kind}`, exit, {
        company: slug,
        exitKind: exit.kind,
        by: exit.by,
        ...this.#moneyOf(exit),
      }),
    );
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
    return {
      key: fact,
      title,
      entities: [cells.company, ...(other === undefined ? [] : [other])],
      date,
      ...daysIn(date),
      sources: distinct(deal.sources.map(({ url }) => url)),
      ...this.#dispute(fact),
      cells: {
        announcedOn: deal.announcedOn ?? null,
        year: yearOf(date),
        closedOn: deal.closedOn ?? null,
        ...this.#profileOf(cells.company),
        ...cells,
      },
    };
  }

  #moneyOf({ amount, currency = null }: Deal): Row['cells'] {
    return { amount: { amounts: sumOf({ amount, currency }) }, currency };
  }

  #profileOf(slug: string): Row['cells'] {
    const {
      sector = null,
      stage = null,
      status = null,
      geography = null,
      founded = null,
      tracked = null,
    } = this.#companies.get(slug)?.cells ?? {};
    return { sector, stage, status, geography, founded, tracked };
  }

  #nameOf(slug: string): string {
    return this.#known.get(slug)?.name ?? slug;
  }

  #dispute(fact: string): { disputedSince?: string } {
    const since = this.#noticed.has(fact) ? disputedSince(this.#notices, fact) : undefined;
    return since === undefined ? {} : { disputedSince: since };
  }
}

function stateOf({ closedOn, terminatedOn }: Registry['deals']['acquisitions'][number]): string {
  if (terminatedOn !== null) return 'called-off';
  return closedOn === null ? 'announced' : 'closed';
}
