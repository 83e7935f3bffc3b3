/** Finds the startups and sectors that a question names, and replaces them with placeholders. */
import { byFoldedName } from '../../published/name-index.ts';
import type { Published } from '../../published/published.ts';
import { foldKey } from '../../registry/fold.ts';
import type { Company } from '../../registry/schema.ts';
import { SECTOR, STARTUP, wordsOf } from './words.ts';

export type Reading = {
  /** The question with placeholders. */
  text: string;
  companies: readonly Company[];
  /** Slugs. */
  sectors: readonly string[];
  /** Words that could be a name, but are read as ordinary words. */
  unread: readonly string[];
};

type Named = { company: Company } | { sector: string };
type Found = { from: number; to: number; named: Named };

const MAX_NAME_WORDS = 5;
/** Of a question; longer ones have no answer anyway. */
const MAX_WORDS = 60;

/** What each folded name means. */
export function namesOf({ registry }: Published): ReadonlyMap<string, Named> {
  return byFoldedName<Named>([
    ...registry.sectors.map(({ slug, name, synonyms }) => ({
      entry: { sector: slug },
      names: [name, slug, ...synonyms],
    })),
    ...registry.companies.map((company) => ({
      entry: { company },
      names: [company.slug, ...company.aliases, company.name],
      accounts: [company.github],
    })),
  ]);
}

/**
 * The ways to read a question: with every name in it, and, since names can be ordinary words (`daily`,
 * `convex`), without each of them. Longer names win over shorter ones.
 */
export function readings(question: string, names: ReadonlyMap<string, Named>): Reading[] {
  const words = wordsOf(question).slice(0, MAX_WORDS);
  const found: Found[] = [];
  for (let from = 0; from < words.length; ) {
    const match = longestAt(words, from, names);
    if (match) found.push({ from, ...match });
    from = match?.to ?? from + 1;
  }
  const without = found.map((_, left) => found.filter((_, index) => index !== left));
  const choices =
    found.length > 3 ? [found] : [found, ...without, ...(found.length > 1 ? [[]] : [])];
  return choices.map((chosen) => read(words, found, chosen));
}

function longestAt(
  words: readonly string[],
  from: number,
  names: ReadonlyMap<string, Named>,
): { to: number; named: Named } | undefined {
  for (let to = Math.min(words.length, from + MAX_NAME_WORDS); to > from; to--) {
    const text = words.slice(from, to).join(' ');
    const named = names.get(foldKey(text)) ?? names.get(foldKey(text.replace(/['’]?s$/, '')));
    if (named) return { to, named };
  }
  return undefined;
}

function read(
  words: readonly string[],
  found: readonly Found[],
  chosen: readonly Found[],
): Reading {
  const text: string[] = [];
  let next = 0;
  for (const { from, to, named } of chosen) {
    text.push(...words.slice(next, from), 'company' in named ? STARTUP : SECTOR);
    next = to;
  }
  text.push(...words.slice(next));
  return {
    text: text.join(' '),
    companies: chosen.flatMap(({ named }) => ('company' in named ? [named.company] : [])),
    sectors: chosen.flatMap(({ named }) => ('sector' in named ? [named.sector] : [])),
    unread: found
      .filter((one) => !chosen.includes(one))
      .flatMap(({ from, to }) => words.slice(from, to)),
  };
}
