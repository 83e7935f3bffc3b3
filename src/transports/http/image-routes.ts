/** The pictures that links to pages are shown with elsewhere: `/images/<path of the page>.png`. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { pngOf } from '../../lib/png.ts';
import { cardSvg } from '../../web/images/card.ts';
import { pageCard } from '../../web/images/page-card.ts';
import { type CardOf, sectorCard, startupCard, weekCard } from '../../web/images/subjects.ts';
import type { SitePage } from '../../web/page/page.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { filledPath, ON_DEMAND, pageFinder, readRequest, renderPage } from './pages.ts';
import { resourceRoute, type Sources } from './resource.ts';

/** By the path of the pages whose pictures show numbers; those of others say what the page says. */
const CARDS: Readonly<Record<string, CardOf>> = {
  '/startups/{slug}': startupCard,
  '/sectors/{slug}': sectorCard,
  '/': weekCard,
};

export function imageRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  sources: Sources,
): void {
  const find = pageFinder(pages);
  resourceRoute(app, '/images/*', sources, async (request, current) => {
    const { '*': rest } = request.params as { '*': string };
    const [, pagePath] = /^(.+)\.png$/.exec(rest) ?? [];
    const found = pagePath && find(pagePath === 'home' ? '/' : `/${pagePath}`);
    if (!found)
      throw new NotFoundError(
        'not-found',
        'A page has its picture at /images/<its path>.png, the first one at /images/home.png.',
      );
    const { page, params } = found;
    const { period } = await readRequest(page, params, request, current);
    const path = filledPath(page.path, params);
    const { slug } = params;
    const cardOf = CARDS[page.path];
    const { published, editions } = current;
    const card = async () => {
      if (cardOf) return cardOf(slug ?? '', period, published);
      const rendered = await renderPage(page, { params, period, query: {} }, current, path);
      return pageCard(rendered, new URL(published.baseUrl).host);
    };
    const render = async () => {
      const drawn = await card();
      if (drawn) return pngOf(cardSvg(drawn));
      throw new NotFoundError('not-found', `${path} has no picture in ${period}.`);
    };
    const isCurrent = cardOf !== undefined && period === editions.latest;
    return {
      headers: PUBLIC_HEADERS,
      body: () =>
        current.rendered(`picture of ${path} ${period}`, 'image/png', render, page.isLive),
      policy: isCurrent ? undefined : (page.policy ?? ON_DEMAND),
      parameters: isCurrent ? ['period'] : undefined,
      isLive: page.isLive,
      slug: cardOf && slug,
      pathFor: (now) => `/images${filledPath(page.path, { slug: now })}.png`,
    };
  });
}
