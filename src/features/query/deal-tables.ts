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
  const groups = (list: readonly Row[], field: string) =>
    [...Map.groupBy(list, ({ cells }) => String(cells[field]))].map(
      ([slug, own]) => [entities.get(slug) ?? { slug, name: slug }, own] as const,
    );
  // Startups and sectors have tables of their own, of weeks.
  const all: Readonly<Partial<Record<Subject, readonly Row[]>>> = {
    ...rows,
    company,
    fund: await slices.map(groups(rows.backing, 'fund'), ([fund, own]) => fundRow(fund, own)),
    acquirer: await slices.map(groups(made, 'acquirer'), ([one, own]) => acquirerRow(one, own)),
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
