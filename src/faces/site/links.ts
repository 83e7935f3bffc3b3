/**
 * Addresses within the site. A link from a page of an earlier period stays in that period; a link to
 * the latest period names none, so that there is one address for "now".
 */
import type { Site } from './model.ts';

/** The page at a path, as it stood in a period. */
export function periodHref(path: string, period: string, { latest }: Pick<Site, 'latest'>): string {
  return period === latest ? path : `${path}?period=${encodeURIComponent(period)}`;
}

export function startupPath(slug: string): string {
  return `/startups/${encodeURIComponent(slug)}`;
}

export function sectorPath(slug: string): string {
  return `/sectors/${encodeURIComponent(slug)}`;
}

/** A data file of exactly this period: the address says so even for the latest one. */
export function dataHref(path: string, period: string): string {
  return `${path}?period=${encodeURIComponent(period)}`;
}

/** A published address of this site, relative to it; any other address as it is. */
export function onThisSite(url: string, { baseUrl }: Pick<Site, 'baseUrl'>): string {
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
}
