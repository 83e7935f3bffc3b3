/** Small documents at well-known addresses, for crawlers and agents. */

import type { Addresses } from '../../lib/addresses.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';

const DAY_MS = 86_400_000;
/** RFC 9116, section 2.5.5 recommends less than a year. */
const SECURITY_DAYS = 180;

/** Robots exclusion protocol (RFC 9309): everything is allowed. */
export function robotsText(addresses: Addresses): string {
  return `User-agent: *
Allow: /

Sitemap: ${addresses.at('/sitemap.xml')}
`;
}

/** RFC 9116. Expires 180 days after the start of the current day (UTC). */
export function securityText(email: string, addresses: Addresses, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return `Contact: mailto:${encodeURI(email)}
Expires: ${new Date(today + SECURITY_DAYS * DAY_MS).toISOString()}
Preferred-Languages: en
Canonical: ${addresses.at('/.well-known/security.txt')}
`;
}

/** Media type of a linkset with the API catalog profile (RFC 9727, section 4.2). */
export const API_CATALOG_TYPE =
  'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** The APIs of this service as a linkset (RFC 9727; RFC 9264, section 4.2). */
export function apiCatalog(addresses: Addresses): unknown {
  const link = (path: string, type: string, title: string) => ({
    href: addresses.at(path),
    type,
    title,
  });
  const tools = link('/api/agent/tools', 'application/json', 'Tool definitions');
  const status = [link('/readyz', 'application/json', 'Whether it is ready')];
  const documentation = link('/docs', 'text/html', 'Reference');
  const licence = {
    href: DATA_LICENSE,
    type: 'text/html',
    title: 'CC BY 4.0',
  };
  return {
    linkset: [
      {
        anchor: addresses.at('/api/'),
        'service-desc': [link('/api/openapi.json', 'application/json', 'OpenAPI 3.1')],
        'service-doc': [documentation, link('/llms.txt', 'text/plain', 'For language models')],
        'service-meta': [
          link('/.well-known/agent-card.json', 'application/json', 'Agent card'),
          tools,
        ],
        status,
        license: [licence],
      },
      {
        anchor: addresses.at('/api/mcp/rpc'),
        'service-doc': [documentation],
        'service-meta': [tools],
        status,
        license: [licence],
      },
    ],
  };
}

/** The Link header of the catalog (RFC 9727, sections 2 and 3). */
export function apiCatalogLinks(addresses: Addresses): string {
  return `<${addresses.at('/.well-known/api-catalog')}>; rel="api-catalog"; type="application/linkset+json", <${addresses.at('/api/openapi.json')}>; rel="service-desc"; type="application/json"`;
}
