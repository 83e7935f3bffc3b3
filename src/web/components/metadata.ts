/**
 * What a page tells programs about itself: search engines (JSON-LD in the vocabulary of schema.org),
 * previews of links (Open Graph, Twitter cards) and reference managers (Highwire's citation tags).
 */
import { type Html, html } from '../../lib/html.ts';
import { CARD } from '../images/card.ts';
import { linkedData, SITE_NAME } from './linked-data.ts';

/** What a page is about. */
export type Subject =
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

export type Organization = {
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
  canonical?: string;
  /** The same for a page that has none, and for one that shows a part; by default the canonical one. */
  address?: string;
  /** Path of the same content as data. */
  json?: string;
  /** Full address of a picture of its own; without it, there is a card for every page. */
  picture?: string;
  /** By default a plain page. */
  subject?: Subject;
  /** The page above this one, if its address does not name it. */
  parent?: { name: string; path: string };
};

/** For the head of every page. */
export function metadata(page: Described): Html {
  const { title, description, canonical, address = canonical, subject } = page;
  const image = pictureOf(page);
  const isText = subject?.kind === 'article' || subject?.kind === 'report';
  const graph = {
    'og:site_name': SITE_NAME,
    'og:type': isText ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:locale': 'en_US',
    ...(address !== undefined && { 'og:url': address }),
    ...(isText && { 'article:published_time': subject.publishedAt }),
    ...(image !== undefined && {
      'og:image': image,
      'og:image:type': 'image/png',
      ...(page.picture === undefined && {
        'og:image:width': String(CARD.width),
        'og:image:height': String(CARD.height),
      }),
      'og:image:alt': description,
    }),
  };
  const card = {
    'twitter:card': image === undefined ? 'summary' : 'summary_large_image',
    ...(image !== undefined && { 'twitter:image': image, 'twitter:image:alt': description }),
    'twitter:title': title,
    'twitter:description': description,
  };
  return html`${Object.entries(graph).map(([name, content]) => html`<meta property="${name}" content="${content}">\n`)}${Object.entries(
    { ...card, ...citation(page) },
  ).map(
    ([name, content]) => html`<meta name="${name}" content="${content}">\n`,
  )}${linkedData(page, image)}`;
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
