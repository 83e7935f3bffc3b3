/** Results that are kept for the next caller, by key: of asynchronous work, and of plain functions. */
import { LRUCache } from 'lru-cache';

/** How much is kept; the least recently used goes first. */
export type Bounds<K, V> =
  | { entries: number }
  | {
      bytes: number;
      /** Whole numbers of at least 1. */
      sizeOf: (value: V, key: K) => number;
    };

/**
 * Keeps the results of asynchronous work. Whoever asks while it is under way waits for the same run;
 * a failure is not kept, so that the next caller tries again.
 *
 * lru-cache, which bounds what is kept, has such a function itself (`fetchMethod`). It counts work
 * under way among what it may drop, and gives up the work when it does, so that under load the same
 * work is begun again and again; and it takes no key whose result is undefined. So work under way is
 * kept here, beside it.
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

  /**
   * What is kept for the key, or else what the work results in.
   *
   * @param work the same for the same key: only one of those who ask has it done
   */
  get<T extends V>(key: K, work: () => T | Promise<T>): Promise<T> {
    const kept = this.#kept.get(key);
    // A key always holds what work of its own type resulted in.
    if (kept) return Promise.resolve(kept.value as T);
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay as Promise<T>;
    const begun = this.#run(key, work);
    this.#underWay.set(key, begun);
    return begun;
  }

  async #run<T extends V>(key: K, work: () => T | Promise<T>): Promise<T> {
    try {
      // Not before the run is noted: work may throw at once.
      await undefined;
      const value = await work();
      this.#kept.set(key, { value });
      return value;
    } finally {
      this.#underWay.delete(key);
    }
  }
}

/** A function that computes once for every text and keeps the results last asked for. */
export function remember<T>(entries: number, compute: (text: string) => T): (text: string) => T {
  const kept = new LRUCache<string, { value: T }>({ max: entries });
  return (text) => {
    const known = kept.get(text);
    if (known) return known.value;
    const value = compute(text);
    kept.set(detached(text), { value });
    return value;
  };
}

/** A copy of a text that may be a part of a longer one, which the part would keep in memory. */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
