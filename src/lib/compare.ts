/** Orders of values, independent of locale. */

/** Compares by UTF-16 code units. */
export function compareCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

type Value = string | number | readonly string[] | null;

/** Numbers by size, everything else by code unit. */
export function compareValues(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareCodeUnits(String(one), String(other));
}
