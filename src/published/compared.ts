/** The startups that the address of a comparison names: `acorn-vs-birch-vs-cedar`. */
import { COMPARISON_JOINT } from '../lib/addresses.ts';
import { formerSlugs } from './former-slugs.ts';
import type { Published } from './published.ts';

export const MIN_COMPARED = 2;
export const MAX_COMPARED = 4;

/**
 * Slugs of tracked startups in the order of the alphabet, each once; former ones as they are today.
 *
 * @returns undefined where a part names no tracked startup
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

/** A slug may contain the joint itself: the text is cut at each of them until all parts are slugs. */
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
