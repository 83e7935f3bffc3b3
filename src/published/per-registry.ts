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
  const values = derived.getOrInsertComputed(registry, () => new Memo({ entries: MAX_DERIVED }));
  return values.get(make, () => make(registry));
}
