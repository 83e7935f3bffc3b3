/**
 * Builds every full address that the service hands out. Keeping them in one file means that a page
 * moves in one place; a test crawls the site and opens them all.
 */

/** `xml` is RSS 2.0; `json` is JSON Feed. */
export class Addresses {
  /** Prefix of every address, without a trailing slash. */
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** @param path already encoded; begins with a slash */
  at(path: string): string {
    return `${this.baseUrl}${path}`;
  }

  /** @param period undefined for the current period, whose address does not name it */
  home(period?: string): string {
    return this.#inPeriod('/', period);
  }

  startup(slug: string, period?: string): string {
    return this.#inPeriod(`/startups/${encodeURIComponent(slug)}`, period);
  }

  /** How one number of a startup adds up. @param number `commits`, `contributors`, … */
  check(slug: string, number: string, period?: string): string {
    return this.#inPeriod(`/startups/${encodeURIComponent(slug)}/check/${number}`, period);
  }

  sector(slug: string, period?: string): string {
    return this.#inPeriod(`/sectors/${encodeURIComponent(slug)}`, period);
  }

  /** One question and its answer: an entry of the FAQ or an agent query. */
  answer(slug: string): string {
    return this.at(`/answers/${encodeURIComponent(slug)}`);
  }

  post(period: string): string {
    return this.at(`/blog/${encodeURIComponent(period)}`);
  }

  /** Startups side by side; the address does not depend on their order. */
  comparison(...slugs: string[]): string {
    return this.at(`/compare/${encodeURIComponent(comparisonSlug(...slugs))}`);
  }

  /** A finding of the technical report, or the report itself if no slug is given. */
  research(finding?: string): string {
    return this.at(
      finding === undefined ? '/research' : `/research/${encodeURIComponent(finding)}`,
    );
  }

  market(slug: string): string {
    return this.at(`/markets/${encodeURIComponent(slug)}`);
  }

  glossary(term?: string): string {
    return this.at(term === undefined ? '/glossary' : `/glossary#${encodeURIComponent(term)}`);
  }

  /** The dossier of an entity, or the list of dossiers if no slug is given. */
  diligence(slug?: string): string {
    return this.at(slug === undefined ? '/diligence' : `/diligence/${encodeURIComponent(slug)}`);
  }

  feed(): string {
    return this.at('/feed.xml');
  }

  sectorFeed(slug: string): string {
    return this.at(`/sectors/${encodeURIComponent(slug)}/feed.xml`);
  }

  startupFeed(slug: string): string {
    return this.at(`/startups/${encodeURIComponent(slug)}/feed.xml`);
  }

  /** A file of an edition, such as `manifest.json`. @param edition a period's slug, or `all` */
  editionFile(edition: string, file: string): string {
    return this.at(`/editions/${encodeURIComponent(edition)}/${file}`);
  }

  /** The badge of a repository. @param repository `owner/name` */
  momentumBadge(repository: string): string {
    const [owner = '', name = ''] = repository.split('/');
    return this.at(
      `/api/badge/momentum/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/svg`,
    );
  }

  /** @param username on the hosting service */
  scoutBadge(username: string): string {
    return this.at(`/api/badge/scout/${encodeURIComponent(username)}/svg`);
  }

  receipt(username: string): string {
    return this.at(`/receipts/${encodeURIComponent(username)}`);
  }

  /** The badge that credits Bellwether as the source of a page's numbers. */
  builtWithBadge(): string {
    return this.at('/api/badge/built-with/svg');
  }

  #inPeriod(path: string, period: string | undefined): string {
    return this.at(period === undefined ? path : `${path}?period=${encodeURIComponent(period)}`);
  }
}

/** `acorn-vs-birch`: the slugs in alphabetical order. */
export function comparisonSlug(...slugs: string[]): string {
  return slugs.toSorted().join(COMPARISON_JOINT);
}

/** Joins the slugs of a comparison. A slug may itself contain this text. */
export const COMPARISON_JOINT = '-vs-';
