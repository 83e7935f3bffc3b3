/**
 * Requests that no route answers: the method is wrong, or nothing is there. Addresses as people type and
 * paste them, with capitals or a trailing slash, are redirected to the plain form.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BellwetherError, NotFoundError } from '../../lib/errors.ts';
import { pathOf } from './request-target.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The redirect target of a request that found nothing; undefined if there is none. */
    plainAddress: (request: FastifyRequest) => string | undefined;
  }
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

/** Call this before routes are registered. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  const patterns = new Map<string, { pattern: RegExp; methods: string[] }>();
  app.addHook('onRoute', ({ url, method }) => {
    const { methods } = patterns.getOrInsertComputed(url, () => ({
      pattern: patternFor(url),
      methods: [],
    }));
    methods.push(...[method].flat().filter((each) => each !== 'OPTIONS'));
  });
  const methodsAt = (path: string) => {
    const all = [...patterns.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(all.flatMap(({ methods }) => methods))].sort();
  };
  app.decorate('plainAddress', ({ method, url, is404 }) => {
    // Programs are not redirected within existing addresses of the API but told what is wrong.
    if ((method !== 'GET' && method !== 'HEAD') || (!is404 && url.startsWith('/api/')))
      return undefined;
    const target = plainTarget(url);
    return target !== undefined && methodsAt(pathOf(target)).includes('GET') ? target : undefined;
  });
  // Before a body is read.
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404) return;
    const path = pathOf(url);
    const methods = methodsAt(path);
    if (methods.length > 0) {
      reply.header('allow', [...methods, 'OPTIONS'].join(', '));
      const why = `${method} is not possible here; use ${methods.join(' or ')}.`;
      throw new BellwetherError('method-not-allowed', why, { status: 405 });
    }
    const shown = path.length > MAX_PATH_SHOWN ? `${path.slice(0, MAX_PATH_SHOWN)}…` : path;
    throw new NotFoundError(
      'not-found',
      `Nothing is at ${shown}; /api/openapi.json lists the addresses of the API.`,
    );
  });
}

/** Converts `/startups/:slug` to a regular expression. */
function patternFor(route: string): RegExp {
  const pattern = route
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:\w+/g, '[^/]+')
    .replace(/\*/g, '.*');
  return new RegExp(`^${pattern}$`);
}
