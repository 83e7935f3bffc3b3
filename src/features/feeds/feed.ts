/** A feed before it takes one of its three formats. */
import type { Html } from '../../lib/html.ts';
import type { FeedFormat } from '../../lib/addresses.ts';

export type FeedDocument = {
  title: string;
  description: string;
  /** Full address of the page that it follows. */
  page: string;
  /** Full addresses of the feed itself. */
  addresses: Readonly<Record<FeedFormat, string>>;
  /** When its newest entry's period was complete. */
  updated: Date;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

export type FeedEntry = {
  title: string;
  /** Full address of the page that says the same; also what identifies the entry. */
  url: string;
  /** A sentence or two. */
  summary: string;
  /** Everything, with full addresses in its links. */
  content: Html;
  /** When its period was complete. */
  date: Date;
};

/** A period an entry: half a year. */
export const ENTRIES = 26;

export const AUTHOR = 'Bellwether';
