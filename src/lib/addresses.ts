/**
 * Builds every full address that the service hands out. Keeping them in one file means that a page
 * moves in one place; a test crawls the site and opens them all.
 */
export class Addresses {
  /** Prefix of every address, without a trailing slash. */
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** @param path already encoded; begins with a slash */
  readonly at = (path: string): string => `${this.baseUrl}${path}`;

  /** @param period undefined for the current period, whose address does not name it */
  readonly home = (period?: string) => this.#inPeriod('/', period);
  readonly startup = (slug: string, period?: string) =>
    this.#inPeriod(below('/startups', slug), period);
  /** How one number of a startup adds up. @param number `commits`, `contributors`, … */
  readonly check = (slug: string, number: string, period?: string) =>
    this.#inPeriod(`${below('/startups', slug)}/check/${number}`, period);
  readonly sector = (slug: string, period?: string) =>
    this.#inPeriod(below('/sectors', slug), period);

  /** One question and its answer: an entry of the FAQ or an agent query. */
  readonly answer = (slug: string) => this.at(below('/answers', slug));
  readonly post = (period: string) => this.at(below('/blog', period));
  /** Startups side by side; the address does not depend on their order. */
  readonly comparison = (...slugs: string[]) =>
    this.at(below('/compare', comparisonSlug(...slugs)));
  /** A finding of the technical report, or the report itself if no slug is given. */
  readonly research = (finding?: string) => this.at(below('/research', finding));
  readonly market = (slug: string) => this.at(below('/markets', slug));
  readonly glossary = (term?: string) =>
    this.at(term === undefined ? '/glossary' : `/glossary#${encodeURIComponent(term)}`);
  /** The dossier of an entity, or the list of dossiers if no slug is given. */
  readonly diligence = (slug?: string) => this.at(below('/diligence', slug));

  readonly feed = () => this.at('/feed.xml');
  readonly sectorFeed = (slug: string) => `${this.sector(slug)}/feed.xml`;
  readonly startupFeed = (slug: string) => `${this.startup(slug)}/feed.xml`;
  /** A file of an edition, such as `manifest.json`. @param edition a period's slug, or `all` */
  readonly editionFile = (edition: string, file: string) =>
    this.at(`${below('/editions', edition)}/${file}`);

  /** The badge of a repository. @param repository `owner/name` */
  readonly momentumBadge = (repository: string) =>
    this.at(`${repository.split('/', 2).reduce(below, '/api/badge/momentum')}/svg`);
  /** @param username on the hosting service */
  readonly scoutBadge = (username: string) => this.at(`${below('/api/badge/scout', username)}/svg`);
  readonly receipt = (username: string) => this.at(below('/receipts', username));
  /** The badge that credits Bellwether as the source of a page's numbers. */
  readonly builtWithBadge = () => this.at('/api/badge/built-with/svg');

  readonly #inPeriod = (path: string, period: string | undefined) =>
    this.at(period === undefined ? path : `${path}?period=${encodeURIComponent(period)}`);
}

function below(path: string, name?: string): string {
  return name === undefined ? path : `${path}/${encodeURIComponent(name)}`;
}

/** `acorn-vs-birch`: the slugs in alphabetical order. */
export function comparisonSlug(...slugs: string[]): string {
  return slugs.toSorted().join(COMPARISON_JOINT);
}

/** Joins the slugs of a comparison. A slug may itself contain this text. */
export const COMPARISON_JOINT = '-vs-';
