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
  /** Path of the same content as data. */
  json?: string;
  /** By default a plain page. */
  subject?: Subject;
  /** The page above this one, if its address does not name it. */
  parent?: { name: string; path: string };
};

/** For the head of every page. */
export function metadata(page: Described): Html {
  const { title, description, canonical, subject } = page;
  const image = pictureOf(page);
  const isText = subject?.kind === 'article' || subject?.kind === 'report';
  const graph = {
    'og:site_name': SITE_NAME,
    'og:type': isText ? 'article' : 'website',
    'og:title': title,
    'og:description': description,
    'og:locale': 'en_US',
    ...(canonical !== undefined && { 'og:url': canonical }),
    ...(isText && { 'article:published_time': subject.publishedAt }),
    ...(image !== undefined && {
      'og:image': image,
      'og:image:type': 'image/png',
      'og:image:width': String(CARD.width),
      'og:image:height': String(CARD.height),
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

/** Pages that have a picture of their own: the overview of a week, and each startup and sector. */
const PICTURED = /^\/(?:(?:startups|sectors)\/[^/]+)?$/;

/**
 * The full address of a page's picture. It names the period, so that services which keep pictures by
 * their addresses show the one of this week.
 */
function pictureOf({ canonical, subject }: Described): string | undefined {
  if (canonical === undefined) return undefined;
  const { pathname, searchParams, origin } = new URL(canonical);
  if (!PICTURED.test(pathname)) return undefined;
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
