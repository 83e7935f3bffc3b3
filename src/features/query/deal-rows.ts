/** Rounds, investments, valuations, acquisitions and exits as rows, joined with their companies. */
import { Slices } from '../../lib/slices.ts';
import type { DealSource } from '../../registry/deals.ts';
import { factId } from '../../registry/notices.ts';
import type { Registry } from '../../registry/schema.ts';
import { stageOfRound } from '../../registry/stage.ts';
import type { Entities } from '../diligence/entities.ts';
import { dateOf, distinct, moneyOf, type Row } from './deal-row.ts';
import { spanOf } from './query-time.ts';

type Deal = {
  announcedOn?: string | null;
  closedOn?: string | null;
  sources: readonly DealSource[];
};
type Sum = Parameters<typeof moneyOf>[0][number];

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
  /** @param other whose dossier has the deal, too */
  const row = (
    key: string,
    title: string,
    deal: Deal,
    cells: Row['cells'] & { company: string },
    other: readonly string[] = [],
  ): Row => {
    const date = dateOf(deal);
    const profile = profiles.get(cells.company);
    return {
      key,
      title,
      entities: [cells.company, ...other],
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
  const round = await slices.map(rounds, (deal) => {
    const investors = distinct(deal.investors.map(({ organization }) => organization));
    const leads = deal.investors.filter(({ role }) => role === 'lead');
    return row(factId.round(deal), `${name(deal.company)}: ${deal.round}`, deal, {
      ...roundCells(deal),
      lead: distinct(leads.map(({ organization }) => organization)),
      investors,
      investorCount: investors?.length ?? null,
      ...amountOf(deal),
    });
  });
  // A row for each investor of a round.
  const backings = await slices.map(rounds, (deal) =>
    deal.investors.map(({ organization: fund, role }) => {
      const title = `${name(fund)}: ${name(deal.company)}, ${deal.round}`;
      const cells = { fund, role, ...roundCells(deal) };
      return row(`${factId.round(deal)}/${fund}`, title, deal, cells, [fund]);
    }),
  );
  // A company that a fund lists, without the round that the share came from.
  const listed = await slices.map(holdings, (deal) => {
    const { fund, company } = deal;
    const cells = { fund, company, role: 'listed', round: null, roundStage: null };
    return row(factId.holding(deal), `${name(fund)}: ${name(company)}`, deal, cells, [fund]);
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
    return row(fact, `${name(acquirer)}: ${name(acquired)}`, deal, cells, [acquirer]);
  });
  const exits = await slices.map(tracked, ({ slug, name, exits }) =>
    exits.map((exit) => {
      const cells = { company: slug, exitKind: exit.kind, by: exit.by, ...amountOf(exit) };
      return row(factId.exit(slug, exit), `${name}: ${exit.kind}`, exit, cells);
    }),
  );
  return {
    round,
    backing: [...backings.flat(), ...listed],
    valuation,
    acquisition,
    exit: exits.flat(),
  };
}

function roundCells({ company, round }: { company: string; round: string }) {
  return { company, round, roundStage: stageOfRound(round) ?? null };
}
