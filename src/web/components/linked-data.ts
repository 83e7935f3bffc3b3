/** What a page is and where in the site it belongs, as JSON-LD in the vocabulary of schema.org. */

import { type Html, html, rawHtml, safeHref } from '../../lib/html.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Described, Organization, Subject } from './metadata.ts';

export const SITE_NAME = 'Bellwether';

type Node = Readonly<Record<string, unknown>>;

/**
 * A data block, which browsers do not run and the content security policy need not allow.
 *
 * @param image full address of the page's picture
 * @returns null for pages without an address of their own, such as what a search found
 */
export function linkedData(page: Described, image: string | undefined): Html | null {
  const { canonical, address = canonical } = page;
  if (address === undefined) return null;
  const own = { ...pageNode(page, address), ...(image !== undefined && { image }) };
  const nodes = [own, breadcrumbs(page, address) ?? siteNode(address)];
  const text = JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': nodes,
  });
  // As escapes of JSON, so that no text can end the element.
  const safe = rawHtml(text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'));
  return html`<script type="application/ld+json">${safe}</script>\n`;
}

/** The first page stands for the whole site, and says how it is searched. */
function siteNode(home: string): Node {
  return {
    '@type': 'WebSite',
    '@id': new URL('/#site', home).href,
    url: new URL('/', home).href,
    name: SITE_NAME,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${new URL('/search', home).href}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
}

const TYPES = {
  page: 'WebPage',
  organization: 'WebPage',
  dataset: 'Dataset',
  article: 'Article',
  report: 'Report',
} as const;

function pageNode(page: Described, canonical: string): Node {
  const { title, description, subject = { kind: 'page' } } = page;
  const publisher = { '@type': 'Organization', name: SITE_NAME, url: new URL('/', canonical).href };
  return {
    '@type': TYPES[subject.kind],
    '@id': canonical,
    url: canonical,
    name: title,
    description,
    inLanguage: 'en',
    isAccessibleForFree: true,
    publisher,
    ...('publishedAt' in subject && { creator: publisher, datePublished: subject.publishedAt }),
    ...(subject.kind === 'dataset' && datasetNode(subject, page, canonical)),
    ...('organization' in subject &&
      subject.organization && { about: organizationNode(subject.organization) }),
    ...((subject.kind === 'article' || subject.kind === 'report') && { headline: title }),
  };
}

function datasetNode(
  { period }: Extract<Subject, { kind: 'dataset' }>,
  { json }: Described,
  canonical: string,
): Node {
  const days = parsePeriod(period);
  return {
    license: DATA_LICENSE,
    ...(days && { temporalCoverage: `${isoDay(days.firstDay)}/${isoDay(days.lastDay)}` }),
    ...(json !== undefined && {
      distribution: {
        '@type': 'DataDownload',
        encodingFormat: 'application/json',
        contentUrl: new URL(json, canonical).href,
      },
    }),
  };
}

function organizationNode({ name, website, profiles = [] }: Organization): Node {
  const isAddress = (url: string | null | undefined) => url && safeHref(url) === url;
  const sameAs = profiles.filter(isAddress);
  return {
    '@type': 'Organization',
    name,
    ...(isAddress(website) && { url: website }),
    ...(sameAs.length > 0 && { sameAs }),
  };
}

/** Pages that have others below their address. */
const SECTIONS: Readonly<Record<string, string>> = {
  '/affiliates': 'Affiliates',
  '/answers': 'Questions and answers',
  '/blog': 'Weekly digests',
  '/compare': 'Comparisons',
  '/diligence': 'Diligence dossiers',
  '/markets': 'Prediction markets',
  '/members': 'Members',
  '/receipts': 'Scouts',
  '/research': 'Research',
};

function breadcrumbs({ title, parent }: Described, canonical: string): Node | undefined {
  const { pathname } = new URL(canonical);
  if (pathname === '/') return undefined;
  const above = pathname.slice(0, pathname.lastIndexOf('/'));
  const section = Object.hasOwn(SECTIONS, above) ? SECTIONS[above] : undefined;
  const trail = [
    { name: SITE_NAME, path: '/' },
    ...(section === undefined ? [] : [{ name: section, path: above }]),
    ...(parent ? [parent] : []),
    { name: title, path: canonical },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, canonical).href,
    })),
  };
}
