/** The pictures that links to pages are shown with elsewhere: `/images/<path of the page>.png`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { pngOf } from '../../lib/png.ts';
import { cardSvg } from '../../web/images/card.ts';
import { pageCard } from '../../web/images/page-card.ts';
import { type CardOf, sectorCard, startupCard, weekCard } from '../../web/images/subjects.ts';
import type { SitePage } from '../../web/page/page.ts';
import { renderedBody } from './body.ts';
import { NO_STORE, PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import { askedPeriod, currentSlug, ON_DEMAND, periodOf } from './pages.ts';
import { queryOf } from './plain-address.ts';
import { filledPath, PageFinder, renderPage } from './render-page.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { publish, readOnly, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

/** By the part of the address that names a kind of page with a picture of its own. */
const CARDS: Readonly<Record<string, CardOf>> = {
  startups: startupCard,
  sectors: sectorCard,
  home: weekCard,
};

const OWN = /^(?:(?<kind>startups|sectors)\/(?<slug>[^/.]+)|(?<home>home))\.png$/;
const ANY = /^(?<path>.+)\.png$/;

export function imageRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  snapshot: () => Snapshot,
  limiter: Limiter | undefined,
): void {
  const finder = new PageFinder(pages);
  readOnly(app, '/images/*', async (request, reply) => {
    const current = snapshot();
    const rest = (request.params as { '*': string })['*'];
    const groups = OWN.exec(rest)?.groups;
    const cardOf = CARDS[groups?.['kind'] ?? groups?.['home'] ?? ''];
    if (!cardOf) return sendPagePicture(rest, request, reply);
    const parameters = ['period'];
    refuseOtherThanUtf8(request.query, parameters);
    const slug = groups?.['slug'] ?? '';
    const now = cardOf === startupCard ? await currentSlug(slug, current) : undefined;
    if (now !== undefined) {
      const moved = `/images/startups/${encodeURIComponent(now)}.png${queryOf(request.url)}`;
      return reply.headers(PUBLIC_HEADERS).redirect(moved, 308);
    }
    const { editions, published } = current;
    const asked = askedPeriod(request);
    const period = cardOf === startupCard ? editions.resolveAny(asked) : editions.resolve(asked);
    if (limiter && period !== editions.latest) await takeToken(limiter, ON_DEMAND, request, reply);
    const render = async () => {
      const card = await cardOf(slug, period, published);
      if (card) return pngOf(cardSvg(card));
      throw new NotFoundError(
        'not-found',
        `Nothing is called ${JSON.stringify(slug)} in ${period}.`,
      );
    };
    const key = `picture ${groups?.['kind'] ?? 'home'} ${slug} ${period}`;
    const body = await current.rendered(key, 'image/png', render);
    return publish(request, reply, current, { body, headers: PUBLIC_HEADERS, parameters });
  });

  /** Of any other page: what it is called, and what it says of itself. */
  async function sendPagePicture(rest: string, request: FastifyRequest, reply: FastifyReply) {
    const current = snapshot();
    const { path: pagePath } = ANY.exec(rest)?.groups ?? {};
    const found = pagePath === undefined ? undefined : finder.find(`/${pagePath}`);
    if (!found)
      throw new NotFoundError(
        'not-found',
        'A page has its picture at /images/<its path>.png, the first one at /images/home.png.',
      );
    const { page, params } = found;
    refuseOtherThanUtf8(request.query, ['period']);
    const { period } = await periodOf(page, params, request, current);
    if (limiter) await takeToken(limiter, page.policy ?? ON_DEMAND, request, reply);
    const path = filledPath(page.path, params);
    const render = async () => {
      const rendered = await renderPage(page, { params, period, query: {} }, current, path);
      return pngOf(cardSvg(pageCard(rendered, new URL(current.published.baseUrl).host)));
    };
    const key = `picture of ${path} ${period}`;
    if (page.isLive)
      return send(request, reply, renderedBody(await render(), 'image/png', new Date()), {
        ...PUBLIC_HEADERS,
        ...NO_STORE,
      });
    return send(request, reply, await current.rendered(key, 'image/png', render), PUBLIC_HEADERS);
  }
}
