import pLimit from 'p-limit';

const SIDE_BY_SIDE = 4;

/** Processes a few items at a time. After the first failure, no further one is started. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const limit = pLimit(SIDE_BY_SIDE);
  try {
    return await Promise.all(items.map((item) => limit(() => work(item))));
  } finally {
    limit.clearQueue();
  }
}

/** Waits for all of the work even if some of it fails, so that none outlives the call. */
export async function sideBySide<T extends readonly unknown[]>(
  ...works: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(works);
  // The types of the results are in the order of the works.
  return (await Promise.all(works)) as unknown as T;
}
