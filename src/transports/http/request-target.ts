/** Parses request targets (RFC 9112, section 3.2) as UTF-8. */
import { BellwetherError } from '../../lib/errors.ts';

/** Clients of proxies send the whole address, but no response may depend on its host. */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

/** Stands for a value that is not valid UTF-8. */
const NOT_UTF8 = Symbol('not UTF-8');

/**
 * Inherits nothing, so that names such as `__proto__` are ordinary keys. Objects of a class are faster
 * to write and read than those of `Object.create(null)`.
 */
class Query {
  [name: string]: unknown;
}
Object.setPrototypeOf(Query.prototype, null);
Reflect.deleteProperty(Query.prototype, 'constructor');

/** Parses a query as browsers encode it; a repeated name has a list of values. */
export function parseQuery(text: string): Record<string, unknown> {
  const query = new Query();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [rawName, rawValue] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const name = decoded(rawName);
    const value = name === undefined ? NOT_UTF8 : (decoded(rawValue) ?? NOT_UTF8);
    const key = name ?? rawName;
    const known = query[key];
    query[key] = known === undefined ? value : [known, value].flat();
  }
  return query;
}

/** @param names to check; all by default @throws BellwetherError `malformed-request` */
export function refuseOtherThanUtf8(query: unknown, names?: readonly string[]): void {
  // The type is that of `parseQuery`'s result.
  const values = query as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (
      (value === NOT_UTF8 || (Array.isArray(value) && value.includes(NOT_UTF8))) &&
      (names?.includes(name) ?? true)
    )
      throw new BellwetherError(
        'malformed-request',
        `The query parameter ${name.slice(0, MAX_NAME_SHOWN)} holds bytes that are not UTF-8.`,
        { status: 400 },
      );
  }
}

const MAX_NAME_SHOWN = 40;

/** Undefined if the bytes are not UTF-8. A `%` without two hexadecimal digits stands for itself. */
function decoded(text: string): string | undefined {
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return spaced.replace(/(?:%[0-9a-f]{2})+/gi, decodeURIComponent);
  } catch {
    return undefined;
  }
}
