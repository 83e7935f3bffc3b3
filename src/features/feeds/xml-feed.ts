/**
 * RSS 2.0 and Atom (RFC 4287), written by `feed`. That library escapes little: texts are prepared
 * here so that they arrive as they are, whatever they hold.
 */
import { Feed } from 'feed';
import { html } from '../../lib/html.ts';
import { AUTHOR, type FeedDocument, type FeedEntry } from './feed.ts';

export function rss(document: FeedDocument): string {
  return feedOf(document, document.addresses.xml, (title) =>
    // A plain text by the RSS profile; readers that take it for HTML still see no element in it.
    title.replaceAll('<', '&lt;'),
  ).rss2();
}

export function atom(document: FeedDocument): string {
  return feedOf(document, document.addresses.atom, escaped).atom1();
}

/** @param entryTitle what becomes of an entry's title, which the library writes as CDATA */
function feedOf(
  { title, description, page, updated, entries }: FeedDocument,
  self: string,
  entryTitle: (title: string) => string,
): Feed {
  const feed = new Feed({
    id: self,
    title: plain(title),
    description: plain(description),
    link: page,
    feed: self,
    updated,
    language: 'en',
    generator: AUTHOR,
    docs: 'https://www.rssboard.org/rss-specification',
    copyright: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
    author: { name: AUTHOR },
  });
  for (const entry of entries) feed.addItem(itemOf(entry, entryTitle));
  return feed;
}

function itemOf(
  { title, url, summary, content, date }: FeedEntry,
  entryTitle: (t: string) => string,
) {
  return {
    // Without an id of its own: then RSS says that the address is permanent.
    link: url,
    title: cdata(entryTitle(title)),
    description: cdata(escaped(summary)),
    content: cdata(content.toString()),
    date,
    published: date,
  };
}

/** Text that the library writes between tags: it takes `&amp;` back before it escapes. */
function plain(text: string): string {
  return characters(text).replaceAll('&', '&amp;');
}

/** Text that the library writes as CDATA, of which it mends only the first end. */
function cdata(text: string): string {
  return characters(text).replaceAll(']]>', ']]&gt;');
}

function escaped(text: string): string {
  return html`${text}`.toString();
}

/** Only the characters that XML 1.0 allows (section 2.2). */
function characters(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
