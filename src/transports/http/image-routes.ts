/** The pictures that links to pages are shown with elsewhere: `/images/<path of the page>.png`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import { pngOf } from '../../lib/png.ts';
import { cardSvg } from '../../web/images/card.ts';
import { pageCard } from '../../web/images/page-card.ts';
import { type CardOf, sectorCard, startupCard, weekCard } from '../../web/images/subjects.ts';
import type { SitePage } from '../../web/page/page.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import {
  askedPeriod,
  filledPath,
  ON_DEMAND,
  pageFinder,
  readRequest,
  renderPage,
} from './pages.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { type Resource, resourceRoute, type Sources } from './resource.ts';
import type { Snapshot } from './snapshot.ts';

/** By the part of the address that names a kind of page with a picture of its own. */
const CARDS: Readonly<Record<string, CardOf>> = {
  startups: startupCard,
  sectors: sectorCard,
  home: weekCard,
};

const OWN = /^(?:(?<kind>startups|sectors)\/(?<slug>[^/.]+)|(?<home>home))\.png$/;

export function imageRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  sources: Sources,
): void {
  const find = pageFinder(pages);
  resourceRoute(app, '/images/*', sources, async (request, current) => {
    const rest = (request.params as { '*': string })['*'];
    const { kind, slug = '', home = '' } = OWN.exec(rest)?.groups ?? {};
    const subject = kind ?? home;
    const cardOf = CARDS[subject];
    if (!cardOf) return pagePicture(rest, find, request, current);
    const { editions, published } = current;
    const parameters = ['period'];
    refuseOtherThanUtf8(request.query, parameters);
    const asked = askedPeriod(request);
    const period = cardOf === startupCard ? editions.resolveAny(asked) : editions.resolve(asked);
    const render = async () => {
      const card = await cardOf(slug, period, published);
      if (card) return pngOf(cardSvg(card));
      throw new NotFoundError(
        'not-found',
        `Nothing is called ${JSON.stringify(slug)} in ${period}.`,
      );
    };
    return {
      headers: PUBLIC_HEADERS,
      body: () => current.rendered(`picture ${subject} ${slug} ${period}`, 'image/png', render),
      policy: period === editions.latest ? undefined : ON_DEMAND,
      parameters,
      slug: cardOf === startupCard ? slug : undefined,
      pathFor: (now) => `/images/startups/${encodeURIComponent(now)}.png`,
    };
  });
}

/** The picture of any other page: its title, and what it says of itself. */
async function pagePicture(
  rest: string,
  find: ReturnType<typeof pageFinder>,
  request: FastifyRequest,
  current: Snapshot,
): Promise<Resource> {
  const [, pagePath] = /^(.+)\.png$/.exec(rest) ?? [];
  const found = pagePath === undefined ? undefined : find(`/${pagePath}`);
  if (!found)
    throw new NotFoundError(
      'not-found',
      'A page has its picture at /images/<its path>.png, the first one at /images/home.png.',
    );
  const { page, params } = found;
  const { period } = await readRequest(page, params, request, current);
  const path = filledPath(page.path, params);
  const render = async () => {
    const rendered = await renderPage(page, { params, period, query: {} }, current, path);
    return pngOf(cardSvg(pageCard(rendered, new URL(current.published.baseUrl).host)));
  };
  const key = `picture of ${path} ${period}`;
  return {
    headers: PUBLIC_HEADERS,
    body: () => current.rendered(key, 'image/png', render, page.isLive),
    policy: page.policy ?? ON_DEMAND,
    isLive: page.isLive,
  };
}
