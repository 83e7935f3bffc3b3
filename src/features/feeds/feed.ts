/** The content of a feed. */

import type { Html } from '../../lib/html.ts';

export type FeedDocument = {
  title: string;
  description: string;
  /** Full address of the page that the feed belongs to. */
  page: string;
  /** Full address of the feed. */
  address: string;
  /** When the newest entry's period ended. */
  updated: Date;
  /** Newest first. */
  entries: readonly FeedEntry[];
};

export type FeedEntry = {
  title: string;
  /** Full address of the corresponding page; also identifies the entry. */
  url: string;
  /** A sentence or two. */
  summary: string;
  /** The full content, with absolute links. */
  content: Html;
  /** When the entry's period ended; its content says when the numbers were computed. */
  date: Date;
};

/** Half a year, with one entry for each period. */
export const MAX_ENTRIES = 26;

export const AUTHOR = 'Bellwether';
