/** Routes of the pages and of their pictures, from the pages' definitions. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { cohortRecords } from '../../api/operation/cohort.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { PeriodInput } from '../../lib/inputs.ts';
import { pngOf } from '../../lib/png.ts';
import { cardSvg, pageCard } from '../../web/images/card.ts';
import type { PageRequest, SitePage } from '../../web/page/page.ts';
import type { Headers } from './headers.ts';
import { STANDARD_POLICY } from './limits.ts';
import { queryOf, refuseOtherThanUtf8 } from './request-target.ts';
import { type Redirect, type Resource, resourceRoute } from './resource.ts';
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

type Texts = Readonly<Record<string, string>>;

export function pageRoutes(app: FastifyInstance, pages: readonly SitePage[]): void {
  for (const page of pages) {
    resourceRoute(app, routePattern(page.path), (request, current) =>
      findPage(page, request, current),
    );
    const name = page.path === '/' ? '/home' : page.path;
    resourceRoute(app, routePattern(`/images${name}.png`), (request, current) =>
      findPicture(page, request, current),
    );
  }
}

async function findPage(
  page: SitePage,
  request: FastifyRequest,
  current: Snapshot,
): Promise<Resource | Redirect> {
  const { published, editions } = current;
  const { params, query, asked, period } = await readRequest(page, request, current);
  if (page.shownPeriod && asked === undefined && period !== editions.latest)
    return { path: `${filledPath(page.path, params)}?period=${period}`, status: 302 };
  const other = await page.leadsTo?.({ params, query, asked }, published);
  if (other?.query !== undefined) return { path: other.path + other.query, status: 302 };
  if (other) return { path: other.path + queryOf(request.url), status: 308 };
  const isOneOfMany =
    Object.keys(query).length > 0 ||
    (page.shownPeriod !== undefined && period !== editions.latest) ||
    (await page.isOnDemand?.(params, published)) === true;
  const key = `page ${page.path} ${JSON.stringify([params, period, query])}`;
  const render = () => renderPage(page, { params, period, query }, current);
  return {
    headers: PAGE_HEADERS,
    body: () => current.rendered(key, HTML_TYPE, render, page.isLive),
    policy: isOneOfMany || page.isLive ? (page.policy ?? STANDARD_POLICY) : undefined,
    isLive: page.isLive,
    parameters: isOneOfMany ? undefined : ['period', ...(page.takes ?? [])],
    slug: params['slug'],
    pathFor: (slug) => filledPath(page.path, { ...params, slug }),
  };
}

/** The picture that links to a page are shown with elsewhere. */
async function findPicture(
  page: SitePage,
  request: FastifyRequest,
  current: Snapshot,
): Promise<Resource> {
  const { params, period } = await readRequest(page, request, current);
  const { published, editions } = current;
  const render = async () => {
    const rendered = await renderPage(page, { params, period, query: {} }, current);
    const chart = await page.pictured?.chart({ published, params: { period, ...params }, period });
    return pngOf(cardSvg(pageCard(rendered, new URL(published.baseUrl).host, chart)));
  };
  const isCurrent =
    page.shownPeriod !== undefined &&
    period === editions.latest &&
    (await page.isOnDemand?.(params, published)) !== true;
  const key = `picture ${page.path} ${JSON.stringify([params, period])}`;
  return {
    body: () => current.rendered(key, 'image/png', render, page.isLive),
    policy: isCurrent ? undefined : (page.policy ?? STANDARD_POLICY),
    parameters: isCurrent ? ['period'] : undefined,
    isLive: page.isLive,
    slug: params['slug'],
    pathFor: (now) => `/images${filledPath(page.path, { ...params, slug: now })}.png`,
  };
}

type AskedPage = Pick<PageRequest, 'params' | 'period' | 'query'>;

/** @throws NotFoundError if nothing is there */
async function renderPage(
  page: SitePage,
  asked: AskedPage,
  { context }: Snapshot,
): Promise<string> {
  const { published, cycle, stars, describe } = context;
  const cohort = () => cohortRecords(context);
  const rendered = await page.render({ ...asked, published, cycle, cohort, stars, describe });
  if (rendered !== undefined) return rendered;
  throw new NotFoundError('not-found', `Nothing is at ${filledPath(page.path, asked.params)}.`);
}

/** The path of a page, made from its own pattern and never from the address that a client sent. */
function filledPath(pattern: string, params: Texts): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

/** The page that is meant, and the period that the address names, if any. */
async function readRequest(
  page: SitePage,
  request: FastifyRequest,
  { editions, published }: Snapshot,
): Promise<AskedPage & { asked: string | undefined }> {
  const takes = page.takes ?? [];
  refuseOtherThanUtf8(request.query, ['period', ...takes]);
  // These are the parameters in the route's pattern; each is a single string.
  const params = request.params as Texts;
  const asked = page.shownPeriod && askedPeriod(request);
  const shown = asked ?? (await page.shownPeriod?.(params, published));
  const period = page.hasPartialPeriods ? editions.resolveAny(shown) : editions.resolve(shown);
  return { params, asked, period, query: readParameters(request, takes, page.longest) };
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
