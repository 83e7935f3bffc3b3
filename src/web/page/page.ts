/**
 * A page: an address for people. Routes and the site map are derived from the definitions; adding a
 * page is adding a file to `web/`.
 */
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Derivation, Published } from '../../published/published.ts';

type PageRequest = {
  published: Published;
  /** Values of the `{name}`s in the path. */
  params: Readonly<Record<string, string>>;
  /** The one that was asked for, if the page exists once a period; otherwise the current one. */
  period: string;
  /** Values of the query parameters in `takes`. */
  query: Readonly<Record<string, string>>;
  /** The weekly cycle, for live pages. */
  cycle: CycleSource;
};

export type SitePage = {
  /** `{name}` stands for one part of the address. */
  path: string;
  /** A whole HTML document, or undefined if nothing is there. Throws `not-found` to say why. */
  render: (request: PageRequest) => Promise<string | undefined>;
  /**
   * Only for pages that exist once a period and take `?period=`: the period shown when none is
   * asked for, undefined for the current one.
   */
  shownPeriod?: (
    params: PageRequest['params'],
    published: Published,
  ) => Promise<string | undefined>;
  /** Whether the page also exists in periods after the current one, which rank nobody. */
  hasPartialPeriods?: true;
  /** What it is rendered from and takes long to make: made before the page is asked for. */
  prepares?: readonly Derivation<unknown>[];
  /** Query parameters that the page reads; it ignores all others. */
  takes?: readonly string[];
  /** The page depends on more than the publication and its address, so it is never cached. */
  isLive?: true;
  /**
   * Whether the address is one of many that are rendered on request, such as the comparison of any
   * two startups. Pages of past periods and pages with a query always are.
   */
  isOnDemand?: (params: PageRequest['params'], published: Published) => Promise<boolean>;
  /** The full addresses that the site map lists; by default the path, unless it has parameters. */
  addresses?: (published: Published) => Promise<readonly string[]>;
};

/** Defines a page. */
export function page(definition: SitePage): SitePage {
  return definition;
}

/** `shownPeriod` of pages that show the current period by default. */
export const CURRENT_PERIOD = async (): Promise<undefined> => undefined;
