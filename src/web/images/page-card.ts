/** The picture of a page that is of no startup, sector or week: what the page's own head says. */
import { unescapeText } from '../../lib/html.ts';
import type { Card } from './card.ts';

/** @param page a whole document @param site its host */
export function pageCard(page: string, site: string): Card {
  const head = page.slice(0, page.indexOf('</head>'));
  const read = (name: string) =>
    unescapeText(head.split(`<meta property="og:${name}" content="`)[1]?.split('"')[0] ?? '');
  return { week: site, title: read('title'), sentence: read('description') };
}
