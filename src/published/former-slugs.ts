/** Former slugs of organizations, whose addresses redirect to the current ones. */
import type { Published } from './published.ts';

/** Maps former slugs to current ones. Use as `published.derived(formerSlugs)`. */
export function formerSlugs({ registry }: Published): ReadonlyMap<string, string> {
  return new Map(
    [...registry.companies, ...registry.organizations].flatMap((one) =>
      one.formerSlugs.map((former) => [former, one.slug] as const),
    ),
  );
}
