/** Site maps for search engines (https://www.sitemaps.org/protocol.html). */
import { html } from '../../lib/html.ts';

export type SiteMapEntry = {
  /** Full address. */
  url: string;
  /** ISO date of its last change, if known. */
  changedOn: string | undefined;
};

/** Maximum number of addresses in one file. */
export const MAX_URLS_PER_FILE = 50_000;

/** Splits entries into files within the limit; returns at least one file. */
export function siteMapParts(entries: readonly SiteMapEntry[]): SiteMapEntry[][] {
  const parts = Math.max(1, Math.ceil(entries.length / MAX_URLS_PER_FILE));
  return Array.from({ length: parts }, (_, index) =>
    entries.slice(index * MAX_URLS_PER_FILE, (index + 1) * MAX_URLS_PER_FILE),
  );
}

export function siteMapXml(entries: readonly SiteMapEntry[]): string {
  return document('urlset', 'url', entries);
}

/** A site map index. */
export function siteMapIndexXml(maps: readonly SiteMapEntry[]): string {
  return document('sitemapindex', 'sitemap', maps);
}

function document(root: string, element: string, entries: readonly SiteMapEntry[]): string {
  const lines = entries.map(({ url, changedOn }) => {
    const changed = changedOn === undefined ? '' : `<lastmod>${changedOn}</lastmod>`;
    return `<${element}><loc>${html`${new URL(url).href}`}</loc>${changed}</${element}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join('')}</${root}>
`;
}
