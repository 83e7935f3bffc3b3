/** Routes of the pages, one for each definition, and the headers of all pages. */
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
import { readOnly, routePattern, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

/** Characters of a text that a client writes. */
const MAX_TEXT = 280;
export const HTML_TYPE = 'text/html; charset=utf-8';

/** Pages load nothing from elsewhere, run no script that stands in a page, and stand in no frame. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self' https://checkout.stripe.com; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/** Pages that are rendered on demand are limited like everything that is computed. */
export const ON_DEMAND: Policy = { name: 'default', limit: STANDARD_LIMIT };

type Texts = Readonly<Record<string, string>>;

export function pageRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  snapshot: () => Snapshot,
  limiter: Limiter | undefined,
): void {
  for (const page of pages) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const current = snapshot();
      // The route's own pattern names them; each is one text.
      const params = request.params as Texts;
      refuseOtherThanUtf8(request.query, ['period', ...(page.takes ?? [])]);
      const asked = page.shownPeriod && askedPeriod(request);
      const { editions } = current;
      const shown = asked ?? (await page.shownPeriod?.(params, current.published));
      const period = page.hasPartialPeriods ? editions.resolveAny(shown) : editions.resolve(shown);
      if (page.shownPeriod && asked === undefined && period !== editions.latest)
        return reply.redirect(`${filledPath(page.path, params)}?period=${period}`, 302);
      const query = takenFrom(request, page.takes ?? [], page.longest);
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
      // Texts that clients write are endless, and hardly anybody asks for the same one again.
      const keep = isOneOfMany && !hasQuery ? 'kept' : 'rendered';
      try {
        if (page.isLive) {
          const live = renderedBody(await render(), HTML_TYPE, new Date());
          return send(request, reply, live, { ...PAGE_HEADERS, ...NO_STORE });
        }
        const body = await current[keep](key, HTML_TYPE, render);
        return send(request, reply, body, PAGE_HEADERS);
      } catch (error) {
        const moved = error instanceof NotFoundError && (await movedTo(page, params, current));
        if (moved) return reply.headers(PUBLIC_HEADERS).redirect(moved + queryOf(request.url), 308);
        throw error;
      }
    };
    readOnly(app, routePattern(page.path), handler);
  }
}

/** Where the page is now, if its address has a slug that somebody had before. */
async function movedTo({ path }: SitePage, params: Texts, { published }: Snapshot) {
  const slug = (await published.derived(formerSlugs)).get(params['slug'] ?? '');
  return slug === undefined ? undefined : filledPath(path, { ...params, slug });
}

/** A person at a page gets the error as a page. */
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

/** Pages read the period and ignore what else an address carries, such as campaign marks. */
export function askedPeriod(request: FastifyRequest): string | undefined {
  const { period } = request.query as Record<string, unknown>;
  return PeriodInput.parse({ period }).period;
}

/** A parameter that is given more than once, as forms do with several choices, is a list with commas. */
export function takenFrom(
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
