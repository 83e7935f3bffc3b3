/**
 * JSON in one form only: two programs that hold the same values write the same bytes, so that their
 * digests can be compared.
 */

/**
 * The canonical text of a value (RFC 8785, JSON Canonicalization Scheme): no spaces, members in the
 * order of their names' UTF-16 code units, numbers as ECMAScript writes them.
 *
 * @throws RangeError for a number that JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'number' && !Number.isFinite(member))
      throw new RangeError(`${member} has no form in JSON`);
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
    // Names like "1" come before all others whatever the order of insertion; none of ours is one.
    return Object.fromEntries(
      Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  });
}
