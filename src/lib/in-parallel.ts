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
