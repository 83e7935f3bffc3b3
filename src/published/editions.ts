/** Reads what is published: the front door for everything that shows editions. */
import { type BellwetherError, NotFoundError, UnavailableError } from '../lib/errors.ts';
import { Memo } from '../lib/memoize.ts';
import { parseJson } from '../lib/parse-json.ts';
import { parsePeriod } from '../lib/period.ts';
import { Slices } from '../lib/slices.ts';
import { type Changelog, fileHash } from '../pipeline/edition/all-periods.ts';
import { CHECKS_FILE, type CheckRecord } from '../pipeline/edition/checks.ts';
import type { Catalog, EditionStore, PublishedEdition } from '../pipeline/edition/edition-store.ts';
import { type Manifest, type ManifestFile, parseManifest } from '../pipeline/edition/manifest.ts';
import type {
  EvidenceRecord,
  HistoryTable,
  NotCoveredRecord,
  PartialStartup,
  SignalsResponse,
  Startup,
} from '../pipeline/edition/record.ts';
import { ageInDays, OLD_AFTER_DAYS } from '../pipeline/edition/timing.ts';

/** Whether a period's numbers are older than ten days at a moment. */
export function isOldAt(period: string, now: Date): boolean {
  const named = parsePeriod(period);
  return named !== undefined && ageInDays(named, now) > OLD_AFTER_DAYS;
}

/** The edition that holds the files of all periods. */
export const ALL_PERIODS = 'all';

/** Parsed files that are kept in memory; each takes a few hundred kilobytes. */
const MAX_PARSED = 16;
/** Manifests that are kept: few kilobytes each, and there is one a period. */
const MAX_MANIFESTS = 1_000;

export function notPublished(): BellwetherError {
  return new UnavailableError('not-published', 'Nothing is published yet; run bellwether publish.');
}

export class Editions {
  readonly store: EditionStore;
  readonly catalog: Catalog;
  /** Newest first; partial ones are not among them. */
  readonly periods: readonly { slug: string; name: string }[];
  /** Periods after the current one, newest first: they cover some startups and rank nobody. */
  readonly partialPeriods: readonly { slug: string; name: string }[];
  /** The current period's slug. */
  readonly latest: string;
  /** Whether its numbers ended more than ten days before this was opened; whoever shows them says so. */
  readonly isOld: boolean;
  readonly #published: ReadonlyMap<string, PublishedEdition>;
  readonly #manifests = new Memo<string, Manifest>({ entries: MAX_MANIFESTS });
  readonly #parsed = new Memo<string, unknown>({ entries: MAX_PARSED });

  private constructor(store: EditionStore, catalog: Catalog, now: Date) {
    this.store = store;
    this.catalog = catalog;
    const newestFirst = catalog.editions.toReversed();
    const named = ({ period, name }: PublishedEdition) => ({ slug: period, name });
    this.periods = newestFirst.filter(({ isPartial }) => !isPartial).map(named);
    this.partialPeriods = newestFirst.filter(({ isPartial }) => isPartial).map(named);
    this.latest = this.periods[0]?.slug ?? '';
    this.isOld = isOldAt(this.latest, now);
    this.#published = new Map(catalog.editions.map((edition) => [edition.period, edition]));
  }

  /** What a store publishes; undefined before the first publication. */
  static async open(store: EditionStore, now = new Date()): Promise<Editions | undefined> {
    const catalog = await store.catalog();
    return catalog && new Editions(store, catalog, now);
  }

