/** Addresses made from the publication: the resource of each, and the response to a request for it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import type { Policy } from '../../lib/limits/limiter.ts';
import { formerSlugs } from '../../published/compared.ts';
import type { Body } from './body.ts';
import { type Headers, NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import { queryOf } from './request-target.ts';
import { readOnly } from './routes.ts';
import { send } from './send-body.ts';
import type { Snapshot } from './snapshot.ts';

export type Resource = {
  /** Public ones by default. */
  headers?: Headers;
  body: () => Promise<Body>;
  /** The limit that each request counts towards. */
  policy?: Policy | undefined;
  /** It depends on more than the publication, so no cache may keep it. */
  isLive?: true | undefined;
  /** Set if every client gets it at this path: the query parameters that lead to another body. */
  parameters?: readonly string[] | undefined;
  /** A slug in its address that a startup may have had or is typed otherwise, and the path with another. */
  slug?: string | undefined;
  pathFor?: (slug: string) => string;
};

/** The path, within this service, of what an address means. */
export type Redirect = { path: string; status: 302 | 308 };

/** Registers a document that is made from the publication alone. */
export function documentRoute(
  app: FastifyInstance,
  url: string,
  type: string,
  render: (current: Snapshot) => Promise<string>,
  headers = PUBLIC_HEADERS,
): void {
  resourceRoute(app, url, async (_, current) => ({
    headers,
    parameters: [],
    body: () => current.rendered(url, type, () => render(current)),
  }));
}

/** @param find throws NotFoundError */
export function resourceRoute(
  app: FastifyInstance,
  url: string,
  find: (request: FastifyRequest, current: Snapshot) => Promise<Resource | Redirect>,
): void {
  readOnly(app, url, async (request, reply) => {
    const current = app.publication.snapshot;
    const redirect = (path: string, status: number) =>
      reply.headers(PUBLIC_HEADERS).redirect(path, status);
    const found = await find(request, current);
    if ('path' in found) return redirect(found.path, found.status);
    const { policy, isLive, parameters, slug, pathFor, headers = PUBLIC_HEADERS } = found;
    if (policy) await takeToken(policy, request, reply);
    try {
      const body = await found.body();
      if (isLive) return await send(request, reply, body, { ...headers, ...NO_STORE });
      if (parameters) current.bodies.keep(request, { body, headers, parameters });
      return await send(request, reply, body, headers);
    } catch (error) {
      if (!(error instanceof NotFoundError) || slug === undefined || !pathFor) throw error;
      const { published } = current;
      // People type names with capitals.
      const lower = slug.toLowerCase();
      const isKnown = published.companies.get(lower) !== undefined;
      const now = isKnown ? lower : (await published.derived(formerSlugs)).get(lower);
      if (now === undefined || now === slug) throw error;
      return redirect(pathFor(now) + queryOf(request.url), 308);
    }
  });
}
