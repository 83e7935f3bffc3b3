/** Parses the address of a comparison: `acorn-vs-birch-vs-cedar`. */
import { COMPARISON_JOINT } from '../lib/addresses.ts';
import { formerSlugs } from './former-slugs.ts';
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
  const slugs = join(names.toLowerCase().split(COMPARISON_JOINT), slugOf);
  return slugs && [...new Set(slugs)].sort();
}

/** A slug may itself contain the separator, so every way of joining the parts is tried. */
function join(
  parts: readonly string[],
  slugOf: (text: string) => string | undefined,
): string[] | undefined {
  for (const length of [parts.length, ...parts.keys()]) {
    const slug = slugOf(parts.slice(0, length).join(COMPARISON_JOINT));
    const rest = parts.slice(length);
    const others = slug === undefined || rest.length === 0 ? [] : join(rest, slugOf);
    if (slug !== undefined && others) return [slug, ...others];
  }
  return undefined;
}
