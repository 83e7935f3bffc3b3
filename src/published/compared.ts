/** Parses the address of a comparison: `acorn-vs-birch-vs-cedar`. */
import { COMPARISON_JOINT } from '../lib/addresses.ts';
import type { Published } from './published.ts';

export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/**
 * Current slugs of tracked startups, in alphabetical order without duplicates.
 *
 * @returns undefined if a part is not the slug of a tracked startup
 */
export async function comparedSlugs(
  names: string,
  published: Published,
): Promise<string[] | undefined> {
  const former = await published.derived(formerSlugs);
  const slugOf = (text: string) => {
    const slug = former.get(text) ?? text;
    return published.companies.get(slug) ? slug : undefined;
  };
  const slugs = split(names.toLowerCase(), slugOf);
  return slugs && [...new Set(slugs)].sort();
}

/** Every place where the separator begins, also within another one. */
const JOINTS = new RegExp(`(?=${COMPARISON_JOINT})`, 'g');

/** A slug may itself contain the separator, so every way of splitting is tried. */
function split(text: string, slugOf: (text: string) => string | undefined): string[] | undefined {
  for (const { index: at } of [{ index: text.length }, ...text.matchAll(JOINTS)]) {
    const slug = slugOf(text.slice(0, at));
    const rest = text.slice(at + COMPARISON_JOINT.length);
    const others = slug === undefined || at === text.length ? [] : split(rest, slugOf);
    if (slug !== undefined && others) return [slug, ...others];
  }
  return undefined;
}

/** Maps former slugs to current ones. Use as `published.derived(formerSlugs)`. */
export function formerSlugs({ registry }: Published): ReadonlyMap<string, string> {
  return new Map(
    [...registry.companies, ...registry.organizations].flatMap((one) =>
      one.formerSlugs.map((former) => [former, one.slug] as const),
    ),
  );
}
