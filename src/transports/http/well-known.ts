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
import { readOnly } from './routes.ts';
import { send } from './send-body.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';
const SECURITY_PATH = '/.well-known/security.txt';
const DAY_MS = 86_400_000;

/** If the operator has no e-mail address there is no security.txt, since it must contain one. */
export function wellKnownRoutes(app: FastifyInstance): void {
  const { baseUrl, operator } = app.publisher;
  const addresses = new Addresses(baseUrl);
  const startedAt = new Date();
  const document = (path: string, type: string, text: (today: Date) => string, headers = {}) =>
    readOnly(app, path, (request, reply) => {
      // One says until when it holds, and changes once a day (UTC).
      const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
      const body = renderedBody(text(today), type, path === SECURITY_PATH ? today : startedAt);
      return send(request, reply, body, { ...PUBLIC_HEADERS, ...headers });
    });
  document('/robots.txt', TEXT_TYPE, () => robotsText(addresses));
  document('/.well-known/api-catalog', API_CATALOG_TYPE, () => json(apiCatalog(addresses)), {
    link: apiCatalogLinks(addresses),
  });
  const { email } = operator ?? {};
  if (email !== undefined)
    document(SECURITY_PATH, TEXT_TYPE, (today) => securityText(email, addresses, today));
  // Readers look for an API's documentation here.
  for (const path of ['/api', '/api/'])
    readOnly(app, path, async (_, reply) => reply.redirect('/docs', 302));
}
