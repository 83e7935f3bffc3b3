/** Finds a company by name, tolerating a typing error. */
import { foldKey } from '../registry/fold.ts';
import type { Company, Registry } from '../registry/schema.ts';
import { type Named, NameIndex, type NearMiss, namesOf } from './name-index.ts';
import { TypoIndex } from './typo-index.ts';
import { addressesIn, addressesOf } from './web-addresses.ts';

export type Lookup = { found: true; company: Company } | { found: false; nearMisses: NearMiss[] };

export class CompanyIndex {
  readonly #index: NameIndex<Company>;
  readonly #byAddress: ReadonlyMap<string, Company>;
  readonly #typos: TypoIndex;

  private constructor(companies: readonly Company[], index: NameIndex<Company>) {
    this.#index = index;
    this.#typos = new TypoIndex(index.byKey.keys());
    this.#byAddress = new Map(
      companies.flatMap((company) =>
        addressesOf(company).map((address): [string, Company] => [address, company]),
      ),
    );
  }

  static async of({ companies }: Pick<Registry, 'companies'>): Promise<CompanyIndex> {
    const index = await NameIndex.of(companies.map(namedCompany), ({ entry }) => ({
      name: entry.name,
      others: [entry.slug, ...entry.aliases, entry.github].join(' '),
    }));
    return new CompanyIndex(companies, index);
  }

  get(slug: string): Company | undefined {
    return this.#index.get(slug);
  }

  /**
   * @param text a name, alias, slug or GitHub account, ignoring case and punctuation; a domain, an
   *   address of a page or repository, or `owner/name`
   */
  find(text: string): Lookup {
    const company =
      this.#index.find(text) ?? this.#atAddress(text) ?? this.#corrected(foldKey(text));
    if (company) return { found: true, company };
    return { found: false, nearMisses: this.#index.nearMisses(text) };
  }

  #atAddress(text: string): Company | undefined {
    return addressesIn(text.trim())
      .map((address) => this.#byAddress.get(address))
      .find((company) => company !== undefined);
  }

  /** The company that a misspelled name must mean, if there is exactly one. */
  #corrected(key: string): Company | undefined {
    const near = this.#typos.near(key).map((known) => this.#index.byKey.get(known));
    const [only, ...others] = new Set(near);
    return others.length === 0 ? only : undefined;
  }
}

/** A company with all its names, including its accounts on the hosting service. */
function namedCompany(company: Company): Named<Company> {
  const owners = company.repositories.map(({ name }) => name.split('/', 1).join());
  return { entry: company, names: namesOf(company), accounts: [company.github, ...owners] };
}
