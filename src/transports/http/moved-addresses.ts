/** Addresses of earlier releases that lead to what does their work now. */
import type { FastifyInstance } from 'fastify';
import { PUBLIC_HEADERS } from './headers.ts';
import { queryOf } from './plain-address.ts';
import { filledPath } from './render-page.ts';
import { readOnly, routePattern } from './routes.ts';

const MOVED: Readonly<Record<string, string>> = {
  '/api/forecasts.jsonl': '/api/markets.jsonl',
  '/diligence/{slug}/dossier.pdf': '/diligence/{slug}',
};

export function movedAddresses(app: FastifyInstance): void {
  for (const [former, current] of Object.entries(MOVED))
    readOnly(app, routePattern(former), async (request, reply) => {
      const params = request.params as Readonly<Record<string, string>>;
      const location = filledPath(current, params) + queryOf(request.url);
      return reply.headers(PUBLIC_HEADERS).redirect(location, 308);
    });
}
