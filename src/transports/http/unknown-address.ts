/**
 * Requests that no route answers. Addresses as people type and paste them, with capitals or a trailing
 * slash, are redirected to the plain form.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { pathOf } from './request-target.ts';

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

/** The redirect target of a request that found nothing; undefined if there is none. */
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
