/** Compares by UTF-16 code units, independent of locale. */
export function compareCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
