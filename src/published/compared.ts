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
  const slugs = split(names.toLowerCase(), slugOf);
  return slugs && [...new Set(slugs)].sort();
}

/** A slug may itself contain the separator, so every way of splitting is tried. */
function split(text: string, slugOf: (text: string) => string | undefined): string[] | undefined {
  const whole = slugOf(text);
  if (whole !== undefined) return [whole];
  for (
    let at = text.indexOf(COMPARISON_JOINT);
    at >= 0;
    at = text.indexOf(COMPARISON_JOINT, at + 1)
  ) {
    const slug = slugOf(text.slice(0, at));
    const rest =
      slug === undefined ? undefined : split(text.slice(at + COMPARISON_JOINT.length), slugOf);
    if (slug !== undefined && rest) return [slug, ...rest];
  }
  return undefined;
}
