/** Well-known addresses that depend only on the service's settings, and those that people guess. */
import type { FastifyInstance } from 'fastify';
import {
  API_CATALOG_TYPE,
  apiCatalog,
  apiCatalogLinks,
  robotsText,
  securityText,
} from '../../features/discovery/well-known.ts';
import { Addresses } from '../../lib/addresses.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import { renderedBody } from './body.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { readOnly, send } from './routes.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';
const DAY_MS = 86_400_000;

/** If the operator has no e-mail address there is no security.txt, since it must contain one. */
export function wellKnownRoutes(app: FastifyInstance): void {
  const { baseUrl, operator } = app.publisher;
  const addresses = new Addresses(baseUrl);
  const startedAt = new Date();
  const robots = renderedBody(robotsText(addresses), TEXT_TYPE, startedAt);
  readOnly(app, '/robots.txt', (request, reply) => send(request, reply, robots, PUBLIC_HEADERS));
  const catalog = renderedBody(json(apiCatalog(addresses)), API_CATALOG_TYPE, startedAt);
  const links = { ...PUBLIC_HEADERS, link: apiCatalogLinks(addresses) };
  readOnly(app, '/.well-known/api-catalog', (request, reply) =>
    send(request, reply, catalog, links),
  );
  // Readers look for an API's documentation here.
  for (const path of ['/api', '/api/'])
    readOnly(app, path, async (_, reply) => reply.redirect('/docs', 302));
  const { email } = operator ?? {};
  if (email === undefined) return;
  readOnly(app, '/.well-known/security.txt', (request, reply) => {
    // It says until when it holds, and changes once a day (UTC).
    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const body = renderedBody(securityText(email, addresses, today), TEXT_TYPE, today);
    return send(request, reply, body, PUBLIC_HEADERS);
  });
}
