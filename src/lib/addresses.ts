/**
 * The full addresses that are handed out, all made here: a page that moves, moves in one place, and
 * a crawl in the tests opens every one of them.
 */

/** `xml` is RSS 2.0; `json` is JSON Feed. */
export type FeedFormat = 'xml' | 'atom' | 'json';

export class Addresses {
  /** What every address begins with; no trailing slash. */
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** @param path begins with a slash, already encoded */
  at(path: string): string {
    return `${this.baseUrl}${path}`;
  }

  /** @param period leaves the address without one for "now" */
  home(period?: string): string {
    return this.#inPeriod('/', period);
  }

  startup(slug: string, period?: string): string {
    return this.#inPeriod(`/startups/${encodeURIComponent(slug)}`, period);
  }

  /** How one number of a startup adds up: `commits`, `contributors`, … */
  check(slug: string, number: string, period?: string): string {
    return this.#inPeriod(`/startups/${encodeURIComponent(slug)}/check/${number}`, period);
  }

  sector(slug: string, period?: string): string {
    return this.#inPeriod(`/sectors/${encodeURIComponent(slug)}`, period);
  }

  /** One question and its answer: an entry of the FAQ, or an agent query. */
  answer(slug: string): string {
    return this.at(`/answers/${encodeURIComponent(slug)}`);
  }

  /** The weekly digest of a period. */
  post(period: string): string {
    return this.at(`/blog/${encodeURIComponent(period)}`);
  }

  /** Startups side by side; the same address whichever comes first. */
  comparison(...slugs: string[]): string {
    return this.at(`/compare/${encodeURIComponent(comparisonSlug(...slugs))}`);
  }

  /** A finding of the technical report; the report itself without a slug. */
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

  /** The dossier of an entity; all dossiers without a slug. */
  diligence(slug?: string): string {
    return this.at(slug === undefined ? '/diligence' : `/diligence/${encodeURIComponent(slug)}`);
  }

  /** The weekly feed of everything. */
  feed(format: FeedFormat): string {
    return this.at(`/feed.${format}`);
  }

  sectorFeed(slug: string, format: FeedFormat): string {
    return this.at(`/sectors/${encodeURIComponent(slug)}/feed.${format}`);
  }

  startupFeed(slug: string, format: FeedFormat): string {
    return this.at(`/startups/${encodeURIComponent(slug)}/feed.${format}`);
  }

  /** A file of an edition, like its `manifest.json`. @param edition a period's slug, or `all` */
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

  /** @param username of the hosting service */
  scoutBadge(username: string): string {
    return this.at(`/api/badge/scout/${encodeURIComponent(username)}/svg`);
  }

  /** The receipt of a user of the hosting service, for people. */
  receipt(username: string): string {
    return this.at(`/receipts/${encodeURIComponent(username)}`);
  }

  /** The same as a picture. */
  receiptImage(username: string): string {
    return this.at(`/api/receipts/${encodeURIComponent(username)}/image.png`);
  }

  /** The badge that says where numbers come from. */
  builtWithBadge(): string {
    return this.at('/api/badge/built-with/svg');
  }

  #inPeriod(path: string, period: string | undefined): string {
    return this.at(period === undefined ? path : `${path}?period=${encodeURIComponent(period)}`);
  }
}

/** `acorn-vs-birch`, in the order of the alphabet. */
export function comparisonSlug(...slugs: string[]): string {
  return slugs.toSorted().join(COMPARISON_JOINT);
}

/** Between the slugs of a comparison; a slug may contain it as well. */
export const COMPARISON_JOINT = '-vs-';
