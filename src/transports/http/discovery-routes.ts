/** Addresses that crawlers and agents look for: the site map and well-known documents. */
import type { FastifyInstance } from 'fastify';
import {
  type SiteMapEntry,
  siteMapIndexXml,
  siteMapParts,
  siteMapXml,
} from '../../features/discovery/site-map.ts';
import {
  API_CATALOG_TYPE,
  apiCatalog,
  apiCatalogLinks,
  robotsText,
  securityText,
} from '../../features/discovery/well-known.ts';
import { Addresses } from '../../lib/addresses.ts';
import { NotFoundError } from '../../lib/errors.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { json } from '../../pipeline/edition/artifacts.ts';
import type { Published } from '../../published/published.ts';
import type { SitePage } from '../../web/page/page.ts';
import { PUBLIC_HEADERS } from './headers.ts';
import { documentRoute, resourceRoute } from './resource.ts';
import { readOnly } from './routes.ts';

const TEXT_TYPE = 'text/plain; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';

/**
 * Documents that depend only on the service's settings. If the operator has no e-mail address, there is
 * no security.txt, since it must contain one.
 */
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

/** The site map, built from the addresses of all pages. */
export function siteMapRoutes(app: FastifyInstance, pages: readonly SitePage[]): void {
  const parts = async (published: Published) =>
    siteMapParts(await siteMapEntries(pages, published));
  documentRoute(app, '/sitemap.xml', XML_TYPE, async ({ published }) => {
    const all = await published.derived(parts);
    if (all.length <= 1) return siteMapXml(all[0] ?? []);
    const url = (index: number) => published.addresses.at(`/sitemaps/${index + 1}`);
    return siteMapIndexXml(all.map((_, index) => ({ url: url(index), changedOn: undefined })));
  });
  resourceRoute(app, '/sitemaps/:number', async (request, current) => {
    // This is the parameter in the route's pattern.
    const { number } = request.params as { number: string };
    const all = await current.published.derived(parts);
    const part = /^[1-9]\d{0,5}$/.test(number) ? all[Number(number) - 1] : undefined;
    if (!part)
      throw new NotFoundError('not-found', `There are ${all.length} site maps, numbered from 1.`);
    const render = async () => siteMapXml(part);
    return { parameters: [], body: () => current.rendered(`site map ${number}`, XML_TYPE, render) };
  });
}

/** Every address of every page, without duplicates, in the pages' order. */
async function siteMapEntries(
  pages: readonly SitePage[],
  published: Published,
): Promise<SiteMapEntry[]> {
  const entries = new Map<string, SiteMapEntry>();
  for (const page of pages) {
    const own = page.path.includes('{') ? [] : [published.addresses.at(page.path)];
    for (const url of (await page.addresses?.(published)) ?? own)
      entries.set(url, { url, changedOn: changedOn(url, page, published) });
  }
  return [...entries.values()];
}

/**
 * The date of the last change. A page about a period changes only with that period, and a page about
 * the current period with each new one. For others it is unknown and omitted, since a wrong date is
 * worse than none.
 */
function changedOn(url: string, page: SitePage, { editions }: Published): string | undefined {
  const named = parsePeriod(url.slice(url.lastIndexOf('/') + 1));
  const period = named ?? (page.shownPeriod ? parsePeriod(editions.latest) : undefined);
  return period && isoDay(period.lastDay + 1);
}
