/** Holds the publication being served, and replaces it soon after a new one is published. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { BellwetherError, messageOf, UnavailableError } from '../../lib/errors.ts';
import { tiersOnSale } from '../../payments/rails.ts';
import { isOldAt, notPublished } from '../../published/editions.ts';
import { type Derivation, Published } from '../../published/published.ts';
import { type ServiceParts, Snapshot } from './snapshot.ts';

const REFRESH_INTERVAL_MS = 2_000;

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;

export class CurrentPublication {
  readonly #parts: ServiceParts;
  readonly #preparation: Iterable<Derivation<unknown>>;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  #stamp = '';
  #isStarted = false;
  /** The refresh in progress; there is at most one. */
  #refreshing: Promise<void> = Promise.resolve();
  /** Undefined before the first publication. */
  ifAny: Snapshot | undefined;
  /** Set while the publication in the store is not sound; the last sound one is served, if any. */
  refusal: { code: string; since: Date } | undefined;
  /** How editions could last be taken from a bucket; undefined if they do not come from one. */
  bucket:
    | { state: 'starting' | 'followed' | 'away' | 'refused'; since: Date; code?: string }
    | undefined;

  /** @param preparation what answers depend on, such as the search index */
  constructor(parts: ServiceParts, preparation: Iterable<Derivation<unknown>>, log: Log) {
    this.#parts = parts;
    this.#preparation = preparation;
    this.#log = log;
    if (parts.site.store.isShared) this.bucket = { state: 'starting', since: new Date() };
  }

  /** @throws BellwetherError `not-published`, or that of the refusal */
  get snapshot(): Snapshot {
    if (this.ifAny) return this.ifAny;
    if (!this.refusal) throw notPublished();
    throw new UnavailableError(
      this.refusal.code,
      'What is published cannot be verified, so it is not served; bellwether doctor says what is wrong.',
    );
  }

  /** Loads the latest publication, and then every later one, prepared, until stopped. */
  async follow(intervalMs = REFRESH_INTERVAL_MS): Promise<void> {
    await this.refresh();
    this.#isStarted = true;
    void this.#keepUp(intervalMs);
  }

  async #keepUp(intervalMs: number): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#followBucket(signal);
      await this.refresh().catch((err: unknown) => this.#log.error({ err }, 'refresh failed'));
      await delay(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Takes new editions from the bucket; while that fails, those that are here stay. Logs each fault once. */
  async #followBucket(signal: AbortSignal): Promise<void> {
    const before = this.bucket;
    if (!before) return;
    try {
      await this.#parts.site.store.refresh(signal);
      if (before.state === 'followed') return;
      if (before.code !== undefined) this.#log.info('the bucket of editions is followed again');
      this.bucket = { state: 'followed', since: new Date() };
    } catch (error) {
      const code = error instanceof BellwetherError ? error.code : 'failed';
      if (signal.aborted || before.code === code) return;
      const state = code === 'bucket-away' ? 'away' : 'refused';
      this.bucket = { state, since: new Date(), code };
      this.#log.warn({ code }, `editions stay as they are: ${messageOf(error)}`);
    }
  }

  /** Loads the latest publication if it is new, after any refresh in progress. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#takeUp());
    return this.#refreshing;
  }

  async #takeUp(): Promise<void> {
    const stamp = await this.#parts.site.store.catalogStamp().catch(() => '');
    if (stamp === '' || (stamp === this.#stamp && !this.#hasAged())) return;
    const { site, payments } = this.#parts;
    const opening = Published.open(site, tiersOnSale(payments));
    const published = await opening.catch((error: unknown) => this.#refuse(error));
    if (!published) return;
    const next = new Snapshot(published, this.#parts);
    if (this.refusal) this.#log.info('what is published is sound again');
    this.refusal = undefined;
    // Until it is ready, requests are served from the previous one.
    if (this.#isStarted) await this.prepare(next);
    if (this.#stopping.signal.aborted) return;
    await next.editions.keepHead();
    this.ifAny = next;
    this.#stamp = stamp;
  }

  /** It is looked at again until it is sound; each fault is logged once. */
  #refuse(error: unknown): undefined {
    if (!(error instanceof BellwetherError)) throw error;
    const { code, message } = error;
    // Waiting mends damage, and no version.
    if (code === 'later-version' && !this.#isStarted) throw error;
    if (this.refusal?.code === code) return;
    this.#log.error({ code }, `what is published is not served: ${message}`);
    this.refusal = { code, since: new Date() };
  }

  /**
   * Prepares a publication: one thing after the other and in slices, so that requests are served in
   * between. The first after a start is served already; without this, everything is made at first use.
   */
  async prepare(snapshot = this.ifAny): Promise<void> {
    const { signal } = this.#stopping;
    const rest = Iterator.from(this.#preparation).filter(() => !signal.aborted);
    await snapshot?.published.prepare(rest, (error) => {
      // Requests that need it fail until it can be made.
      this.#log.error({ err: error }, 'an index cannot be made');
    });
  }

  /** Whether the publication has become old since it was loaded, which its pages must say. */
  #hasAged(): boolean {
    const editions = this.ifAny?.editions;
    return editions !== undefined && editions.isOld !== isOldAt(editions.latest, new Date());
  }

  stop(): void {
    this.#stopping.abort();
  }
}
