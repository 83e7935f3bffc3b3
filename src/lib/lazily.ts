/** Mapped items that are made whenever they are gone through, so that memory holds one at a time. */
export function lazily<T, U>(items: readonly T[], map: (item: T) => U): Iterable<U> {
  return { [Symbol.iterator]: () => items.values().map(map) };
}
