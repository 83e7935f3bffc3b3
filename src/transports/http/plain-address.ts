/**
 * Addresses as people type and paste them: with capitals, or a slash at the end. Where nothing is at
 * such an address, it redirects to the plain one, with its query.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where a request that found nothing is redirected to; undefined if nowhere. */
    plainAddress: (request: FastifyRequest) => string | undefined;
  }
}

/** What a URL parser might read as another host or path: `//`, backslashes, dot segments, and codes of these. */
const DECEPTIVE = /\/\/|\\|%(?:2f|5c|2e|0|1|7f)|\/\.{1,2}(?:\/|$)/i;

/**
 * The plain form of a request target, path and query.
 *
 * @returns undefined if it is plain already, or is nothing that somebody typed
 */
export function plainTarget(target: string): string | undefined {
  if (!/^\/[!-"$-~]*$/.test(target)) return undefined;
  const at = target.indexOf('?');
  const [path, query] = at < 0 ? [target, ''] : [target.slice(0, at), target.slice(at)];
  const plain = path
    .replace(/(?<=[^/])\/+$/, '')
    // Codes of bytes mean the same in either case.
    .replace(/%..|[A-Z]/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
  return plain === path || DECEPTIVE.test(plain) ? undefined : plain + query;
}

/** The query of a request target with its `?`, to be kept in a redirect; empty if there is none. */
export function queryOf(target: string): string {
  const at = target.indexOf('?');
  const query = at < 0 ? '' : target.slice(at);
  return /^[!-"$-~]*$/.test(query) ? query : '';
}

/** To be called before routes are registered: what leads to none of them is not redirected. */
export function redirectToPlainAddresses(app: FastifyInstance): void {
  const patterns = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if ([method].flat().includes('GET')) patterns.add(url);
  });
  let isRouted: RegExp | undefined;
  app.decorate('plainAddress', ({ method, url, is404 }) => {
    // A name within an address of the API is not mended: programs are told what is wrong.
    if ((method !== 'GET' && method !== 'HEAD') || (!is404 && url.startsWith('/api/')))
      return undefined;
    const target = plainTarget(url);
    if (target === undefined) return undefined;
    isRouted ??= new RegExp(`^(?:${[...patterns].map(patternOf).join('|')})$`);
    return isRouted.test(target.split('?')[0] ?? '') ? target : undefined;
  });
}

/** `/startups/:slug` as a regular expression. */
function patternOf(route: string): string {
  return route
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*');
}
