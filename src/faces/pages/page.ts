/**
 * A page: an address that people read. Routes and the site map are derived from these definitions;
 * adding a page is adding a file here. What a page shows is read from the publication; how it looks,
 * is in `faces/site`.
 */
import type { Limit } from '../../lib/limits/token-bucket.ts';
import type { Published } from '../../published/published.ts';

export type PageRequest = {
  published: Published;
  /** What the `{name}`s of the path stand for. */
  params: Readonly<Record<string, string>>;
  /** Of pages in periods the one that is asked for, else the current one. */
  period: string;
  /** The texts of the query that the page takes. */
  query: Readonly<Record<string, string>>;
};

export type SitePage = {
  /** `{name}` stands for one part of the address. */
  path: string;
  /** A whole HTML document, or undefined where nothing is. Throws `not-found` to say why. */
  render: (request: PageRequest) => Promise<string | undefined>;
  /**
   * For pages that exist once a period, and take `?period=`: the period that is shown when none is
   * asked for; undefined stands for the current one.
   */
  shownPeriod?: (
    params: PageRequest['params'],
    published: Published,
  ) => Promise<string | undefined>;
  /** Names of the query that the page takes; what else stands there is passed over. */
  takes?: readonly string[];
  /** Of pages that are computed for whoever asks; without it, they may be read as often as one likes. */
  limit?: Limit;
  /** The full addresses that the site map lists; without it, the path itself if it is one address. */
  addresses?: (published: Published) => Promise<readonly string[]>;
};

/** Defines a page. */
export function page(definition: SitePage): SitePage {
  return definition;
}

/** Of pages in periods that show the current one unless another is asked for. */
export const CURRENT_PERIOD = async (): Promise<undefined> => undefined;
