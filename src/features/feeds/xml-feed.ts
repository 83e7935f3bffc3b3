/**
 * RSS 2.0 and Atom (RFC 4287), written by `feed`. That library escapes little, so texts are escaped
 * here before they reach it.
 */

import { Feed } from 'feed';
import { html } from '../../lib/html.ts';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { AUTHOR, type FeedDocument, type FeedEntry } from './feed.ts';

export function rss(document: FeedDocument): string {
  return feedOf(document, document.addressAs('xml'), (title) =>
    // Plain text by the RSS profile; readers that take it for HTML must not see an element in it.
    title.replaceAll('<', '&lt;'),
  ).rss2();
}

export function atom(document: FeedDocument): string {
  return feedOf(document, document.addressAs('atom'), escaped).atom1();
}

/** @param entryTitle escapes an entry's title, which the library writes as CDATA */
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
    copyright: `CC BY 4.0, ${DATA_LICENSE}`,
    author: { name: AUTHOR },
  });
  for (const entry of entries) feed.addItem(itemOf(entry, entryTitle));
  return feed;
}

function itemOf(
  { title, url, summary, content, date }: FeedEntry,
  entryTitle: (title: string) => string,
) {
  return {
    // Without an id, RSS says that the address is permanent.
    link: url,
    title: cdata(entryTitle(title)),
    description: cdata(escaped(summary)),
    content: cdata(content.toString()),
    // The author of an RSS item must be an e-mail address; readers take the Dublin Core name.
    extensions: [{ name: 'dc:creator', objects: { _text: AUTHOR } }],
    date,
    published: date,
  };
}

/** Text that the library writes between tags: it unescapes `&amp;` before it escapes. */
function plain(text: string): string {
  return characters(text).replaceAll('&', '&amp;');
}

/** Text that the library writes as CDATA, where it escapes only the first `]]>`. */
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
