/**
 * Companies and deals as tables: every entity of the dossiers, tracked or not, as it is known today, every
 * deal that names one, investors, and acquirers. Derived once per registry, in slices.
 */
import { listed } from '../../lib/prose.ts';
import { Slices } from '../../lib/slices.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Published } from '../../published/published.ts';
import { compareLatestFirst } from '../../registry/partial-date.ts';
import type { Registry } from '../../registry/schema.ts';
import { Entities, type Entity } from '../diligence/entities.ts';
import { cellIn, dateOf, dealRows, distinct, latest, moneyOf, type Row } from './deal-rows.ts';
import type { Subject } from './query.ts';
import type { Table } from './query-fields.ts';

export type DealTables = Awaited<ReturnType<typeof tablesOf>>;

export function dealTables({ registry }: Published): Promise<DealTables> {
  return ofRegistry(registry, tablesOf);
}

async function tablesOf(registry: Registry) {
  const slices = new Slices();
  const entities = await ofRegistry(registry, Entities.of);
  const company = await slices.map(entities.all, companyRow);
  const rows = await dealRows(registry, entities, company);
  const made = rows.acquisition.filter(({ cells }) => cells['state'] !== 'called-off');
  /** A row for each organization that a field of the deals names. */
  const organizations = async (
    deals: readonly Row[],
    field: string,
    cells: (entity: Entity, own: readonly Row[]) => Row['cells'],
  ) => {
    const groups = Map.groupBy(deals, (deal) => entities.get(String(deal.cells[field])));
    const found = await slices.map([...groups], ([entity, own]) => {
      const [lastOn = null] = own.map(({ date }) => date).toSorted(compareLatestFirst);
      const shared = { sectors: distinctIn(own, 'sector'), lastOn };
      return entity ? organizationRow(entity, { ...cells(entity, own), ...shared }) : [];
    });
    return found.flat();
  };
  // Startups and sectors have tables of their own, of weeks.
  const all: Readonly<Partial<Record<Subject, readonly Row[]>>> = {
    ...rows,
    company,
    fund: await organizations(rows.backing, 'fund', fundCells),
    acquirer: await organizations(made, 'acquirer', acquirerCells),
  };
  const rowsOf = (subject: Subject): readonly Row[] => all[subject] ?? [];
  const companies = new Map(company.map((row) => [row.key, row]));
  return {
    rows: rowsOf,
    /** The facts about a company as of today. */
    company: (slug: string) => companies.get(slug),
    /** @param currency the currency of all amounts */
    table: (subject: Subject, currency: string): Table => {
      const list = rowsOf(subject);
      return {
        keys: list.map(({ key }) => key),
        rows: () => [...list.keys()],
        column: (field) => (row) => cellIn(list[row]?.cells[field], currency),
      };
    },
  };
}

/** Its date and its sources are those of its dossier. */
function organizationRow({ slug, name }: Entity, cells: Row['cells']): Row {
  const named = { name, ...cells };
  return { key: slug, title: name, entity: slug, date: null, sources: [], cells: named };
}

function companyRow(entity: Entity): Row {
  const { company, rounds, formerNames } = entity;
  const isInForce = ({ terminatedOn }: { terminatedOn: string | null }) => terminatedOn === null;
  const bought = entity.acquisitionsMade.filter(isInForce);
  const valued = latest(entity.valuations);
  const last = entity.stage ? entity.stage.lastRound : latest(rounds);
  const investors = rounds.flatMap((round) => round.investors);
  const leads = investors.filter(({ role }) => role === 'lead');
  const backers = distinct([
    ...investors.map(({ organization }) => organization),
    ...entity.heldBy.map(({ fund }) => fund),
  ]);
  return organizationRow(entity, {
    kind: entity.kind,
    tracked: company ? 'yes' : 'no',
    ...(company && {
      sector: company.sector,
      stage: entity.stage?.stage ?? null,
      status: entity.status?.status ?? null,
      geography: company.geography,
      founded: company.founded,
    }),
    raised: moneyOf(rounds),
    rounds: rounds.length,
    backers,
    leads: distinct(leads.map(({ organization }) => organization)),
    backerCount: backers?.length ?? null,
    lastRound: last?.round ?? null,
    lastRoundOn: last ? dateOf(last) : null,
    lastRoundAmount: moneyOf(last ? [last] : []),
    valuation: moneyOf(valued ? [valued] : []),
    valuedOn: valued?.announcedOn ?? null,
    acquiredBy: latest(entity.acquiredBy.filter(isInForce))?.acquirer ?? null,
    acquired: distinct(bought.map(({ acquired }) => acquired)),
    acquisitions: bought.length,
    description: company?.description ?? null,
    // `Timescale (until 2025-06-17)`
    formerNames:
      formerNames.length === 0
        ? null
        : listed(formerNames.map(({ name, until }) => (until ? `${name} (until ${until})` : name))),
    website: entity.website,
    github: company?.github ?? null,
    repositoryCount: company?.repositories.length ?? null,
    repositories: company ? listed(company.repositories.map(({ name }) => name)) : null,
  });
}

/** @param backings the fund's, at least one */
function fundCells(fund: Entity, backings: readonly Row[]): Row['cells'] {
  const inRounds = backings.filter(({ cells }) => cells['role'] !== 'listed');
  const led = backings.filter(({ cells }) => cells['role'] === 'lead');
  const backed = distinctIn(backings, 'company');
  const together = fund.investments.flatMap(({ investors }) =>
    investors.map(({ organization }) => organization),
  );
  return {
    companies: backed?.length ?? 0,
    rounds: inRounds.length,
    roundsLed: led.length,
    backed,
    led: distinctIn(led, 'company'),
    coinvestors: distinct(together.filter((slug) => slug !== fund.slug)),
  };
}

/** @param acquisitions the ones it made that were not called off */
function acquirerCells({ company }: Entity, acquisitions: readonly Row[]): Row['cells'] {
  return {
    tracked: company ? 'yes' : 'no',
    acquisitions: acquisitions.length,
    acquired: distinctIn(acquisitions, 'acquired'),
  };
}

function distinctIn(rows: readonly Row[], field: string): readonly string[] | null {
  return distinct(rows.flatMap(({ cells }) => (cells[field] == null ? [] : String(cells[field]))));
}
