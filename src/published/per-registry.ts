/**
 * Caches values that depend only on the registry. They outlive a publication, since a service reads
 * its registry once.
 */
import { Memo } from '../lib/memoize.ts';
import type { Registry } from '../registry/schema.ts';

type Make<T> = (registry: Registry) => Promise<T>;

/** More than there are deriving functions. */
const MAX_DERIVED = 100;

const derived = new WeakMap<Registry, Memo<Make<unknown>, unknown>>();

/**
 * @param make also the cache key, so it must be the same function object each time: declare it at the
 *   top level
 */
export function ofRegistry<T>(registry: Registry, make: Make<T>): Promise<T> {
  const known = derived.get(registry) ?? new Memo<Make<unknown>, unknown>({ entries: MAX_DERIVED });
  derived.set(registry, known);
  return known.get(make, () => make(registry));
}
