/** What depends on the registry alone outlives a publication: a service reads its registry once. */
import { Memo } from '../lib/memoize.ts';
import type { Registry } from '../registry/schema.ts';

type Make<T> = (registry: Registry) => Promise<T>;

/** More than there are functions that derive something. */
const MAX_DERIVED = 100;

const derived = new WeakMap<Registry, Memo<Make<unknown>, unknown>>();

/** @param make a declared function, which is the key: the same one each time */
export function ofRegistry<T>(registry: Registry, make: Make<T>): Promise<T> {
  const known = derived.get(registry) ?? new Memo<Make<unknown>, unknown>({ entries: MAX_DERIVED });
  derived.set(registry, known);
  return known.get(make, () => make(registry));
}
