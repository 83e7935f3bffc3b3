/**
 * A page: an address for people. Routes and the site map are derived from the definitions; adding a
 * page is adding a file to `web/`.
 */
import type { CohortRecords } from '../../features/cohort/cohort-snapshot.ts';
import type { StarSource } from '../../features/scout/star-source.ts';
import type { Policy } from '../../lib/limits/limiter.ts';
import type { CycleSource } from '../../pipeline/schedule/cycle.ts';
import type { Derivation, Published } from '../../published/published.ts';
import type { ChartDefinition } from '../charts/chart.ts';
import { type Content, layout } from '../components/layout.ts';

export type PageRequest = {
  published: Published;
  /** Values of the `{name}`s in the path. */
  params: Readonly<Record<string, string>>;
  /** The one that was asked for, if the page exists once a period; otherwise the current one. */
  period: string;
  /** Values of the query parameters in `takes`. */
  query: Readonly<Record<string, string>>;
  /** The weekly cycle, for live pages. */
  cycle: CycleSource;
  /** The cohort, for live pages. Rejects with `store-unavailable`. */
  cohort: () => Promise<CohortRecords>;
  /** Starring histories, for live pages. */
  stars: StarSource;
  /** The OpenAPI document of all operations. */
  describe: (catalog: 'openapi') => unknown;
};

export type SitePage = {
  /** `{name}` matches one part of the address. */
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
  /**
   * The address of another page that this one means, such as the same names in their order. It keeps
   * the query for good; with a query of its own, as of a form that was filled in, only for now.
   */
  leadsTo?: (
    request: Pick<PageRequest, 'params' | 'query'> & { asked: string | undefined },
    published: Published,
  ) => Promise<{ path: string; query?: string } | undefined>;
  /** Whether the page also exists in periods after the current one, which have no ranking. */
  hasPartialPeriods?: true;
  /** Derivations that take long to compute: computed before the first request for the page. */
  prepares?: readonly Derivation<unknown>[];
  /** The chart on the picture that links to the page are shown with. */
  pictured?: ChartDefinition;
  /** Query parameters that the page reads; it ignores all others. */
  takes?: readonly string[];
  /** Rate limit of a live page, instead of the one for all computed pages. */
  policy?: Policy;
  /** Maximum length of such a parameter; the rest is cut off. 280 characters by default. */
  longest?: number;
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

type Definition = Omit<SitePage, 'render'> & {
  /** A page, or a whole document; undefined if nothing is there. Throws `not-found` to say why. */
  render: (request: PageRequest) => Promise<Content | string | undefined>;
};

/** Defines a page. Without a query, its address is the canonical one unless it says otherwise. */
export function page({ render, ...definition }: Definition): SitePage {
  return {
    ...definition,
    render: async (request) => {
      const content = await render(request);
      if (content === undefined || typeof content === 'string') return content;
      const { published, params, query } = request;
      const isWhole = !content.of && Object.keys(query).length === 0;
      const canonical = published.addresses.at(filledPath(definition.path, params));
      return layout({ ...(isWhole && { canonical }), ...content }, published.editions.isOld);
    },
  };
}

/** A path with the values of its `{name}`s. */
export function filledPath(pattern: string, params: PageRequest['params']): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

/** `shownPeriod` of pages that show the current period by default. */
export const CURRENT_PERIOD = async (): Promise<undefined> => undefined;
