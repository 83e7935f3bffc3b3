/**
 * Finds the company that a person means by a name. A match is certain or there is none: spelling
 * is forgiven only where it cannot lead to another company; everything else is a near miss.
 */
import MiniSearch from 'minisearch';
import { foldKey } from '../registry/fold.ts';
import type { Company } from '../registry/schema.ts';

export type NearMiss = { name: string; slug: string };
export type Lookup = { found: true; company: Company } | { found: false; nearMisses: NearMiss[] };

/** Shorter names are one letter away from too many others. */
const SHORTEST_FORGIVEN = 6;
const NEAR_MISSES = 5;
const LEGAL_FORM =
  /[\s,]+(?:inc|incorporated|llc|ltd|limited|gmbh|ag|bv|b\.v|sas|ab|oy|corp|corporation|co|pbc|plc)\.?$/i;

export class CompanyIndex {
  readonly #companies: ReadonlyMap<string, Company>;
  readonly #byKey = new Map<string, Company>();
  readonly #search = new MiniSearch<{ id: string; name: string; others: string }>({
    fields: ['name', 'others'],
    searchOptions: { fuzzy: 0.34, prefix: true, boost: { name: 2 } },
  });

  constructor(companies: readonly Company[]) {
    this.#companies = new Map(companies.map((company) => [company.slug, company]));
    for (const company of companies)
      for (const name of [company.name, company.slug, ...company.aliases])
        this.#byKey.set(foldKey(name), company);
    // Accounts come last: a company's own name outweighs another's account of that name.
    for (const company of companies)
      for (const account of [company.github, ...company.repositories.map(ownerOf)])
        if (!this.#byKey.has(foldKey(account))) this.#byKey.set(foldKey(account), company);
    this.#search.addAll(
      companies.map(({ slug, name, aliases, github }) => ({
        id: slug,
        name,
        others: [slug, ...aliases, github].join(' '),
      })),
    );
  }

  get(slug: string): Company | undefined {
    return this.#companies.get(slug);
  }

  /** @param text a name, alias, slug or GitHub account, in any case and punctuation */
  find(text: string): Lookup {
    const key = foldKey(text);
    const company =
      this.#byKey.get(key) ??
      this.#byKey.get(foldKey(withoutLegalForm(text))) ??
      this.#forgiven(key);
    if (company && key !== '') return { found: true, company };
    return { found: false, nearMisses: this.#nearMisses(text) };
  }

  /**
   * The one company whose name differs by a letter too many, a letter missing, or two letters
   * swapped. A wrong letter is not forgiven: that is how other companies' names differ. Nor are
   * letters of other scripts, which can look the same.
   */
  #forgiven(key: string): Company | undefined {
    if (key.length < SHORTEST_FORGIVEN || /[^a-z0-9]/.test(key)) return undefined;
    const candidates = new Set<Company>();
    for (const [known, company] of this.#byKey)
      if (known.length >= SHORTEST_FORGIVEN && isOneSlip(key, known)) candidates.add(company);
    const [only, ...others] = candidates;
    return others.length === 0 ? only : undefined;
  }

  #nearMisses(text: string): NearMiss[] {
    return this.#search
      .search(text.normalize('NFKC').slice(0, 80))
      .slice(0, NEAR_MISSES)
      .flatMap(({ id }) => {
        const company = this.#companies.get(String(id));
        return company ? [{ name: company.name, slug: company.slug }] : [];
      });
  }
}

/** `Langfuse GmbH` is `Langfuse`. */
export function withoutLegalForm(name: string): string {
  return name.trim().replace(LEGAL_FORM, '');
}

function ownerOf(repository: string): string {
  return repository.split('/')[0] ?? repository;
}

/** Whether one letter was dropped, added, or swapped with its neighbour. */
function isOneSlip(one: string, other: string): boolean {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (longer.length - shorter.length > 1) return false;
  let same = 0;
  while (same < shorter.length && shorter[same] === longer[same]) same++;
  if (longer.length > shorter.length) return shorter.slice(same) === longer.slice(same + 1);
  return (
    shorter[same] === longer[same + 1] &&
    shorter[same + 1] === longer[same] &&
    shorter.slice(same + 2) === longer.slice(same + 2)
  );
}
