/** Parses request targets (RFC 9112, section 3.2) as UTF-8, and answers those that no route does. */
import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { BellwetherError, NotFoundError } from '../../lib/errors.ts';

/** Clients of proxies send the whole address, but no response may depend on its host. */
export function originForm(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}

export function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end < 0 ? target : target.slice(0, end);
}

/** The query of a request target including `?`, to keep it in a redirect; empty if there is none. */
export function queryOf(target: string): string {
  const query = target.slice(pathOf(target).length);
  return /^[!-"$-~]*$/.test(query) ? query : '';
}

/**
 * Parses a query as browsers encode it; a repeated name has a list of values. A `%` without two
 * hexadecimal digits is kept, and bytes that are not UTF-8 become `\ufffd`.
 */
export function parseQuery(text: string): Record<string, unknown> {
  return parse(text, '&', '=', { maxKeys: 0 });
}

/** Replaces bytes that are not UTF-8; no name or question contains it. */
const REPLACEMENT = '\ufffd';
const MAX_NAME_SHOWN = 40;

/** @param names to check; all by default @throws BellwetherError `malformed-request` */
export function refuseOtherThanUtf8(query: unknown, names?: readonly string[]): void {
  for (const [name, value] of Object.entries(Object(query)))
    if (String([name, value]).includes(REPLACEMENT) && (names?.includes(name) ?? true))
      throw new BellwetherError(
        'malformed-request',
        `The query parameter ${name.slice(0, MAX_NAME_SHOWN)} holds bytes that are not UTF-8.`,
        { status: 400 },
      );
}

const MAX_PATH_SHOWN = 200;

/** Before a body is read. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404, url }) => {
    if (!is404) return;
    const path = pathOf(url);
    const shown = path.length > MAX_PATH_SHOWN ? `${path.slice(0, MAX_PATH_SHOWN)}…` : path;
    throw new NotFoundError(
      'not-found',
      `Nothing is at ${shown}; /api/openapi.json lists the addresses of the API.`,
    );
  });
}
