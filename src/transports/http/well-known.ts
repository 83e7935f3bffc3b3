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
import { PUBLIC_HEADERS } from './headers.ts';
import { documentRoute } from './resource.ts';
import { readOnly } from './routes.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';

/** If the operator has no e-mail address there is no security.txt, since it must contain one. */
export function wellKnownRoutes(app: FastifyInstance): void {
  const { baseUrl, operator } = app.publisher;
  const addresses = new Addresses(baseUrl);
  const { email } = operator ?? {};
  documentRoute(app, '/robots.txt', TEXT_TYPE, async () => robotsText(addresses));
  if (email !== undefined)
    documentRoute(app, '/.well-known/security.txt', TEXT_TYPE, async ({ takenAt }) =>
      securityText(email, addresses, takenAt),
    );
  const catalog = async () => json(apiCatalog(addresses));
  const headers = { ...PUBLIC_HEADERS, link: apiCatalogLinks(addresses) };
  documentRoute(app, '/.well-known/api-catalog', API_CATALOG_TYPE, catalog, headers);
  // Readers look for an API's documentation here.
  readOnly(app, '/api', async (_, reply) => reply.redirect('/docs', 302));
}
