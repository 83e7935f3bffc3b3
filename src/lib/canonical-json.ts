/**
 * JSON in one form only (RFC 8785, JSON Canonicalization Scheme): two programs that hold the same values
 * write the same bytes, so that their digests can be compared. ECMAScript writes texts and numbers as that
 * standard asks for, which leaves the order of members: by UTF-16 code units, as `sort` has it.
 */

/**
 * Members that are undefined are left out.
 *
 * @throws RangeError for a number that JSON cannot hold, or a text that is no Unicode
 */
export function canonicalJson(value: unknown): string {
  // Most lists are long ones of numbers, which need no care.
  if (Array.isArray(value) && value.every(Number.isFinite)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`JSON has no ${value}`);
  if (typeof value === 'string' && !value.isWellFormed())
    throw new RangeError('A text has half of a surrogate pair');
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
}
