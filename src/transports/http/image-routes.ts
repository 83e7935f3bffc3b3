/** The pictures that links to pages are shown with elsewhere: `/images/<path of the page>.png`. */
import type { FastifyInstance } from 'fastify';
import { NotFoundError } from '../../lib/errors.ts';
import type { Limiter } from '../../lib/limits/limiter.ts';
import { pngOf } from '../../lib/png.ts';
import { cardSvg } from '../../web/images/card.ts';
import { type CardOf, sectorCard, startupCard, weekCard } from '../../web/images/subjects.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { takeToken } from './limits.ts';
import { currentSlug } from './moved.ts';
import { askedPeriod, ON_DEMAND } from './pages.ts';
import { queryOf } from './plain-address.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';
import { readOnly, send } from './routes.ts';
import type { Snapshot } from './snapshot.ts';

/** By the part of the address that names a kind of page. */
const CARDS: Readonly<Record<string, CardOf>> = {
  startups: startupCard,
  sectors: sectorCard,
  home: weekCard,
};

const ADDRESS = /^(?:(?<kind>startups|sectors)\/(?<slug>[^/.]+)|(?<home>home))\.png$/;

export function imageRoutes(
  app: FastifyInstance,
  snapshot: () => Snapshot,
  limiter: Limiter | undefined,
): void {
  readOnly(app, '/images/*', async (request, reply) => {
    const current = snapshot();
    const groups = ADDRESS.exec((request.params as { '*': string })['*'])?.groups;
    const cardOf = CARDS[groups?.['kind'] ?? groups?.['home'] ?? ''];
    if (!cardOf)
      throw new NotFoundError(
        'not-found',
        'There are pictures at /images/startups/<slug>.png, /images/sectors/<slug>.png and /images/home.png.',
      );
    refuseOtherThanUtf8(request.query, ['period']);
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
    return send(request, reply, await current.kept(key, 'image/png', render), PUBLIC_HEADERS);
  });
}