  /** The slug that a request means; throws `unknown-period` for one that is not published in full. */
  resolve(period: string | undefined): string {
    if (period === undefined) return this.latest;
    if (this.#published.has(period) && !this.isPartial(period)) return period;
    const oldest = this.periods.at(-1)?.slug;
    const detail = this.isPartial(period)
      ? `${period} is published in part: look up single startups in it. Full editions run from ${oldest} to ${this.latest}.`
      : `There is no edition for ${period}; editions run from ${oldest} to ${this.latest}.`;
    throw new NotFoundError('unknown-period', detail, {
      details: { available: { first: oldest, last: this.latest } },
    });
  }

  /** The same for what also partial periods have. */
  resolveAny(period: string | undefined): string {
    return period !== undefined && this.isPartial(period) ? period : this.resolve(period);
  }

  /** Whether the period is later than the current one, so that nobody is ranked in it. */
  isPartial(period: string): boolean {
    return this.#published.get(period)?.isPartial ?? false;
  }

  /** Names of the editions, the one of all periods included. */
  get names(): string[] {
    return [ALL_PERIODS, ...[...this.partialPeriods, ...this.periods].map(({ slug }) => slug)];
  }

  /** The manifest's identity and signature of an edition, or undefined. */
  signed(edition: string): { manifest: string; signature: string } | undefined {
    return edition === ALL_PERIODS ? this.catalog.all : this.#published.get(edition);
  }

  async manifest(edition: string): Promise<Manifest> {
    const signed = this.signed(edition);
    if (!signed) throw new NotFoundError('unknown-period', `There is no edition ${edition}.`);
    const { manifest: hash } = signed;
    return this.#manifests.get(hash, async () => parseManifest(hash, await this.store.read(hash)));
  }

  /** A file of an edition as its manifest lists it. */
  async file(edition: string, name: string): Promise<ManifestFile> {
    const manifest = await this.manifest(edition);
    const file = manifest.files.find((candidate) => candidate.name === name);
    if (file) return file;
    const names = manifest.files.map((candidate) => candidate.name).join(', ');
    throw new NotFoundError('unknown-file', `Edition ${edition} has ${names}, and no ${name}.`);
  }

  signals(period: string): Promise<SignalsResponse> {
    return this.#parse(period, 'signals.json', wholeJson<SignalsResponse>);
  }

  /** The startups of a full period, by slug; none of a partial one. */
  async startups(period: string): Promise<ReadonlyMap<string, Startup>> {
    if (this.isPartial(period)) return new Map();
    return this.#parse(period, 'dataset.jsonl', bySlug<Startup>);
  }

  /** The startups of a partial period, by slug; none of a full one. */
  async partialStartups(period: string): Promise<ReadonlyMap<string, PartialStartup>> {
    if (!this.isPartial(period)) return new Map();
    return this.#parse(period, 'dataset.jsonl', bySlug<PartialStartup>);
  }

  /** What is known of the startups that a period does not cover, by slug; nothing before method 2. */
  async notCovered(period: string): Promise<ReadonlyMap<string, NotCoveredRecord>> {
    const { files } = await this.manifest(period);
    if (!files.some(({ name }) => name === 'not-covered.jsonl')) return new Map();
    return this.#parse(period, 'not-covered.jsonl', bySlug<NotCoveredRecord>);
  }

  /** What the numbers of a period were computed from, by slug. */
  evidence(period: string): Promise<ReadonlyMap<string, EvidenceRecord>> {
    return this.#parse(period, 'evidence.jsonl', bySlug<EvidenceRecord>);
  }

  /** How the counts of a period add up, by slug; nothing where an edition was published before that. */
  async checks(period: string): Promise<ReadonlyMap<string, CheckRecord>> {
    const { files } = await this.manifest(period);
    if (!files.some(({ name }) => name === CHECKS_FILE)) return new Map();
    return this.#parse(period, CHECKS_FILE, bySlug<CheckRecord>);
  }

  history(): Promise<HistoryTable> {
    return this.#parse(ALL_PERIODS, 'history.json', wholeJson<HistoryTable>);
  }

  changelog(): Promise<Changelog> {
    return this.#parse(ALL_PERIODS, 'changelog.json', wholeJson<Changelog>);
  }

  /** Parses a file once. Its bytes are checked against the signed manifest, so types are trusted. */
  #parse<T>(edition: string, name: string, parse: (text: string) => Promise<T>): Promise<T> {
    return this.#parsed.get(`${edition}/${name}`, async () => {
      const body = await this.store.read(fileHash(await this.manifest(edition), name));
      return parse(body.toString('utf8'));
    });
  }
}

/** The bytes were checked against the signed manifest, so the type is trusted. */
async function wholeJson<T>(text: string): Promise<T> {
  return (await parseJson(text, new Slices())) as T;
}

async function bySlug<T extends { slug: string }>(ndjson: string): Promise<ReadonlyMap<string, T>> {
  const records = new Map<string, T>();
  await new Slices().each(linesOf(ndjson), (line) => {
    const record = JSON.parse(line) as T;
    records.set(record.slug, record);
  });
  return records;
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    if (to > from) yield text.slice(from, to);
    from = to + 1;
  }
}
