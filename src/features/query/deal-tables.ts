/**
 * What is known of companies and their deals today, as tables: every entity of the dossiers, tracked
 * or not, and every deal that names one. Derived once per publication, in slices.
 */
import { parseDay } from '../../lib/period.ts';
import { Slices } from '../../lib/slices.ts';
import type { Published } from '../../published/published.ts';
import type { DealSource } from '../../registry/deals.ts';
import { disputedSince, factId } from '../../registry/notices.ts';
import { compareLatestFirst, firstDay, lastDay } from '../../registry/partial-date.ts';
import type { Company, Registry } from '../../registry/schema.ts';
import { stageOf, stageOfRound } from '../../registry/stage.ts';
import { statusOf } from '../../registry/status.ts';
import type { ENTITY_KINDS } from '../diligence/entities.ts';
import { marketOf } from '../markets/market.ts';
import type { Subject } from './query.ts';
import type { Cell, Table } from './table.ts';
import type { Days } from './when.ts';

/** Added and compared in one currency alone. */
export type Money = { amounts: readonly { amount: number; currency: string }[] };

export type DealSubject = Exclude<Subject, 'startup' | 'sector'>;

export type Row = {
  key: string;
  /** In answers: a name, or `Langfuse: Seed`. */
  title: string;
  /** Whose dossiers it is from, by slug. */
  entities: readonly string[];
  cells: Readonly<Record<string, Cell | Money>>;
  /** When it was announced or, where only that is known, closed. */
  date: string | null;
  /** The first and last day that the date can mean. */
  days?: Days;
  /** Of a deal. */
  sources: readonly string[];
  disputedSince?: string;
};

type Known = {
  slug: string;
  name: string;
  kind: (typeof ENTITY_KINDS)[number];
  website: string | null;
  company?: Company;
};

const NO_MONEY: Money = { amounts: [] };

export class DealTables {
  readonly #rows = new Map<DealSubject, readonly Row[]>();
  readonly #places = new Map<DealSubject, ReadonlyMap<string, number>>();

  constructor(rows: ReadonlyMap<DealSubject, readonly Row[]>) {
    for (const [subject, list] of rows) this.add(subject, list);
  }

  add(subject: DealSubject, rows: readonly Row[]): void {
    this.#rows.set(subject, rows);
    this.#places.set(subject, new Map(rows.map(({ key }, index) => [key, index])));
  }

  rows(subject: DealSubject): readonly Row[] {
    return this.#rows.get(subject) ?? [];
  }

  /** What is known of a company today. */
  company(slug: string): Row | undefined {
    const row = this.#places.get('company')?.get(slug);
    return row === undefined ? undefined : this.rows('company')[row];
  }

  /** @param currency the one in which money is meant */
  table(subject: DealSubject, currency: string): Table {
    const rows = this.rows(subject);
    const places = this.#places.get(subject);
    return {
      size: rows.length,
      rows: () => rows.map((_, row) => row),
      keyOf: (row) => rows[row]?.key ?? '',
      rowOf: (key) => places?.get(key),
      column: (field) => (row) => cellIn(rows[row]?.cells[field], currency),
    };
  }
}

/** A value in the currency; null where it is not known or in another one. */
export function cellIn(cell: Cell | Money | undefined, currency: string): Cell {
  if (cell === undefined) return null;
  if (!isMoney(cell)) return cell;
  const own = cell.amounts.filter((sum) => sum.currency === currency);
  return own.length === 0 ? null : own.reduce((sum, { amount }) => sum + amount, 0);
}

export function isMoney(cell: Cell | Money | undefined): cell is Money {
  return typeof cell === 'object' && cell !== null && 'amounts' in cell;
}

