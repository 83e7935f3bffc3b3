/** Routes of the pages, from their definitions, and the headers of all pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STANDARD_LIMIT } from '../../api/operation/operation.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { PeriodInput } from '../../lib/inputs.ts';
import type { Limiter, Policy } from '../../lib/limits/limiter.ts';
import { formerSlugs } from '../../published/former-slugs.ts';
import { problemPage } from '../../web/components/layout.ts';
import type { SitePage } from '../../web/page/page.ts';
import { renderedBody } from './body.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import { queryOf } from './plain-address.ts';
import { type Problem, problemHeaders } from './problem.ts';
import { filledPath, renderPage } from './render-page.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { publish, readOnly, routePattern, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

const MAX_TEXT = 280;
export const HTML_TYPE = 'text/html; charset=utf-8';

/** Pages load nothing from other origins, run no inline scripts, and cannot be framed. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self' https://checkout.stripe.com; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Pages rendered on demand have the same limit as computed answers. */
export const ON_DEMAND: Policy = { name: 'default', limit: STANDARD_LIMIT };

type Texts = Readonly<Record<string, string>>;

export function pageRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  snapshot: () => Snapshot,
  limiter: Limiter | undefined,
): void {
  for (const page of pages) {
    const parameters = ['period', ...(page.takes ?? [])];
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const current = snapshot();
      // These are the parameters in the route's pattern; each is a single string.
      const params = request.params as Texts;
      refuseOtherThanUtf8(request.query, parameters);
      const { editions } = current;
      const { asked, period } = await periodOf(page, params, request, current);
      if (page.shownPeriod && asked === undefined && period !== editions.latest)
        return reply.redirect(`${filledPath(page.path, params)}?period=${period}`, 302);
      const query = readParameters(request, page.takes ?? [], page.longest);
      const other = await page.leadsTo?.({ params, query, asked }, current.published);
      if (other?.query !== undefined) return reply.redirect(`${other.path}${other.query}`, 302);
      if (other)
        return reply.headers(PUBLIC_HEADERS).redirect(other.path + queryOf(request.url), 308);
      const key = `page ${page.path} ${JSON.stringify([params, period, query])}`;
      const path = request.url.split('?')[0] ?? '';
      const render = () => renderPage(page, { params, period, query }, current, path);
      const hasQuery = Object.keys(query).length > 0;
      const isOneOfMany =
        (page.shownPeriod !== undefined && period !== editions.latest) ||
        (await page.isOnDemand?.(params, current.published)) === true;
      if (limiter && (isOneOfMany || hasQuery || page.isLive))
        await takeToken(limiter, page.policy ?? ON_DEMAND, request, reply);
      try {
        if (page.isLive) {
          const live = renderedBody(await render(), HTML_TYPE, new Date());
          return send(request, reply, live, { ...PAGE_HEADERS, ...NO_STORE });
        }
        const body = await current.rendered(key, HTML_TYPE, render);
        if (isOneOfMany || hasQuery) return send(request, reply, body, PAGE_HEADERS);
        return publish(request, reply, current, { body, headers: PAGE_HEADERS, parameters });
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        const slug = await currentSlug(params['slug'], current);
        if (slug === undefined) throw error;
        const moved = filledPath(page.path, { ...params, slug }) + queryOf(request.url);
        return reply.headers(PUBLIC_HEADERS).redirect(moved, 308);
      }
    };
    readOnly(app, routePattern(page.path), handler);
  }
}

/** The slug that a startup with a former slug has now; undefined for any other slug. */
export async function currentSlug(
  slug: string | undefined,
  { published }: Snapshot,
): Promise<string | undefined> {
  if (slug === undefined || published.companies.get(slug)) return undefined;
  return (await published.derived(formerSlugs)).get(slug);
}

export function sendProblemPage(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers({
      ...PAGE_HEADERS,
      ...problemHeaders(problem),
      'cache-control': 'no-store',
      'content-type': HTML_TYPE,
    })
    .send(problemPage(problem));
}

/** The period that a page shows, and the one that its address names. */
export async function periodOf(
  page: SitePage,
  params: Texts,
  request: FastifyRequest,
  { editions, published }: Snapshot,
): Promise<{ asked: string | undefined; period: string }> {
  const asked = page.shownPeriod && askedPeriod(request);
  const shown = asked ?? (await page.shownPeriod?.(params, published));
  const period = page.hasPartialPeriods ? editions.resolveAny(shown) : editions.resolve(shown);
  return { asked, period };
}

/** Pages read the period and ignore what else an address carries, such as campaign marks. */
export function askedPeriod(request: FastifyRequest): string | undefined {
  const { period } = request.query as Record<string, unknown>;
  return PeriodInput.parse({ period }).period;
}

/**
 * Reads parameters. A parameter given several times, as forms send multiple choices, becomes a
 * comma-separated list.
 */
export function readParameters(
  request: FastifyRequest,
  names: readonly string[],
  longest = MAX_TEXT,
): Texts {
  const query = request.query as Record<string, unknown>;
  const texts = names.flatMap((name) => {
    const values = [query[name]].flat().filter((value) => typeof value === 'string');
    const text = values.join(',').slice(0, longest);
    return text === '' ? [] : [[name, text] as const];
  });
  return Object.fromEntries(texts);
}
