/** A feed before it takes one of its three formats. */

import type { FeedFormat } from '../../lib/addresses.ts';
import type { Html } from '../../lib/html.ts';

export type FeedDocument = {
  title: string;
  description: string;
  /** Full address of the page that it follows. */
  page: string;
  /** Full address of the feed itself in a format. */
  addressAs: (format: FeedFormat) => string;
  /** When its newest entry's period ended. */
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
  /** When its period ended; its content says when the numbers were computed. */
  date: Date;
};

/** One entry a period: half a year. */
export const MAX_ENTRIES = 26;

export const AUTHOR = 'Bellwether';
