/**
 * A publication: the editions, the registry, the base address, and values derived from them. A new
 * publication is a new object.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { Addresses } from '../lib/addresses.ts';
import { UnavailableError } from '../lib/errors.ts';
import { Memo } from '../lib/memoize.ts';
import type { EditionStore } from '../pipeline/edition/edition-store.ts';
import type { Registry } from '../registry/schema.ts';
import { Editions, notPublished } from './editions.ts';
import { CompanyIndex } from './find-company.ts';
import { ofRegistry } from './per-registry.ts';

export type Derivation<T> = (published: Published) => T | Promise<T>;

/** The operator of this service; undefined fields are not configured. */
export type Operator = { name: string | undefined; email: string | undefined };

export type Publisher = {
  /** Prefix of published addresses, without a trailing slash. */
  baseUrl: string;
  operator?: Operator;
};

/** The store of editions, its publisher, and the registry. */
export type Site = Publisher & {
  store: EditionStore;
  /** As it is now: the same object as long as none of its files changes. */
  registry: () => Promise<Registry>;
};

/** More than there are deriving functions. */
const MAX_DERIVED = 1_000;

/** Preparation takes seconds, and asking again costs nothing. */
const RETRY_AFTER_SECONDS = 2;

/** Set in what preparation calls, which may wait for what it is made from. */
const preparation = new AsyncLocalStorage<true>();

const NO_OPERATOR: Operator = { name: undefined, email: undefined };

export class Published {
  readonly editions: Editions;
  readonly registry: Registry;
  readonly companies: CompanyIndex;
  readonly addresses: Addresses;
  readonly operator: Operator;
  /** Price tiers that can be bought here. */
  readonly onSale: ReadonlySet<string>;
  readonly #derived = new Memo<Derivation<unknown>, unknown>({ entries: MAX_DERIVED });
  #isPreparing = false;

  private constructor(
    editions: Editions,
    registry: Registry,
    companies: CompanyIndex,
    { baseUrl, operator = NO_OPERATOR }: Publisher,
    onSale: ReadonlySet<string>,
  ) {
    this.editions = editions;
    this.registry = registry;
    this.companies = companies;
    this.addresses = new Addresses(baseUrl);
    this.operator = operator;
    this.onSale = onSale;
  }

  /** Opens the newest publication, with the registry as it is now; undefined before the first one. */
  static async open(
    site: Site,
    onSale: ReadonlySet<string> = new Set(),
  ): Promise<Published | undefined> {
    const editions = await Editions.open(site.store);
    if (!editions) return undefined;
    const registry = await site.registry();
    const companies = await ofRegistry(registry, CompanyIndex.of);
    return new Published(editions, registry, companies, site, onSale);
  }

  get baseUrl(): string {
    return this.addresses.baseUrl;
  }

  get isPreparing(): boolean {
    return this.#isPreparing;
  }

  /** Makes these one after the other. In the meantime, requests are refused what is not made yet. */
  async prepare(
    all: Iterable<Derivation<unknown>>,
    onFault: (error: unknown) => void,
  ): Promise<void> {
    this.#isPreparing = true;
    await preparation.run(true, async () => {
      for (const make of all) await this.derived(make).catch(onFault);
    });
    this.#isPreparing = false;
  }

  /**
   * A value that depends only on the publication, such as a search index. It is computed on first use
   * and cached as long as the publication lives. The function is the cache key, so it must be the
   * same object each time: declare it at the top level. Rejects with `preparing` while the value is
   * still being prepared.
   */
  async derived<T>(make: Derivation<T>): Promise<T> {
    if (this.#isPreparing && !preparation.getStore() && !this.#derived.has(make))
      throw new UnavailableError(
        'preparing',
        'The service has just started and is still preparing this; ask again in a few seconds.',
        { details: { retryAfter: RETRY_AFTER_SECONDS } },
      );
    return this.#derived.get(make, () => make(this));
  }
}

/** The newest publication. @throws BellwetherError `not-published` */
export async function openPublished(site: Site): Promise<Published> {
  const published = await Published.open(site);
  if (published) return published;
  throw notPublished();
}
