/**
 * A page as programs read it: search engines (JSON-LD in the vocabulary of schema.org), previews of links
 * (Open Graph) and reference managers (Highwire's citation tags).
 */
import { type Html, html, rawHtml, safeHref } from '../../lib/html.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { CARD } from '../images/card.ts';

export const SITE_NAME = 'Bellwether';

type Subject =
  | { kind: 'page' }
  /** Numbers of a period. */
  | {
      kind: 'dataset';
      period: string;
      /** ISO date-time. */
      publishedAt: string;
      organization?: Organization;
    }
  /** A text; published on an ISO date or at an ISO date-time. */
  | { kind: 'article' | 'report'; publishedAt: string }
  | { kind: 'organization'; organization: Organization };

type Organization = {
  name: string;
  website?: string | null;
  /** Its pages on other sites; null where none is known. */
  profiles?: readonly (string | null)[];
};

export type Described = {
  /** Without the site’s name. */
  title: string;
  description: string;
  /** The page's own full address; absent for pages that search engines should leave out. */
  canonical?: string | undefined;
  /** The same for a page that has none, and for one that shows a part; by default the canonical one. */
  address?: string;
  /** Path of the same content as data. */
  json?: string;
  /** Full address of a picture of its own; without it, there is a card for every page. */
  picture?: string;
  /** By default a plain page. */
  subject?: Subject;
};

/** For the head of every page. */
export function metadata(page: Described): Html {
  const { title, description, canonical, address = canonical, subject, picture } = page;
  const image = pictureOf(page);
  const isText = subject?.kind === 'article' || subject?.kind === 'report';
  const isCard = image !== undefined && picture === undefined;
  const graph = {
    site_name: SITE_NAME,
    type: isText ? 'article' : 'website',
    ...{ title, description, url: address, image },
    'image:width': isCard ? String(CARD.width) : undefined,
    'image:height': isCard ? String(CARD.height) : undefined,
    'image:alt': image && description,
  };
  const properties = Object.entries(graph).map(
    ([name, content]) => [`og:${name}`, content] as const,
  );
  const published = ['article:published_time', isText ? subject.publishedAt : undefined] as const;
  // Everything else of such cards is read from Open Graph.
  const card = image === undefined ? 'summary' : 'summary_large_image';
  const names = Object.entries({ 'twitter:card': card, ...citation(page) });
  return html`${[...properties, published].map(([name, content]) => (content === undefined ? null : html`<meta property="${name}" content="${content}">\n`))}${names.map(([name, content]) => html`<meta name="${name}" content="${content}">\n`)}${address === undefined ? null : linkedData(page, address, image)}`;
}

/** The checks of a startup's numbers show the picture of the startup. */
const OF_STARTUP = /^\/startups\/[^/]+(?=\/)/;

/**
 * The full address of a page's picture. It names the period, so that services which keep pictures by
 * their addresses show the one of this week.
 */
function pictureOf({ canonical, address = canonical, picture, subject }: Described) {
  if (picture !== undefined || address === undefined) return picture;
  const { pathname: own, searchParams, origin } = new URL(address);
  const [pathname = own] = OF_STARTUP.exec(own) ?? [];
  const named = subject?.kind === 'dataset' ? subject.period : searchParams.get('period');
  const query = named === null ? '' : `?period=${encodeURIComponent(named)}`;
  return `${origin}/images${pathname === '/' ? '/home' : pathname}.png${query}`;
}

/** Highwire Press tags, which Google Scholar and Zotero read; only for pages with a date. */
function citation({ title, canonical, subject }: Described): Record<string, string> {
  if (!subject || !('publishedAt' in subject) || canonical === undefined) return {};
  return {
    citation_title: title,
    citation_author: SITE_NAME,
    citation_publisher: SITE_NAME,
    citation_publication_date: subject.publishedAt.slice(0, 10).replaceAll('-', '/'),
    citation_public_url: canonical,
    citation_language: 'en',
    ...(subject.kind === 'report' && { citation_technical_report_institution: SITE_NAME }),
  };
}

type Node = Readonly<Record<string, unknown>>;

/** A data block, which browsers do not run and the content security policy need not allow. */
function linkedData(page: Described, address: string, image: string | undefined): Html {
  const own = { ...pageNode(page, address), image };
  const isHome = new URL(address).pathname === '/';
  const graph = isHome ? [own, siteNode(address)] : [own];
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph });
  // Escaped as in JSON, so that no text can end the element.
  const safe = rawHtml(text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'));
  return html`<script type="application/ld+json">${safe}</script>\n`;
}

/** The first page represents the whole site. */
function siteNode(home: string): Node {
  const url = new URL('/', home).href;
  return { '@type': 'WebSite', '@id': `${url}#site`, url, name: SITE_NAME };
}

const TYPES = {
  ...{ page: 'WebPage', organization: 'WebPage', dataset: 'Dataset' },
  ...{ article: 'Article', report: 'Report' },
} as const;

function pageNode(page: Described, address: string): Node {
  const { title, description, json, subject = { kind: 'page' } } = page;
  const publisher = { '@type': 'Organization', name: SITE_NAME, url: new URL('/', address).href };
  const days = subject.kind === 'dataset' ? parsePeriod(subject.period) : undefined;
  return {
    ...{ '@type': TYPES[subject.kind], '@id': address, url: address, name: title, description },
    ...{ inLanguage: 'en', isAccessibleForFree: true, publisher },
    ...('publishedAt' in subject && { creator: publisher, datePublished: subject.publishedAt }),
    ...(days && {
      license: DATA_LICENSE,
      temporalCoverage: `${isoDay(days.firstDay)}/${isoDay(days.lastDay)}`,
      distribution: json && {
        '@type': 'DataDownload',
        encodingFormat: 'application/json',
        contentUrl: new URL(json, address).href,
      },
    }),
    ...('organization' in subject &&
      subject.organization && { about: organizationNode(subject.organization) }),
    ...((subject.kind === 'article' || subject.kind === 'report') && { headline: title }),
  };
}

function organizationNode({ name, website, profiles = [] }: Organization): Node {
  const isAddress = (url: string | null | undefined) => url && safeHref(url) === url;
  const sameAs = profiles.filter(isAddress);
  const url = isAddress(website) ? website : undefined;
  return { '@type': 'Organization', name, url, ...(sameAs.length > 0 && { sameAs }) };
}
