/**
 * What is published, as capabilities see it: the editions, the registry, the address, and whatever
 * has been derived from them. One object stands for one publication; a new one takes its place.
 */

import { Addresses } from '../lib/addresses.ts';
import { Memo } from '../lib/memoize.ts';
import type { Registry } from '../registry/schema.ts';
import type { Editions } from './editions.ts';
import { CompanyIndex } from './find-company.ts';

export type Derivation<T> = (published: Published) => T | Promise<T>;

/** Who runs this service; undefined where nobody has said so. */
export type Operator = { name: string | undefined; email: string | undefined };

/** More than there are functions that derive something. */
const MAX_DERIVED = 1_000;

/** The next publication has the same companies: a service reads its registry once. */
const companyIndexes = new WeakMap<Registry['companies'], CompanyIndex>();

function companyIndexOf(companies: Registry['companies']): CompanyIndex {
  const known = companyIndexes.get(companies) ?? new CompanyIndex(companies);
  companyIndexes.set(companies, known);
  return known;
}

const NOBODY: Operator = { name: undefined, email: undefined };

export class Published {
  readonly editions: Editions;
  readonly registry: Registry;
  readonly companies: CompanyIndex;
  readonly addresses: Addresses;
  readonly operator: Operator;
  /** Tiers of the price list that can be bought here. */
  readonly onSale: ReadonlySet<string>;
  readonly #derived = new Memo<Derivation<unknown>, unknown>({ entries: MAX_DERIVED });

  constructor(
    editions: Editions,
    registry: Registry,
    baseUrl: string,
    operator: Operator = NOBODY,
    onSale: ReadonlySet<string> = new Set(),
  ) {
    this.editions = editions;
    this.registry = registry;
    this.companies = companyIndexOf(registry.companies);
    this.addresses = new Addresses(baseUrl);
    this.operator = operator;
    this.onSale = onSale;
  }

  /** What published addresses begin with; no trailing slash. */
  get baseUrl(): string {
    return this.addresses.baseUrl;
  }

  /**
   * Something that depends on the publication alone, such as a search index: made at its first use
   * and kept as long as the publication is. The function is the key, so it must be the same one
   * each time: a declared function, not one made on the spot.
   */
  derived<T>(make: Derivation<T>): Promise<T> {
    return this.#derived.get(make, () => make(this));
  }
}
