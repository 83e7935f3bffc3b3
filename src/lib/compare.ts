/** Orders of values, the same on every machine. */

/** Compares by UTF-16 code units. */
export function compareCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Compares names in the order of English dictionaries. */
export const compareNames = new Intl.Collator('en').compare;

type Value = string | number | readonly string[] | null;

/** Numbers by size, everything else by code unit. */
export function compareValues(one: Value, other: Value): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return compareCodeUnits(String(one), String(other));
}
