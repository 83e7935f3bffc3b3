/**
 * A page as programs read it: previews of links (Open Graph), reference managers (Highwire's citation tags) and
 * searches of data.
 */
import { type Html, html, rawHtml } from '../../lib/html.ts';
import { isoDay, parsePeriod } from '../../lib/period.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { CARD } from '../images/card.ts';

export const SITE_NAME = 'Bellwether';

/** The date of a text, or of the numbers of a period. */
type Subject = {
  /** ISO date or date-time. */
  publishedAt: string;
  /** Absent for a text. */
  period?: string;
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
  /** Absent for a plain page. */
  subject?: Subject | undefined;
};

/** For the head of every page. */
export function metadata(page: Described): Html {
  const { title, description, canonical, address = canonical, subject, picture } = page;
  const image = pictureOf(page);
  const card = image !== undefined && picture === undefined ? CARD : undefined;
  const textAt = subject?.period === undefined ? subject?.publishedAt : undefined;
  const graph = tags('property', {
    'og:site_name': SITE_NAME,
    'og:type': textAt === undefined ? 'website' : 'article',
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': image,
    'og:image:width': card?.width,
    'og:image:height': card?.height,
    'og:image:alt': image && description,
    'article:published_time': textAt,
  });
  const names = tags('name', {
    // Everything else of such cards is read from Open Graph.
    'twitter:card': image === undefined ? 'summary' : 'summary_large_image',
    ...(subject && canonical !== undefined && citation(title, canonical, subject)),
  });
  return html`${graph}${names}${canonical === undefined ? null : dataset(page, canonical)}`;
}

type Tags = Readonly<Record<string, string | number | undefined>>;

function tags(attribute: 'name' | 'property', contents: Tags): (Html | null)[] {
  return Object.entries(contents).map(([name, content]) =>
    content === undefined ? null : html`<meta ${attribute}="${name}" content="${content}">\n`,
  );
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
  const period = subject?.period ?? searchParams.get('period');
  const query = period === null ? '' : `?period=${encodeURIComponent(period)}`;
  return `${origin}/images${pathname === '/' ? '/home' : pathname}.png${query}`;
}

/** Highwire Press tags, which Google Scholar and Zotero read. */
function citation(title: string, canonical: string, { publishedAt }: Subject): Tags {
  return {
    citation_title: title,
    citation_author: SITE_NAME,
    citation_publisher: SITE_NAME,
    citation_publication_date: publishedAt.slice(0, 10).replaceAll('-', '/'),
    citation_public_url: canonical,
    citation_language: 'en',
  };
}

/** The numbers of a period for searches of data (https://schema.org/Dataset), in a block that is not run. */
function dataset({ title, description, json, subject }: Described, url: string): Html | null {
  const days = parsePeriod(subject?.period ?? '');
  if (!days) return null;
  const node = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    url,
    name: title,
    description,
    isAccessibleForFree: true,
    license: DATA_LICENSE,
    creator: { '@type': 'Organization', name: SITE_NAME, url: new URL('/', url).href },
    datePublished: subject?.publishedAt,
    temporalCoverage: `${isoDay(days.firstDay)}/${isoDay(days.lastDay)}`,
    distribution: json && {
      '@type': 'DataDownload',
      encodingFormat: 'application/json',
      contentUrl: new URL(json, url).href,
    },
  };
  // Escaped as in JSON, so that no text can end the element.
  const text = JSON.stringify(node).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e');
  return html`<script type="application/ld+json">${rawHtml(text)}</script>\n`;
}