/** Derived once per publication. */
export async function dealTables(published: Published): Promise<DealTables> {
  const { registry } = published;
  const { acquisitions, rounds, holdings, valuations } = registry.deals;
  const slices = new Slices();
  const known = knownEntities(registry);
  const notices = [...registry.companies, ...registry.organizations].flatMap((one) => one.notices);
  const disputed = new Set(notices.map(({ fact }) => fact));
  const nameOf = (slug: string | null) => (slug === null ? '' : (known.get(slug)?.name ?? slug));
  const mark = (fact: string) => {
    const since = disputed.has(fact) ? disputedSince(notices, fact) : undefined;
    return since === undefined ? {} : { disputedSince: since };
  };

  const roundsOf = Map.groupBy(rounds, ({ company }) => company);
  const valuationsOf = Map.groupBy(valuations, ({ company }) => company);
  const holdingsIn = Map.groupBy(holdings, ({ company }) => company);
  const boughtBy = Map.groupBy(acquisitions, ({ acquirer }) => acquirer);
  const soldBy = Map.groupBy(acquisitions, ({ acquired }) => acquired);

  const companies = new Map<string, Row>();
  for (const one of known.values()) {
    if (slices.isOver) await slices.pause();
    const own = roundsOf.get(one.slug) ?? [];
    const valued = latest(valuationsOf.get(one.slug) ?? []);
    const bought = (boughtBy.get(one.slug) ?? []).filter(
      ({ terminatedOn }) => terminatedOn === null,
    );
    const profile = one.company && profileOn(one.company, own);
    const last = profile ? profile.lastRound : latest(own);
    const investors = own.flatMap((round) => round.investors);
    const backers = distinct([
      ...investors.map(({ organization }) => organization),
      ...(holdingsIn.get(one.slug) ?? []).map(({ fund }) => fund),
    ]);
    const sale = latest((soldBy.get(one.slug) ?? []).filter((deal) => deal.terminatedOn === null));
    companies.set(one.slug, {
      key: one.slug,
      title: one.name,
      entities: [one.slug],
      date: null,
      sources: [],
      cells: {
        name: one.name,
        kind: one.kind,
        tracked: yesNo(one.company !== undefined),
        ...profile?.cells,
        raised: { amounts: own.flatMap(sumOf) },
        rounds: own.length,
        backers: some(backers),
        leads: some(
          distinct(
            investors.flatMap(({ organization, role }) => (role === 'lead' ? [organization] : [])),
          ),
        ),
        backerCount: backers.length === 0 ? null : backers.length,
        lastRound: last?.round ?? null,
        lastRoundOn: last ? dateOf(last) : null,
        lastRoundAmount: last ? { amounts: sumOf(last) } : NO_MONEY,
        valuation: valued ? { amounts: sumOf(valued) } : NO_MONEY,
        valuedOn: valued?.announcedOn ?? null,
        acquiredBy: sale?.acquirer ?? null,
        acquired: some(distinct(bought.map(({ acquired }) => acquired))),
        acquisitions: bought.length,
        description: one.company?.description ?? null,
        website: one.website,
        github: one.company?.github ?? null,
      },
    });
  }
  const ofCompany = (slug: string) => {
    const { sector, stage, status, geography, founded, tracked } = companies.get(slug)?.cells ?? {};
    return { sector, stage, status, geography, founded, tracked } as Row['cells'];
  };
  const row = (
    fact: string,
    title: string,
    entities: readonly (string | null)[],
    deal: Deal,
    cells: Row['cells'],
  ): Row => ({
    key: fact,
    title,
    entities: entities.filter((slug) => slug !== null),
    date: dateOf(deal),
    ...daysIn(dateOf(deal)),
    sources: distinct(deal.sources.map(({ url }) => url)),
    ...mark(fact),
    cells: {
      announcedOn: deal.announcedOn ?? null,
      year: yearOf(dateOf(deal)),
      closedOn: deal.closedOn ?? null,
      ...('amount' in deal && {
        amount: { amounts: sumOf(deal) },
        currency: deal.currency ?? null,
      }),
      ...cells,
    },
  });

  const rows = new Map<DealSubject, Row[]>();
  rows.set('company', [...companies.values()]);
  rows.set(
    'round',
    rounds.map((deal) => {
      const investors = deal.investors.map(({ organization }) => organization);
      const leads = deal.investors.flatMap((one) =>
        one.role === 'lead' ? [one.organization] : [],
      );
      return row(
        factId.round(deal),
        `${nameOf(deal.company)}: ${deal.round}`,
        [deal.company],
        deal,
        {
          company: deal.company,
          round: deal.round,
          roundStage: stageOfRound(deal.round) ?? null,
          lead: some(leads),
          investors: some(investors),
          investorCount: investors.length === 0 ? null : investors.length,
          ...ofCompany(deal.company),
        },
      );
    }),
  );
  if (slices.isOver) await slices.pause();
  rows.set('backing', [
    ...rounds.flatMap((deal) =>
      deal.investors.map(({ organization, role }) =>
        row(
          `${factId.round(deal)}/${organization}`,
          `${nameOf(organization)}: ${nameOf(deal.company)}, ${deal.round}`,
          [deal.company, organization],
          { ...deal, amount: undefined },
          {
            fund: organization,
            company: deal.company,
            role,
            round: deal.round,
            roundStage: stageOfRound(deal.round) ?? null,
            ...ofCompany(deal.company),
          },
        ),
      ),
    ),
    ...holdings.map((deal) =>
      row(
        factId.holding(deal),
        `${nameOf(deal.fund)}: ${nameOf(deal.company)}`,
        [deal.company, deal.fund],
        deal,
        {
          fund: deal.fund,
          company: deal.company,
          role: 'listed',
          round: null,
          roundStage: null,
          ...ofCompany(deal.company),
        },
      ),
    ),
  ]);
  if (slices.isOver) await slices.pause();
  rows.set(
    'valuation',
    valuations.map((deal) =>
      row(factId.valuation(deal), nameOf(deal.company), [deal.company], deal, {
        company: deal.company,
        basis: deal.basis,
        ...ofCompany(deal.company),
      }),
    ),
  );
  rows.set(
    'acquisition',
    acquisitions.map((deal) =>
      row(
        factId.acquisition(deal, known.get(deal.acquired)?.company !== undefined),
        `${nameOf(deal.acquirer)}: ${nameOf(deal.acquired)}`,
        [deal.acquired, deal.acquirer],
        deal,
        {
          acquirer: deal.acquirer,
          acquired: deal.acquired,
          state: stateOf(deal),
          ...ofCompany(deal.acquired),
        },
      ),
    ),
  );
  rows.set(
    'exit',
    registry.companies.flatMap((company) =>
      company.exits.map((exit) =>
        row(
          factId.exit(company.slug, exit),
          `${company.name}: ${exit.kind}`,
          [company.slug],
          exit,
          {
            company: company.slug,
            exitKind: exit.kind,
            by: exit.by,
            ...ofCompany(company.slug),
          },
        ),
      ),
    ),
  );
  if (slices.isOver) await slices.pause();
  rows.set('fund', fundRows(rows.get('backing') ?? [], rows.get('round') ?? [], nameOf));
  if (slices.isOver) await slices.pause();
  rows.set('acquirer', acquirerRows(rows.get('acquisition') ?? [], companies, nameOf));
  rows.set('finding', findingRows(registry));
  return new DealTables(rows);
}

