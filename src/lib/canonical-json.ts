/**
 * JSON in one form only: two programs that hold the same values write the same bytes, so that their
 * digests can be compared.
 */

/**
 * The canonical text of a value (RFC 8785, JSON Canonicalization Scheme): no spaces, members in the
 * order of their names' UTF-16 code units, numbers as ECMAScript writes them. Members that are
 * undefined are left out.
 *
 * @throws RangeError for a number that JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${value} has no form in JSON`);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  // Its members are read by the names that it has.
  const record = value as Readonly<Record<string, unknown>>;
  const members = Object.keys(record)
    .filter((name) => record[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(record[name])}`);
  return `{${members.join(',')}}`;
}
