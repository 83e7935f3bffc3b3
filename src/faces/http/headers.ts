/** Headers of everything that is public. */
import type { Operation } from '../../operations/operation.ts';

/** Any page may read the data (CORS); nothing in it may run, or be taken for another type. */
export const PUBLIC_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Link, Last-Modified, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A mirror under `/api/v1/` names the address that it mirrors (specification, section 4). */
export function linkHeaders(
  { rest }: Operation,
  route: string,
  baseUrl: string,
): Record<string, string> {
  return route === rest.twin ? { link: `<${baseUrl}${rest.path}>; rel="canonical"` } : {};
}
