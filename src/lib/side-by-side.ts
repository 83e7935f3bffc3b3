/** Waits for all of what runs at the same time, also if some of it fails: then nothing goes on alone. */
export async function sideBySide<T extends readonly unknown[]>(
  ...works: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  await Promise.allSettled(works);
  // The types of the results are in the order of the works.
  return (await Promise.all(works)) as unknown as T;
}
