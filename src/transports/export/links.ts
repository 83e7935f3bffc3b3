/** Makes the links of exported pages relative, so that the copy works in any folder of any host. */
import { posix } from 'node:path';
import { unescapeText } from '../../lib/html.ts';

const ATTRIBUTE = /(<(\w+)\b[^>]*?\s)(href|src|action)="([^"]*)"/g;

export function linksIn(html: string): string[] {
  return [...html.matchAll(ATTRIBUTE)].map(([, , , , address = '']) => unescapeText(address));
}

/**
 * Makes every link to this site relative.
 *
 * @param file of the page
 * @param targetOf the file for a link; undefined if the copy does not contain it
 * @param missing the file that explains what a static copy cannot do
 */
export function withRelativeLinks(
  html: string,
  file: string,
  { isOwn, targetOf, missing }: LinkTargets,
): string {
  const relative = (target: string) => {
    const folder = target.replace(/(^|\/)index\.html$/, '$1');
    const path = posix.relative(posix.dirname(file), folder === '' ? '.' : folder);
    return `${path === '' ? '.' : path}${folder.endsWith('/') || folder === '' ? '/' : ''}`;
  };
  return html.replace(
    ATTRIBUTE,
    (whole, before: string, tag: string, name: string, escaped: string) => {
      const address = unescapeText(escaped);
      const isCanonical = tag === 'link' && /rel="canonical"/.test(before);
      if (isCanonical || address.startsWith('#') || !isOwn(address)) return whole;
      const hash = address.includes('#') ? address.slice(address.indexOf('#')) : '';
      // A file cannot process a form.
      const target = name === 'action' ? undefined : targetOf(address);
      const to = target === undefined ? relative(missing) : `${relative(target)}${hash}`;
      return `${before}${name}="${to.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
    },
  );
}

export type LinkTargets = {
  isOwn: (address: string) => boolean;
  targetOf: (address: string) => string | undefined;
  missing: string;
};
