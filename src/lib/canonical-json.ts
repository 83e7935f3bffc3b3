/**
 * JSON in one form only (RFC 8785, JSON Canonicalization Scheme): two programs that hold the same values
 * write the same bytes, so that their digests can be compared.
 */
import canonicalize from 'canonicalize';

/** Members that are undefined are left out. @throws Error for a number that JSON cannot hold */
export function canonicalJson(value: unknown): string {
  return canonicalize(value) ?? 'null';
}
