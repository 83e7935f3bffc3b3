/** Redirects addresses that contain a startup's former slug. */
import { formerSlugs } from '../../published/former-slugs.ts';
import type { Snapshot } from './snapshot.ts';

/** The current slug; undefined if the slug is current, or unknown. */
export async function currentSlug(
  slug: string | undefined,
  { published }: Snapshot,
): Promise<string | undefined> {
  if (slug === undefined || published.companies.get(slug)) return undefined;
  return (await published.derived(formerSlugs)).get(slug);
}