/** What a tracked company is on a day. */
export function profileOn(company: Company, rounds: Registry['deals']['rounds'], day?: string) {
  const { stage, lastRound } = stageOf(company, { rounds }, day);
  const { status } = statusOf(company, day);
  const { sector, geography, founded } = company;
  return { lastRound, cells: { sector, stage, status, geography, founded } };
}

type Deal = {
  announcedOn?: string | null;
  closedOn?: string | null;
  amount?: number | null | undefined;
  currency?: string | null;
  sources: readonly DealSource[];
};

function fundRows(
  backings: readonly Row[],
  rounds: readonly Row[],
  nameOf: (slug: string) => string,
): Row[] {
  const together = new Map<string, Set<string>>();
  for (const { cells } of rounds)
    for (const one of listOf(cells['investors'])) {
      const others = together.get(one) ?? new Set();
      for (const other of listOf(cells['investors'])) if (other !== one) others.add(other);
      together.set(one, others);
    }
  return [...Map.groupBy(backings, ({ cells }) => String(cells['fund']))].map(([fund, own]) => {
    const inRounds = own.filter(({ cells }) => cells['role'] !== 'listed');
    const led = own.filter(({ cells }) => cells['role'] === 'lead');
    const backed = companiesOf(own);
    return {
      key: fund,
      title: nameOf(fund),
      entities: [fund],
      date: null,
      sources: [],
      cells: {
        name: nameOf(fund),
        companies: backed.length,
        rounds: inRounds.length,
        roundsLed: led.length,
        backed,
        led: some(companiesOf(led)),
        coinvestors: some([...(together.get(fund) ?? [])]),
        sectors: some(distinct(own.flatMap(({ cells }) => listOf(cells['sector'])))),
        lastOn: latest(inRounds.map(({ date }) => ({ announcedOn: date })))?.announcedOn ?? null,
      },
    };
  });
}

