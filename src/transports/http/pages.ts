/** Routes of the pages, from their definitions, and what else is made of pages. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cohortRecords } from '../../api/operation/cohort.ts';
import { STANDARD_LIMIT } from '../../api/operation/operation.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { PeriodInput } from '../../lib/inputs.ts';
import type { Policy } from '../../lib/limits/limiter.ts';
import type { PageRequest, SitePage } from '../../web/page/page.ts';
import type { Headers } from './headers.ts';
import { pathOf, queryOf, refuseOtherThanUtf8 } from './request-target.ts';
import { Redirect, resourceRoute, type Sources } from './resource.ts';
import { routePattern } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

const MAX_TEXT = 280;
export const HTML_TYPE = 'text/html; charset=utf-8';

/** Pages load nothing from other origins, run no inline scripts, and cannot be framed. */
export const PAGE_HEADERS: Headers = {
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
  sources: Sources,
): void {
  for (const page of pages)
    resourceRoute(app, routePattern(page.path), sources, async (request, current) => {
      const { editions, published } = current;
      // These are the parameters in the route's pattern; each is a single string.
      const params = request.params as Texts;
      const { asked, period, query } = await readRequest(page, params, request, current);
      if (page.shownPeriod && asked === undefined && period !== editions.latest)
        return new Redirect(`${filledPath(page.path, params)}?period=${period}`, 302);
      const other = await page.leadsTo?.({ params, query, asked }, published);
      if (other?.query !== undefined) return new Redirect(other.path + other.query, 302);
      if (other) return new Redirect(other.path + queryOf(request.url), 308);
      const isOneOfMany =
        Object.keys(query).length > 0 ||
        (page.shownPeriod !== undefined && period !== editions.latest) ||
        (await page.isOnDemand?.(params, published)) === true;
      const isLimited = isOneOfMany || page.isLive;
      const path = pathOf(request.url);
      const key = `page ${page.path} ${JSON.stringify([params, period, query])}`;
      const render = () => renderPage(page, { params, period, query }, current, path);
      return {
        headers: PAGE_HEADERS,
        body: () => current.rendered(key, HTML_TYPE, render, page.isLive),
        policy: isLimited ? (page.policy ?? ON_DEMAND) : undefined,
        isLive: page.isLive,
        parameters: isOneOfMany ? undefined : ['period', ...(page.takes ?? [])],
        slug: params['slug'],
        pathFor: (slug) => filledPath(page.path, { ...params, slug }),
      };
    });
}

type AskedPage = Pick<PageRequest, 'params' | 'period' | 'query'>;

/** @param path that was asked for, for the error @throws NotFoundError if nothing is there */
export async function renderPage(
  page: SitePage,
  asked: AskedPage,
  { context }: Snapshot,
  path: string,
): Promise<string> {
  const { published, cycle, stars, describe } = context;
  const cohort = () => cohortRecords(context);
  const rendered = await page.render({ ...asked, published, cycle, cohort, stars, describe });
  if (rendered !== undefined) return rendered;
  throw new NotFoundError('not-found', `Nothing is at ${path}.`);
}

/** The path of a page, made from its own pattern and never from the address that a client sent. */
export function filledPath(pattern: string, params: Texts): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** @returns a function that finds the page at a decoded path */
export function pageFinder(pages: readonly SitePage[]) {
  // As by the router, a page whose address has no variables is preferred.
  const patterns = pages
    .map((page) => ({
      page,
      pattern: new RegExp(`^${page.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }))
    .sort((a, b) => variables(a.page) - variables(b.page));
  return (path: string): { page: SitePage; params: Texts } | undefined => {
    const found = patterns.find(({ pattern }) => pattern.test(path));
    return found && { page: found.page, params: { ...found.pattern.exec(path)?.groups } };
  };
}

function variables({ path }: SitePage): number {
  return path.split('{').length;
}

/** The period that a page shows, the one that its address names, and its other parameters. */
export async function readRequest(
  page: SitePage,
  params: Texts,
  request: FastifyRequest,
  { editions, published }: Snapshot,
): Promise<{ asked: string | undefined; period: string; query: Texts }> {
  const takes = page.takes ?? [];
  refuseOtherThanUtf8(request.query, ['period', ...takes]);
  const asked = page.shownPeriod && askedPeriod(request);
  const shown = asked ?? (await page.shownPeriod?.(params, published));
  const period = page.hasPartialPeriods ? editions.resolveAny(shown) : editions.resolve(shown);
  return { asked, period, query: readParameters(request, takes, page.longest) };
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
