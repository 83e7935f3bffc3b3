/**
 * Redirects addresses as people type and paste them, with capitals or a trailing slash, to the plain
 * form, including the query, if nothing exists at the address as given.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** The redirect target of a request that found nothing; undefined if there is none. */
    plainAddress: (request: FastifyRequest) => string | undefined;
  }
}

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
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
  const plain = path
    .replace(/(?<=[^/])\/+$/, '')
    // Percent-encoded bytes are case-insensitive.
    .replace(/%..|[A-Z]/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
  return plain === path || UNSAFE.test(plain) ? undefined : plain + query;
}

/** The query of a request target including `?`, to keep it in a redirect; empty if there is none. */
export function queryOf(target: string): string {
  const at = target.indexOf('?');
  const query = at < 0 ? '' : target.slice(at);
  return /^[!-"$-~]*$/.test(query) ? query : '';
}

/** Call this before routes are registered. Only addresses that match a route are redirected to. */
export function redirectToPlainAddresses(app: FastifyInstance): void {
  const patterns = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if ([method].flat().includes('GET')) patterns.add(url);
  });
  let isRouted: RegExp | undefined;
  app.decorate('plainAddress', ({ method, url, is404 }) => {
    // Programs are not redirected within existing addresses of the API but told what is wrong.
    if ((method !== 'GET' && method !== 'HEAD') || (!is404 && url.startsWith('/api/')))
      return undefined;
    const target = plainTarget(url);
    if (target === undefined) return undefined;
    isRouted ??= new RegExp(`^(?:${[...patterns].map(patternOf).join('|')})$`);
    return isRouted.test(target.split('?')[0] ?? '') ? target : undefined;
  });
}

/** Converts `/startups/:slug` to a regular expression. */
function patternOf(route: string): string {
  return route
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*');
}
