/**
 * Links within the site. A link from a page of an earlier period stays in that period; a link to
 * the latest period names none, so that there is one address for "now".
 */
import { Addresses } from '../../lib/addresses.ts';
import { type Html, type HtmlValue, html, safeHref } from '../../lib/html.ts';
import type { Publisher } from '../../published/published.ts';

/** Every published address without its host, as links within the site are written. */
export const PATHS = new Addresses('');

/** A page in a period. */
export function periodHref(path: string, period: string, { latest }: { latest: string }): string {
  return period === latest ? path : dataHref(path, period);
}

/** A data file of exactly this period: the address says so even for the latest one. */
export function dataHref(path: string, period: string): string {
  return `${path}?period=${encodeURIComponent(period)}`;
}

/** A published address of this site, relative to it; any other address unchanged. */
export function onThisSite(url: string, { baseUrl }: Publisher): string {
  return url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
}

/** A link to another site, which is not vouched for. */
export function outward(url: string, text: HtmlValue): Html {
  return html`<a href="${safeHref(url)}" rel="noopener nofollow">${text}</a>`;
}
