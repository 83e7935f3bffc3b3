/** The beginning of a sorted list, without sorting what nobody sees. */

/**
 * The highest values first, and equal ones in the order of the list, as `toSorted` has them.
 *
 * @param count at most so many: each is put in its place among those before
 */
export function highest<T>(list: readonly T[], count: number, scoreOf: (one: T) => number): T[] {
  if (count >= list.length) return list.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  const first: T[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  for (const one of list) {
    const value = scoreOf(one);
    if (first.length === count && value <= lowest) continue;
    const before = first.findLastIndex((other) => scoreOf(other) >= value);
    first.splice(before + 1, 0, one);
    if (first.length > count) first.pop();
    lowest = scoreOf(first.at(-1) ?? one);
  }
  return first;
}
