/** Reads published editions. Everything that shows editions goes through here. */
import { type BellwetherError, NotFoundError, UnavailableError } from '../lib/errors.ts';
import { Memo } from '../lib/memoize.ts';
import { parsePeriod } from '../lib/period.ts';
import { Slices } from '../lib/slices.ts';
import { ALL_PERIODS, type Changelog } from '../pipeline/edition/all-periods.ts';
import type { Catalog, PublishedEdition } from '../pipeline/edition/catalog.ts';
import { type CheckedPublication, openPublication } from '../pipeline/edition/check-publication.ts';
import { CHECKS_FILE, type CheckRecord } from '../pipeline/edition/checks.ts';
import {
  fileHash,
  type Manifest,
  type ManifestFile,
} from '../pipeline/edition/edition-manifest.ts';
import type { EditionStore } from '../pipeline/edition/edition-store.ts';
import type {
  EvidenceRecord,
  HistoryTable,
  NotCoveredRecord,
  PartialStartup,
  SignalsResponse,
  Startup,
} from '../pipeline/edition/record.ts';
import { ageInDays, OLD_AFTER_DAYS } from '../pipeline/edition/timing.ts';
import { linesBySlug } from './record-lines.ts';

/** Whether the period ended more than 14 days before `now`. */
export function isOldAt(period: string, now: Date): boolean {
  const named = parsePeriod(period);
  return named !== undefined && ageInDays(named, now) > OLD_AFTER_DAYS;
}

export { ALL_PERIODS };

/** Maximum number of parsed files in memory; each takes a few hundred kilobytes. */
const MAX_PARSED = 16;
/** Maximum size of the files in which single records are looked up: those of all weeks as shipped, and half as much. */
const MAX_LINES_BYTES = 96 * 2 ** 20;
/** Size of the index to a line, roughly. */
const LINE_BYTES = 200;

export function notPublished(): BellwetherError {
  return new UnavailableError('not-published', 'Nothing is published yet; run bellwether publish.');
}

