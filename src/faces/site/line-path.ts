/** The geometry that both charts share: a line through known values, broken where there are none. */

export type Point = { x: number; y: number };

/** A line with whole coordinates and relative steps: few bytes, and rounding does not add up. */
export function linePath(points: readonly (Point | null)[]): string {
  let path = '';
  for (const [index, point] of points.entries()) {
    if (!point) continue;
    const before = points[index - 1];
    if (before) {
      const [dx, dy] = [point.x - before.x, point.y - before.y];
      path += `${points[index - 2] ? ' ' : 'l'}${dx}${dy < 0 ? '' : ' '}${dy}`;
    } else {
      // A lone point is a line of no length, which round line caps turn into a dot.
      path += `M${point.x} ${point.y}${points[index + 1] ? '' : 'h0'}`;
    }
  }
  return path;
}

/** What a chart says in words. */
export function describe(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'not covered in any week';
  const unknown = values.length - known.length;
  const range = `first ${first}, last ${last}, lowest ${Math.min(...known)}, highest ${Math.max(...known)}`;
  if (unknown === 0) return range;
  return `${range}; ${unknown} ${unknown === 1 ? 'week' : 'weeks'} not covered`;
}
