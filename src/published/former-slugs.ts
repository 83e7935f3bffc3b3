/** Slugs that organizations had before: their addresses lead to where they are now. */
import type { Published } from './published.ts';

/** Derived once per publication: the slug of today, by a former one. */
export function formerSlugs({ registry }: Published): ReadonlyMap<string, string> {
  return new Map(
    [...registry.companies, ...registry.organizations].flatMap((one) =>
      one.formerSlugs.map((former) => [former, one.slug] as const),
    ),
  );
}
