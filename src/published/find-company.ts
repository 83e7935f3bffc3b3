/** Finds the company that a person means by a name, forgiving a slip of the keyboard. */
import { foldKey } from '../registry/fold.ts';
import type { Company } from '../registry/schema.ts';
import { type Named, NameIndex, type NearMiss } from './name-index.ts';

export type Lookup = { found: true; company: Company } | { found: false; nearMisses: NearMiss[] };

/** Shorter names are one letter away from too many others. */
const MIN_FORGIVEN_LETTERS = 6;

export class CompanyIndex {
  readonly #index: NameIndex<Company>;

  constructor(companies: readonly Company[]) {
    this.#index = new NameIndex(companies.map(namedCompany), ({ entry }) => ({
      name: entry.name,
      others: [entry.slug, ...entry.aliases, entry.github].join(' '),
    }));
  }

  get(slug: string): Company | undefined {
    return this.#index.get(slug);
  }

  /** @param text a name, alias, slug or GitHub account, in any case and punctuation */
  find(text: string): Lookup {
    const company = this.#index.find(text) ?? this.#forgiven(foldKey(text));
    if (company) return { found: true, company };
    return { found: false, nearMisses: this.#index.nearMisses(text) };
  }

  /**
   * The one company whose name differs by a letter too many, a letter missing, or two letters
   * swapped. A wrong letter is not forgiven: that is how other companies' names differ. Nor are
   * letters of other scripts, which can look the same.
   */
  #forgiven(key: string): Company | undefined {
    if (key.length < MIN_FORGIVEN_LETTERS || /[^a-z0-9]/.test(key)) return undefined;
    const candidates = new Set<Company>();
    for (const [known, company] of this.#index.byKey)
      if (known.length >= MIN_FORGIVEN_LETTERS && isOneSlip(key, known)) candidates.add(company);
    const [only, ...others] = candidates;
    return others.length === 0 ? only : undefined;
  }
}

/** A company with all that it is called, its accounts on the hosting service included. */
function namedCompany(company: Company): Named<Company> {
  const { name, slug, aliases, formerNames, formerSlugs, github, repositories } = company;
  return {
    entry: company,
    names: [name, slug, ...aliases, ...formerNames.map((former) => former.name), ...formerSlugs],
    accounts: [github, ...repositories.map((repository) => repository.name.split('/', 1).join())],
  };
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
