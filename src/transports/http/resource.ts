/** Addresses made from the publication: the resource of each, and the response to a request for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import { formerSlugs } from '../../published/former-slugs.ts';
import type { Published } from '../../published/published.ts';
import type { Body } from './body.ts';
import { type Headers, NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import { queryOf } from './request-target.ts';
import { readOnly, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

export type Resource = {
  headers: Headers;
  body: () => Promise<Body>;
  /** The limit that each request counts towards. */
  policy?: Policy | undefined;
  /** It depends on more than the publication, so no cache may keep it. */
  isLive?: true | undefined;
  /** Set if every client gets it at this path: the query parameters that lead to another body. */
  parameters?: readonly string[] | undefined;
  /** A slug in its address that may be a former one of a startup, and the path with another slug. */
  slug?: string | undefined;
  pathFor?: (slug: string) => string;
};

/** The path, within this service, of what an address means. */
export class Redirect {
  readonly path: string;
  readonly status: 302 | 308;

  constructor(path: string, status: 302 | 308) {
    this.path = path;
    this.status = status;
  }
}

export type Sources = {
  snapshot: () => Snapshot;
  /** Undefined if rate limits are off. */
  limiter: Limiter | undefined;
};

/** @param find throws NotFoundError */
export function resourceRoute(
  app: FastifyInstance,
  url: string,
  { snapshot, limiter }: Sources,
  find: (request: FastifyRequest, current: Snapshot) => Promise<Resource | Redirect>,
): void {
  readOnly(app, url, async (request, reply) => {
    const current = snapshot();
    const redirect = ({ path, status }: Redirect) =>
      reply.headers(PUBLIC_HEADERS).redirect(path, status);
    const found = await find(request, current);
    if (found instanceof Redirect) return redirect(found);
    const { policy, isLive, parameters, slug, pathFor } = found;
    if (limiter && policy) await takeToken(limiter, policy, request, reply);
    try {
      const body = await found.body();
      const headers = isLive ? { ...found.headers, ...NO_STORE } : found.headers;
      const keeping = parameters && !isLive ? { bodies: current.bodies, parameters } : undefined;
      return await send(request, reply, body, headers, keeping);
    } catch (error) {
      const now =
        error instanceof NotFoundError ? await currentSlug(slug, current.published) : undefined;
      if (now === undefined || !pathFor) throw error;
      return redirect(new Redirect(pathFor(now) + queryOf(request.url), 308));
    }
  });
}

/** The slug that a startup with a former slug has now; undefined for any other slug. */
async function currentSlug(
  slug: string | undefined,
  published: Published,
): Promise<string | undefined> {
  if (slug === undefined || published.companies.get(slug)) return undefined;
  return (await published.derived(formerSlugs)).get(slug);
}
