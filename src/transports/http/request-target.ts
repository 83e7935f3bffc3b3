/** Parses request targets (RFC 9112, section 3.2) as UTF-8, and answers those that no route does. */
import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

/**
 * Text that a URL parser could read as another host or path: `//`, backslashes, dot segments, and
 * their percent-encoded forms.
 */
const UNSAFE = /\/\/|\\|%(?:2f|5c|2e|0|1|7f)|\/\.{1,2}(?:\/|$)/i;

/**
 * The plain form of a request target (path and query).
 *
 * @returns undefined if it is plain already, or not something a person would type
 */
export function plainTarget(target: string): string | undefined {
  if (!/^\/[!-"$-~]*$/.test(target)) return undefined;
  const path = pathOf(target);
  const plain = path
    .replace(/(?<=[^/])\/+$/, '')
    // Percent-encoded bytes are case-insensitive.
    .replace(/%..|[A-Z]/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
  return plain === path || UNSAFE.test(plain) ? undefined : plain + target.slice(path.length);
}

/**
 * The redirect target of a request that found nothing: addresses as people type and paste them, with
 * capitals or a trailing slash, lead to the plain form. Undefined if there is none.
 */
export function plainAddress({ method, url, is404 }: FastifyRequest): string | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  // Within existing addresses of the API, programs get an error instead of a redirect.
  return isRead && (is404 || !url.startsWith('/api/')) ? plainTarget(url) : undefined;
}

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
