/**
 * Companies and deals as tables: every entity of the dossiers, tracked or not, and every deal that
 * names one. Derived once per publication, in slices.
 */
import { Slices } from '../../lib/slices.ts';
import { ofRegistry } from '../../published/per-registry.ts';
import type { Published } from '../../published/published.ts';
import type { Registry } from '../../registry/schema.ts';
import { companyRows, knownEntities } from './company-rows.ts';
import { cellIn, type Row } from './deal-row.ts';
import { DealRows } from './deal-rows.ts';
import { acquirerRows, fundRows } from './investor-rows.ts';
import { findingRows } from './markets-and-findings.ts';
import type { Subject } from './query.ts';
import type { Table } from './table.ts';

export type DealSubject = Exclude<Subject, 'startup' | 'sector'>;

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

/** Derived once per registry. */
export function dealTables({ registry }: Published): Promise<DealTables> {
  return ofRegistry(registry, tablesOf);
}

async function tablesOf(registry: Registry): Promise<DealTables> {
  const { acquisitions, rounds, holdings, valuations } = registry.deals;
  const slices = new Slices();
  const known = knownEntities(registry);
  const companies = await companyRows(known, registry.deals);
  const rows = new DealRows(known, companies, registry);
  const backings = [
    ...(await slices.map(rounds, (deal) => rows.backings(deal))).flat(),
    ...(await slices.map(holdings, (deal) => rows.holding(deal))),
  ];
  const roundRows = await slices.map(rounds, (deal) => rows.round(deal));
  const acquired = await slices.map(acquisitions, (deal) => rows.acquisition(deal));
  return new DealTables(
    new Map<DealSubject, readonly Row[]>([
      ['company', companies],
      ['round', roundRows],
      ['backing', backings],
      ['valuation', await slices.map(valuations, (deal) => rows.valuation(deal))],
      ['acquisition', acquired],
      ['exit', (await slices.map(registry.companies, (company) => rows.exits(company))).flat()],
      ['fund', await fundRows(backings, roundRows, known)],
      ['acquirer', await acquirerRows(acquired, known)],
      ['finding', findingRows(registry)],
    ]),
  );
}
