/** Where something is now whose address has a slug that its startup had before. */
import { formerSlugs } from '../../published/former-slugs.ts';
import type { Snapshot } from './snapshot.ts';

/** The slug of today; undefined for one that is somebody's, or was nobody's. */
export async function currentSlug(
  slug: string | undefined,
  { published }: Snapshot,
): Promise<string | undefined> {
  if (slug === undefined || published.companies.get(slug)) return undefined;
  return (await published.derived(formerSlugs)).get(slug);
}
