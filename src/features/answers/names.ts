/** Finds the startups and sectors that a question names, and puts placeholders in their place. */
import type { Published } from '../../published/published.ts';
import { foldKey } from '../../registry/fold.ts';
import type { Company } from '../../registry/schema.ts';
import { SECTOR, STARTUP, wordsOf } from '../../answers/words.ts';

export type Reading = {
  /** The question with placeholders. */
  text: string;
  companies: readonly Company[];
  /** Slugs. */
  sectors: readonly string[];
  /** Words that could be names and are taken as ordinary words. */
  unread: readonly string[];
};

type Named = { company: Company } | { sector: string };
type Found = { from: number; to: number; named: Named };

/** Names have at most so many words. */
const LONGEST = 5;
/** Words of a question that a name is looked for in: beyond them nothing is answered anyway. */
const MOST_WORDS = 60;

/** All names that questions can mean, folded. Made once a publication. */
export function namesOf({ registry }: Published): ReadonlyMap<string, Named> {
  const names = new Map<string, Named>();
  for (const { slug, name, synonyms } of registry.sectors)
    for (const text of [name, slug, ...synonyms]) names.set(foldKey(text), { sector: slug });
  for (const company of registry.companies)
    for (const text of [company.slug, ...company.aliases, company.name])
      names.set(foldKey(text), { company });
  // Accounts come last: a company's own name outweighs another's account of that name.
  for (const company of registry.companies)
    if (!names.has(foldKey(company.github))) names.set(foldKey(company.github), { company });
  names.delete('');
  return names;
}

/**
 * The ways to read a question: with every name that it may hold, and, since names can be ordinary
 * words (`daily`, `convex`), with each of them left as it is. Longer names come before shorter ones.
 */
export function readings(question: string, names: ReadonlyMap<string, Named>): Reading[] {
  const words = wordsOf(question).slice(0, MOST_WORDS);
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
  for (let to = Math.min(words.length, from + LONGEST); to > from; to--) {
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