function acquirerRows(
  acquisitions: readonly Row[],
  companies: ReadonlyMap<string, Row>,
  nameOf: (slug: string) => string,
): Row[] {
  const made = acquisitions.filter(({ cells }) => cells['state'] !== 'called-off');
  return [...Map.groupBy(made, ({ cells }) => String(cells['acquirer']))].map(
    ([acquirer, own]) => ({
      key: acquirer,
      title: nameOf(acquirer),
      entities: [acquirer],
      date: null,
      sources: [],
      cells: {
        name: nameOf(acquirer),
        tracked: companies.get(acquirer)?.cells['tracked'] ?? 'no',
        acquisitions: own.length,
        acquired: distinct(own.map(({ cells }) => String(cells['acquired']))),
        sectors: some(distinct(own.flatMap(({ cells }) => listOf(cells['sector'])))),
        lastOn: latest(own.map(({ date }) => ({ announcedOn: date })))?.announcedOn ?? null,
      },
    }),
  );
}

function findingRows({ findings }: Registry): Row[] {
  return findings.findings.map(({ slug, title, statement, numbers }) => ({
    key: slug,
    title,
    entities: [],
    date: null,
    sources: [],
    cells: {
      name: title,
      statement: statement.replace(/\{(\w+)\}/g, (_, name: string) => String(numbers[name] ?? '')),
    },
  }));
}

/** Derived once per publication, and apart from the deals: it needs the records of the latest week. */
export async function marketRows(published: Published): Promise<Row[]> {
  const markets = await Promise.all(
    published.registry.markets.map(({ slug }) => marketOf(slug, published)),
  );
  return markets.map((market) => {
    const [leader] = market.candidates;
    return {
      key: market.slug,
      title: market.question,
      entities: [],
      date: market.opened,
      sources: [],
      cells: {
        name: market.question,
        status: market.status,
        sector: market.sector,
        decides: market.metric,
        opened: market.opened,
        closes: market.closes,
        leader: leader?.slug ?? null,
        probability: leader?.probability ?? null,
        winner: market.resolution?.winner ?? null,
      },
    };
  });
}

function knownEntities({ companies, organizations }: Registry): Map<string, Known> {
  return new Map([
    ...organizations.map((one): [string, Known] => [one.slug, one]),
    ...companies.map((company): [string, Known] => [
      company.slug,
      {
        slug: company.slug,
        name: company.name,
        kind: 'startup',
        website: company.website,
        company,
      },
    ]),
  ]);
}

function stateOf({ closedOn, terminatedOn }: Registry['deals']['acquisitions'][number]): string {
  if (terminatedOn !== null) return 'called-off';
  return closedOn === null ? 'announced' : 'closed';
}

function sumOf({ amount, currency }: Pick<Deal, 'amount' | 'currency'>): Money['amounts'] {
  return amount == null || currency == null ? [] : [{ amount, currency }];
}

function dateOf({ announcedOn = null, closedOn = null }: Omit<Deal, 'sources'>): string | null {
  return announcedOn ?? closedOn;
}

function daysIn(date: string | null): { days?: Days } {
  if (date === null) return {};
  return { days: { first: parseDay(firstDay(date)), last: parseDay(lastDay(date)) } };
}

function yearOf(date: string | null): number | null {
  return date === null ? null : Number(date.slice(0, 4));
}

/** The first of those with the latest date; undated ones come last. */
function latest<T extends { announcedOn?: string | null; closedOn?: string | null }>(
  deals: readonly T[],
): T | undefined {
  return deals.toSorted((a, b) => compareLatestFirst(dateOf(a), dateOf(b)))[0];
}

function companiesOf(backings: readonly Row[]): string[] {
  return distinct(backings.map(({ cells }) => String(cells['company'])));
}

/** The values of a cell that may have several, one or none. */
export function listOf(cell: Cell | Money | undefined): readonly string[] {
  if (cell === undefined || cell === null || isMoney(cell)) return [];
  return typeof cell === 'object' ? cell : [String(cell)];
}

function some(values: readonly string[]): readonly string[] | null {
  return values.length === 0 ? null : values;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
