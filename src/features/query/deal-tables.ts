/**
 * Companies and deals as tables: every entity of the dossiers, tracked or not, and every deal that
 * names one. Derived once per registry, in slices.
 */
import { Slices } from '../../lib/slices.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { Entities } from '../diligence/entities.ts';
import { acquirerRow, companyRow, fundRow } from './company-rows.ts';
import { cellIn, type Row } from './deal-row.ts';
import { dealRows } from './deal-rows.ts';
import type { Subject } from './query.ts';
import type { Table } from './table.ts';

/** Startups and sectors have tables of their own, of weeks. */
type DealSubject = Exclude<Subject, 'startup' | 'sector'>;

export class DealTables {
  readonly #rows: Readonly<Partial<Record<Subject, readonly Row[]>>>;
  readonly #companies: ReadonlyMap<string, Row>;

  constructor(rows: Readonly<Record<DealSubject, readonly Row[]>>) {
    this.#rows = rows;
    this.#companies = new Map(rows.company.map((row) => [row.key, row]));
  }

  rows(subject: Subject): readonly Row[] {
    return this.#rows[subject] ?? [];
  }

  /** The facts about a company as of today. */
  company(slug: string): Row | undefined {
    return this.#companies.get(slug);
  }

  /** @param currency the currency of all amounts */
  table(subject: Subject, currency: string): Table {
    const rows = this.rows(subject);
    return {
      keys: rows.map(({ key }) => key),
      rows: () => [...rows.keys()],
      column: (field) => (row) => cellIn(rows[row]?.cells[field], currency),
    };
  }
}

export function dealTables({ registry }: Published): Promise<DealTables> {
  return ofRegistry(registry, tablesOf);
}

async function tablesOf(registry: Registry): Promise<DealTables> {
  const slices = new Slices();
  const entities = await ofRegistry(registry, Entities.of);
  const company = await slices.map(entities.all, companyRow);
  const rows = await dealRows(registry, entities, company);
  const made = rows.acquisition.filter(({ cells }) => cells['state'] !== 'called-off');
  const groups = (list: readonly Row[], field: string) =>
    [...Map.groupBy(list, ({ cells }) => String(cells[field]))].map(
      ([slug, own]) => [entities.get(slug) ?? { slug, name: slug }, own] as const,
    );
  return new DealTables({
    ...rows,
    company,
    fund: await slices.map(groups(rows.backing, 'fund'), ([fund, own]) => fundRow(fund, own)),
    acquirer: await slices.map(groups(made, 'acquirer'), ([one, own]) => acquirerRow(one, own)),
  });
}
