/** Memoization by key, for asynchronous work and for plain functions. */
import { LRUCache } from 'lru-cache';

/** How much is cached; the least recently used entry is evicted first. */
export type Bounds<K, V> =
  | { entries: number }
  | {
      bytes: number;
      /** An integer of at least 1. */
      sizeOf: (value: V, key: K) => number;
    };

/**
 * Caches the results of asynchronous work. Concurrent calls for the same key share one run. Failures
 * are not cached, so that the next caller tries again.
 *
 * lru-cache, which bounds the cache, has `fetchMethod` for this. It is not used because it may evict
 * entries whose work is still running and then aborts that work, so that under load the same work is
 * started again and again; and it cannot cache undefined. Running work is therefore tracked here,
 * outside of the cache.
 */
export class Memo<K extends NonNullable<unknown>, V> {
  readonly #kept: LRUCache<K, { value: V }>;
  readonly #underWay = new Map<K, Promise<V>>();

  constructor(bounds: Bounds<K, V>) {
    this.#kept =
      'entries' in bounds
        ? new LRUCache({ max: bounds.entries })
        : new LRUCache({
            maxSize: bounds.bytes,
            sizeCalculation: ({ value }, key) => bounds.sizeOf(value, key),
          });
  }

  has(key: K): boolean {
    return this.#kept.has(key);
  }

  /**
   * The cached result for the key, or else the result of the work.
   *
   * @param work must be equivalent for equal keys, as only one of the concurrent callers' functions
   *   runs
   */
  get<T extends V>(key: K, work: () => T | Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    // The value under a key was always produced by work of the same type.
    if (kept) return Promise.resolve(kept.value as T);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay as Promise<T>;
    const begun = this.#run(key, work);
    this.#underWay.set(key, begun);
    return begun;
  }

  async #run<T extends V>(key: K, work: () => T | Promise<T>): Promise<T> {
    try {
      // Yield first, so that the run is registered even if the work throws synchronously.
      await undefined;
      const value = await work();
      this.#kept.set(key, { value });
      return value;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

/** Memoizes what a function reads for some time, so that any number of callers cost one reading. */
export function memoizeFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let latest: { at: number; value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (!latest || now - latest.at > ms) latest = { at: now, value: read() };
    return latest.value;
  };
}

/** Longer texts are computed each time: a cache of them would have no bound in bytes. */
const MAX_MEMOIZED_LENGTH = 4096;

/** A memoized function of a text, which keeps the most recently used results. */
export function memoize<T>(entries: number, compute: (text: string) => T): (text: string) => T {
  const kept = new LRUCache<string, { value: T }>({ max: entries });
  return (text) => {
    const known = kept.get(text);
    if (known) return known.value;
    const value = compute(text);
    if (text.length <= MAX_MEMOIZED_LENGTH) kept.set(flatCopy(text), { value });
    return value;
  };
}

/** A copy of a string: V8's substrings keep the whole parent string in memory. */
export function flatCopy(text: string): string {
  return Buffer.from(text).toString();
}
