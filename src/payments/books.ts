/**
 * The state of the books, which decides whether anything can be sold. They are migrated and audited
 * when the service starts, and again after every outage of the store, because a back-up may have been
 * restored meanwhile. If an audit finds a fault, all sales stop; free operations continue.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, UnavailableError } from '../lib/errors.ts';
import { migrate } from '../store/migrate.ts';
import { proveWritable, type Store } from '../store/store.ts';
import { type Audit, auditBooks } from './audit.ts';

export const BOOKS_STATES = ['opening', 'ready', 'suspended', 'away'] as const;

/**
 * `opening` before the first audit, `suspended` if an audit found faults, `away` while the store is
 * unreachable, or its disk full or read-only.
 */
export type BooksState = (typeof BOOKS_STATES)[number];

/** @param reason for being away, for the operator */
type BooksListener = (state: BooksState, reason: string | undefined) => void;

export type BooksOptions = {
  audited: (audit: Audit) => void;
  tidy: () => Promise<void>;
  failed: (reason: string) => void;
  /** How often to try an unreachable store again. */
  retryMs?: number | undefined;
};

const RETRY_MS = 2_000;
const TIDY_INTERVAL_MS = 30_000;
/** Sent to clients as Retry-After. */
const RETRY_AFTER_SECONDS = 5;

export class Books {
  /** Resolves after the first audit, or once the store is known to be unreachable. */
  readonly opened: Promise<void>;
  readonly #store: Store;
  readonly #options: BooksOptions;
  readonly #listeners = new Set<BooksListener>();
  readonly #stopping = new AbortController();
  readonly #kept: Promise<void>;
  #state: BooksState = 'opening';
  #lastAudit: { faults: number; at: Date } | undefined;
  #reason: string | undefined;
  #becameAway = new AbortController();

  constructor(store: Store, options: BooksOptions) {
    this.#store = store;
    this.#options = options;
    store.onUnreachable((error) => {
      if (this.#state !== 'opening') this.#become('away', messageOf(error));
    });
    this.opened = this.#audit();
    this.#kept = this.opened.then(() => this.#keep());
  }

  get state(): BooksState {
    return this.#state;
  }

  /** Undefined until the first audit. */
  get lastAudit(): { faults: number; at: Date } | undefined {
    return this.#lastAudit;
  }

  /** Calls the listener with the current state and on every change. */
  listen(listener: BooksListener): void {
    this.#listeners.add(listener);
    listener(this.#state, this.#reason);
  }

  /** The store, for a sale. @throws BellwetherError `store-unavailable`, `payments-suspended` */
  open(): Store {
    if (this.#state === 'ready') return this.#store;
    if (this.#state === 'suspended')
      throw new UnavailableError(
        'payments-suspended',
        'Payments are suspended until the operator has looked at the books; nothing was charged. Everything that is free goes on.',
      );
    throw unreachable(
      'The books cannot be reached right now; nothing was charged. Everything that is free goes on.',
    );
  }

  /** Also while sales are suspended, for other work. @throws BellwetherError `store-unavailable` */
  reach(): Store {
    if (this.#state === 'ready' || this.#state === 'suspended') return this.#store;
    throw unreachable('The store cannot be reached right now.');
  }

  /** Stops the background work and closes the store. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#kept;
    await this.#store.close();
  }

  async #audit(): Promise<void> {
    try {
      await migrate(this.#store);
      await proveWritable(this.#store);
      const audit = await auditBooks(this.#store);
      this.#lastAudit = { faults: audit.faults.length, at: new Date() };
      this.#options.audited(audit);
      this.#become(audit.faults.length === 0 ? 'ready' : 'suspended');
    } catch (error) {
      this.#become('away', messageOf(error));
    }
  }

  async #keep(): Promise<void> {
    const { tidy, failed, retryMs = RETRY_MS } = this.#options;
    const stopping = this.#stopping.signal;
    while (!stopping.aborted) {
      if (this.#state === 'ready')
        await tidy().catch((error: unknown) => {
          if (this.#state === 'ready') failed(messageOf(error));
        });
      const isAway = this.#state === 'away';
      const signal = isAway ? stopping : AbortSignal.any([stopping, this.#becameAway.signal]);
      const pause = isAway ? retryMs : TIDY_INTERVAL_MS;
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (this.#state === 'away' && !stopping.aborted) await this.#audit();
    }
  }

  #become(state: BooksState, reason?: string): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#reason = reason;
    if (state === 'away') this.#becameAway.abort();
    else this.#becameAway = new AbortController();
    for (const listener of this.#listeners) listener(state, reason);
  }
}

function unreachable(message: string): UnavailableError {
  const details = { retryAfter: RETRY_AFTER_SECONDS };
  return new UnavailableError('store-unavailable', message, { details });
}
