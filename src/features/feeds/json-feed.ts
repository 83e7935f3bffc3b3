/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
import { z } from 'zod';
import { AUTHOR, type FeedDocument } from './feed.ts';

export const JsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    description: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    language: z.string(),
    authors: z.array(z.object({ name: z.string() })),
    items: z.array(
      z.object({
        id: z.url(),
        url: z.url(),
        title: z.string(),
        summary: z.string(),
        content_html: z.string(),
        date_published: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1' });
type JsonFeed = z.infer<typeof JsonFeed>;

export function jsonFeed(document: FeedDocument): JsonFeed {
  const { title, description, page, addressAs, entries } = document;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    home_page_url: page,
    feed_url: addressAs('json'),
    language: 'en',
    authors: [{ name: AUTHOR }],
    items: entries.map((entry) => ({
      id: entry.url,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.content.toString(),
      date_published: entry.date.toISOString(),
    })),
  };
}
