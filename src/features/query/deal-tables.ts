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
import { DealRows } from './deal-rows.ts';
import type { Subject } from './query.ts';
import type { Table } from './table.ts';

export type DealSubject = Exclude<Subject, 'startup' | 'sector'>;

export class DealTables {
  readonly #rows: Readonly<Record<DealSubject, readonly Row[]>>;
  readonly #places = new Map<string, ReadonlyMap<string, number>>();

  constructor(rows: Readonly<Record<DealSubject, readonly Row[]>>) {
    this.#rows = rows;
    for (const [subject, list] of Object.entries(rows))
      this.#places.set(subject, new Map(list.map(({ key }, index) => [key, index])));
  }

  rows(subject: Subject): readonly Row[] {
    return subject === 'startup' || subject === 'sector' ? [] : this.#rows[subject];
  }

  /** The facts about a company as of today. */
  company(slug: string): Row | undefined {
    return this.#rows.company[this.#places.get('company')?.get(slug) ?? -1];
  }

  /** @param currency the currency of all amounts */
  table(subject: DealSubject, currency: string): Table {
    const rows = this.#rows[subject];
    return {
      size: rows.length,
      rows: () => rows.map((_, row) => row),
      keyOf: (row) => rows[row]?.key ?? '',
      rowOf: (key) => this.#places.get(subject)?.get(key),
      column: (field) => (row) => cellIn(rows[row]?.cells[field], currency),
    };
  }
}

export function dealTables({ registry }: Published): Promise<DealTables> {
  return ofRegistry(registry, tablesOf);
}

async function tablesOf(registry: Registry): Promise<DealTables> {
  const { acquisitions, rounds, holdings, valuations } = registry.deals;
  const slices = new Slices();
  const entities = await ofRegistry(registry, Entities.of);
  const companies = await slices.map(entities.all, companyRow);
  const rows = new DealRows(entities, companies);
  const backing = [
    ...(await slices.map(rounds, (deal) => rows.backings(deal))).flat(),
    ...(await slices.map(holdings, (deal) => rows.holding(deal))),
  ];
  const acquisition = await slices.map(acquisitions, (deal) => rows.acquisition(deal));
  const made = acquisition.filter(({ cells }) => cells['state'] !== 'called-off');
  const by = (list: readonly Row[], field: string) =>
    [...Map.groupBy(list, ({ cells }) => String(cells[field]))].map(
      ([slug, own]) => [entities.get(slug) ?? { slug, name: slug }, own] as const,
    );
  return new DealTables({
    company: companies,
    round: await slices.map(rounds, (deal) => rows.round(deal)),
    backing,
    valuation: await slices.map(valuations, (deal) => rows.valuation(deal)),
    acquisition,
    exit: (await slices.map(registry.companies, (company) => rows.exits(company))).flat(),
    fund: await slices.map(by(backing, 'fund'), ([fund, own]) => fundRow(fund, own)),
    acquirer: await slices.map(by(made, 'acquirer'), ([one, own]) => acquirerRow(one, own)),
  });
}
