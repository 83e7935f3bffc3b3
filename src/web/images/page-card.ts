/** What the picture of a page says that is of no startup, sector or week: what its own head says. */
import { parseHTML } from 'linkedom';
import type { Card } from './card.ts';

/** @param page a whole document @param site its host */
export function pageCard(page: string, site: string): Card {
  const { document } = parseHTML(`${page.slice(0, page.indexOf('</head>'))}</head></html>`);
  const said = (name: string) =>
    document.querySelector(`meta[property="og:${name}"]`)?.getAttribute('content') ?? '';
  return { week: site, title: said('title'), sentence: said('description') };
}
