/** Routes of the pages. What a page shows is read from the editions; how, is in `faces/site`. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BellwetherError } from '../../errors.ts';
import { PeriodInput } from '../../operations/inputs.ts';
import { FAVICON, FAVICON_PATH } from '../site/favicon.ts';
import { homePage } from '../site/home.ts';
import type { HomeModel } from '../site/model.ts';
import { problemPage } from '../site/problem.ts';
import { sectorPage } from '../site/sector.ts';
import { startupPage } from '../site/startup.ts';
import { STYLESHEET } from '../site/stylesheet.ts';
import { renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { send } from './operation-routes.ts';
import type { Problem } from './problem.ts';
import { readOnly } from './read-only.ts';
import type { Snapshot } from './snapshot.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const STYLE_HASH = createHash('sha256').update(STYLESHEET).digest('base64');

/** Pages are documents: no script, no frame, nothing from elsewhere, one known stylesheet. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

export function pageRoutes(app: FastifyInstance, snapshot: () => Snapshot): void {
  const icon = renderedBody(FAVICON, 'image/svg+xml', new Date());
  readOnly(app, FAVICON_PATH, (request, reply) => send(request, reply, icon, PUBLIC_HEADERS));
  const page = (
    url: string,
    render: (slug: string, period: string, current: Snapshot) => Promise<string>,
  ) =>
    readOnly(app, url, async (request, reply) => {
      const current = snapshot();
      const { slug = '' } = request.params as { slug?: string };
      const asked = askedPeriod(request);
      const period = current.editions.resolve(asked ?? (await shownPeriod(url, slug, current)));
      if (asked === undefined && period !== current.editions.latest)
        return reply.redirect(`${request.url.split('?')[0]}?period=${period}`, 302);
      const body = await current.rendered(`page ${url} ${slug} ${period}`, HTML_TYPE, () =>
        render(slug, period, current),
      );
      return send(request, reply, body, PAGE_HEADERS);
    });
  page('/', async (_, period, current) => homePage(await homeModel(period, current)));
  page('/sectors/:slug', async (slug, period, current) => {
    const model = await homeModel(period, current);
    const sector = model.signals.sectors.find((candidate) => candidate.slug === slug);
    if (sector) return sectorPage({ ...model, sector });
    throw notFound(`No sector ${JSON.stringify(slug)} has startups in ${period}.`);
  });
  page(STARTUP_PAGE, async (slug, period, current) => {
    const model = await homeModel(period, current);
    const startup = (await current.editions.startups(period)).get(slug);
    const evidence = (await current.editions.evidence(period)).get(slug);
    if (startup && evidence) return startupPage({ ...model, startup, evidence });
    const left = model.signals.meta.notCovered.find((missing) => missing.slug === slug);
    throw notFound(
      left
        ? `${left.name} is not covered in ${period}: ${left.reason}.`
        : `No tracked startup has the address ${JSON.stringify(slug)}.`,
    );
  });
}

const STARTUP_PAGE = '/startups/:slug';

/** A person at a page gets the error as a page. */
export function sendProblemPage(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': HTML_TYPE })
    .send(problemPage(problem));
}

/** Pages take the period and pass over what else an address carries, such as campaign marks. */
function askedPeriod(request: FastifyRequest): string | undefined {
  const { period } = request.query as Record<string, unknown>;
  return PeriodInput.parse({ period }).period;
}

/** The period that a page shows when none is asked for: for a startup, the last that covers it. */
async function shownPeriod(
  url: string,
  slug: string,
  { editions }: Snapshot,
): Promise<string | undefined> {
  if (url !== STARTUP_PAGE) return undefined;
  const { periods, startups } = await editions.history();
  const velocity = startups[slug]?.velocity ?? [];
  const last = velocity.findLastIndex((value) => value !== null);
  return last < 0 ? undefined : periods[last];
}

async function homeModel(period: string, { editions, context }: Snapshot): Promise<HomeModel> {
  return {
    baseUrl: context.baseUrl,
    periods: editions.periods,
    latest: editions.latest,
    signals: await editions.signals(period),
    history: await editions.history(),
  };
}

function notFound(detail: string): BellwetherError {
  return new BellwetherError('not-found', detail);
}
