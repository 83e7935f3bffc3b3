/**
 * The results of a work on items, in their order: each work begins before the result of the one before it
 * is handed out, so that reading goes on while somebody computes.
 */
export async function* oneAhead<T, U>(
  items: Iterable<T>,
  work: (item: T, place: number) => Promise<U>,
): AsyncGenerator<U> {
  let begun: Promise<U> | undefined;
  let place = 0;
  try {
    for (const item of items) {
      const before = begun;
      begun = work(item, place++);
      // It is thrown when its turn comes.
      begun.catch(() => undefined);
      if (before) yield await before;
    }
    if (begun) yield await begun;
  } finally {
    await begun?.catch(() => undefined);
  }
}