export class Editions {
  readonly store: EditionStore;
  readonly catalog: Catalog;
  /** Newest first, without partial periods. */
  readonly periods: readonly { slug: string; name: string }[];
  /** Periods after the current one, newest first. They cover only some startups and have no ranks. */
  readonly partialPeriods: readonly { slug: string; name: string }[];
  /** The current period's slug. */
  readonly latest: string;
  /**
   * Whether the current period had ended more than 14 days before this object was created; shown to
   * readers.
   */
  readonly isOld: boolean;
  readonly #published: ReadonlyMap<string, PublishedEdition>;
  readonly #logHead: string;
  readonly #manifests: CheckedPublication['manifests'];
  readonly #parsed = new Memo<string, unknown>({ entries: MAX_PARSED });
  readonly #lines = new Memo<string, ReadonlyMap<string, Buffer>>({
    bytes: MAX_LINES_BYTES,
    sizeOf: (lines) => lines.values().reduce((sum, { length }) => sum + length + LINE_BYTES, 1),
  });

  private constructor(
    store: EditionStore,
    { catalog, log, manifests }: CheckedPublication,
    now: Date,
  ) {
    this.store = store;
    this.catalog = catalog;
    this.#logHead = log.head;
    this.#manifests = manifests;
    const newestFirst = catalog.editions.toReversed();
    const named = ({ period, name }: PublishedEdition) => ({ slug: period, name });
    this.periods = newestFirst.filter(({ isPartial }) => !isPartial).map(named);
    this.partialPeriods = newestFirst.filter(({ isPartial }) => isPartial).map(named);
    this.latest = this.periods[0]?.slug ?? '';
    this.isOld = isOldAt(this.latest, now);
    this.#published = new Map(catalog.editions.map((edition) => [edition.period, edition]));
  }

  /**
   * Opens the editions of a store, once they are checked; undefined before the first publication.
   *
   * @throws BellwetherError as `checkPublication` does
   */
  static async open(store: EditionStore, now = new Date()): Promise<Editions | undefined> {
    const checked = await openPublication(store);
    return checked && new Editions(store, checked, now);
  }

  /** From now on, no older publication is opened in its place. */
  async keepHead(): Promise<void> {
    // On a disk that cannot be written, this process remembers it alone.
    await this.store.keepHead(this.#logHead).catch(() => undefined);
  }

  /**
   * The period that a request asks for. @throws NotFoundError `unknown-period` if it is not fully
   * published
   */
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

  /** Like `resolve`, but also accepts partial periods. */
  resolveAny(period: string | undefined): string {
    return period !== undefined && this.isPartial(period) ? period : this.resolve(period);
  }

  /** Whether the period is after the current one, so that its startups are not ranked. */
  isPartial(period: string): boolean {
    return this.#published.get(period)?.isPartial ?? false;
  }

  /** The manifest's digest and signature of an edition, or undefined. */
  signed(edition: string): { manifest: string; signature: string } | undefined {
    return edition === ALL_PERIODS ? this.catalog.all : this.#published.get(edition);
  }

  async manifest(edition: string): Promise<Manifest> {
    const manifest = this.#manifests.get(this.signed(edition)?.manifest ?? '');
    if (manifest) return manifest;
    throw new NotFoundError('unknown-period', `There is no edition ${edition}.`);
  }

  /** A file's entry in the edition's manifest. */
  async file(edition: string, name: string): Promise<ManifestFile> {
    const manifest = await this.manifest(edition);
    const file = manifest.files.find((candidate) => candidate.name === name);
    if (file) return file;
    const names = manifest.files.map((candidate) => candidate.name).join(', ');
    throw new NotFoundError('unknown-file', `Edition ${edition} has ${names}, and no ${name}.`);
  }

  signals(period: string): Promise<SignalsResponse> {
    return this.#parse(period, 'signals.json', JSON.parse);
  }

  /** The startups of a full period by slug; empty for a partial one. */
  async startups(period: string): Promise<ReadonlyMap<string, Startup>> {
    return this.isPartial(period) ? new Map() : this.#records(period, 'dataset.jsonl');
  }

  /** The startups of a partial period by slug; empty for a full one. */
  async partialStartups(period: string): Promise<ReadonlyMap<string, PartialStartup>> {
    return this.isPartial(period) ? this.#records(period, 'dataset.jsonl') : new Map();
  }

  /** One startup of a full period, without reading the others. */
  async startup(period: string, slug: string): Promise<Startup | undefined> {
    return this.isPartial(period) ? undefined : this.#record(period, 'dataset.jsonl', slug);
  }

  /** One startup of a partial period. */
  async partialStartup(period: string, slug: string): Promise<PartialStartup | undefined> {
    return this.isPartial(period) ? this.#record(period, 'dataset.jsonl', slug) : undefined;
  }

  /** The line of one startup in a period of either kind, as it is published. */
  async startupLine(period: string, slug: string): Promise<Buffer | undefined> {
    return (await this.#linesIn(period, 'dataset.jsonl')).get(slug);
  }

  /** The evidence behind one startup's numbers. */
  evidenceOf(period: string, slug: string): Promise<EvidenceRecord | undefined> {
    return this.#record(period, 'evidence.jsonl', slug);
  }

  /** One of the startups that a period does not cover. */
  notCoveredOf(period: string, slug: string): Promise<NotCoveredRecord | undefined> {
    return this.#record(period, 'not-covered.jsonl', slug);
  }

  /** The tracked startups that a period does not cover, by slug. */
  notCovered(period: string): Promise<ReadonlyMap<string, NotCoveredRecord>> {
    return this.#records(period, 'not-covered.jsonl');
  }

  /** The evidence behind a period's numbers, by slug. */
  evidence(period: string): Promise<ReadonlyMap<string, EvidenceRecord>> {
    return this.#records(period, 'evidence.jsonl');
  }

  /** Commits of each startup in the fortnight before, read without parsing the rest of the evidence. */
  async priorVelocities(period: string): Promise<ReadonlyMap<string, number>> {
    const text = String(await this.#read(period, 'evidence.jsonl'));
    const velocities = new Map<string, number>();
    await new Slices().each(linesOf(text), (line) => {
      const [, slug, velocity] = PRIOR_VELOCITY.exec(line) ?? [];
      if (slug !== undefined) velocities.set(slug, Number(velocity));
    });
    return velocities;
  }

  /** The breakdown of a period's counts, by slug. */
  checks(period: string): Promise<ReadonlyMap<string, CheckRecord>> {
    return this.#records(period, CHECKS_FILE);
  }

  /** One startup's breakdown. */
  async checksOf(period: string, slug: string): Promise<CheckRecord | undefined> {
    return this.signed(period) && this.#record(period, CHECKS_FILE, slug);
  }

  history(): Promise<HistoryTable> {
    return this.#parse(ALL_PERIODS, 'history.json', JSON.parse);
  }

  changelog(): Promise<Changelog> {
    return this.#parse(ALL_PERIODS, 'changelog.json', JSON.parse);
  }

  /**
   * Parses a file and caches the result. Its bytes were verified against the signed manifest, so
   * their type is trusted.
   */
  #parse<T>(edition: string, name: string, parse: (text: string) => T | Promise<T>): Promise<T> {
    const read = async () => parse(String(await this.#read(edition, name)));
    return this.#parsed.get(`${edition}/${name}`, read);
  }

  /** The records of a file by slug, in slices. */
  #records<T>(edition: string, name: string): Promise<ReadonlyMap<string, T>> {
    return this.#parse(edition, name, async (ndjson) => {
      const records = new Map<string, T>();
      await new Slices().each(linesOf(ndjson), (line) => {
        const record = JSON.parse(line);
        records.set(record.slug, record);
      });
      return records;
    });
  }

  /** A record of a file, whose type is trusted for the same reason. */
  async #record<T>(edition: string, name: string, slug: string): Promise<T | undefined> {
    const line = (await this.#linesIn(edition, name)).get(slug);
    return line && JSON.parse(line.toString('utf8'));
  }

  #linesIn(edition: string, name: string): Promise<ReadonlyMap<string, Buffer>> {
    return this.#lines.get(`${edition}/${name}`, async () =>
      linesBySlug(await this.#read(edition, name)),
    );
  }

  async #read(edition: string, name: string): Promise<Buffer> {
    return this.store.read(fileHash(await this.manifest(edition), name));
  }
}

/** No text contains these names, since their quotation marks would be escaped. */
const PRIOR_VELOCITY = /^\{"slug":"([^"]+)".*"priorVelocity":(\d+)/;

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    if (to > from) yield text.slice(from, to);
    from = to + 1;
  }
}
