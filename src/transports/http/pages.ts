/** Routes of the pages, one for each definition, and what all pages are sent with. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BellwetherError } from '../../lib/errors.ts';
import { PeriodInput } from '../../lib/inputs.ts';
import type { SitePage } from '../../faces/pages/page.ts';
import { FAVICON, FAVICON_PATH } from '../../faces/site/favicon.ts';
import { problemPage } from '../../faces/site/problem.ts';
import { STYLESHEET } from '../../web/components/stylesheet.ts';
import { renderedBody } from '../../faces/http/body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { only, readOnly } from './routes.ts';
import { routePattern, send } from './operation-routes.ts';
import { type Problem, problemHeaders } from './problem.ts';
import type { Snapshot } from '../../faces/http/snapshot.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const STYLE_HASH = createHash('sha256').update(STYLESHEET).digest('base64');

/** Pages are documents: no script, no frame, nothing from elsewhere, one known stylesheet. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self' data:; form-action 'self' https://checkout.stripe.com; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

type Texts = Readonly<Record<string, string>>;

export function pageRoutes(
  app: FastifyInstance,
  pages: readonly SitePage[],
  snapshot: () => Snapshot,
): void {
  const icon = renderedBody(FAVICON, 'image/svg+xml', new Date());
  readOnly(app, FAVICON_PATH, (request, reply) => send(request, reply, icon, PUBLIC_HEADERS));
  for (const page of pages) {
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const current = snapshot();
      // The route's own pattern names them; each is one text.
      const params = request.params as Texts;
      const asked = page.shownPeriod && askedPeriod(request);
      const { editions } = current;
      const period = editions.resolve(
        asked ?? (await page.shownPeriod?.(params, current.published)),
      );
      if (page.shownPeriod && asked === undefined && period !== editions.latest)
        return reply.redirect(`${request.url.split('?')[0]}?period=${period}`, 302);
      const query = takenFrom(request, page.takes ?? []);
      const key = `page ${page.path} ${JSON.stringify([params, period, query])}`;
      const body = await current.rendered(key, HTML_TYPE, async () => {
        const rendered = await page.render({ published: current.published, params, period, query });
        if (rendered !== undefined) return rendered;
        throw new BellwetherError('not-found', `Nothing is at ${request.url.split('?')[0]}.`);
      });
      return send(request, reply, body, PAGE_HEADERS);
    };
    const config = page.limit ? { limit: page.limit } : {};
    only(app, routePattern(page.path), [{ methods: ['GET'], handler, config }]);
  }
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

/** Pages take the period and pass over what else an address carries, such as campaign marks. */
function askedPeriod(request: FastifyRequest): string | undefined {
  const { period } = request.query as Record<string, unknown>;
  return PeriodInput.parse({ period }).period;
}

function takenFrom(request: FastifyRequest, names: readonly string[]): Texts {
  const query = request.query as Record<string, unknown>;
  const texts = names.flatMap((name) => {
    const value = query[name];
    return typeof value === 'string' ? [[name, value.slice(0, LONGEST_TEXT)] as const] : [];
  });
  return Object.fromEntries(texts);
}

const LONGEST_TEXT = 280;
