/**
 * Users' stars, read from the hosting service once for all concurrent callers and cached for an hour.
 * An older copy is revalidated; if that fails, it is used as it is.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { type HostingError, hostingError } from '../../hosting/hosting-error.ts';
import type { HostingService } from '../../hosting/hosting-service.ts';
import type { AnswerKeeper, KeptAnswer } from '../../hosting/kept-answers.ts';
import { starPages } from '../../hosting/stars.ts';
import { BellwetherError, UnavailableError } from '../../lib/errors.ts';
import { type KeptListing, NO_STAR_CACHE, type StarCache } from './star-cache.ts';
import type { TrackedRepositories } from './starred.ts';

/** The stars that were read, without the fields that only the next reading needs. */
export type StarHistory = Omit<KeptListing, 'tracked' | 'pages'> & {
  /** Set if it is older than an hour: why it could not be renewed. */
  staleBecause?: string | undefined;
};

export type StarSource = Pick<GitHubStars, 'starsOf' | 'known' | 'stamp'>;

export type StarOptions = {
  cache?: StarCache;
  /** Maximum number of pages, oldest first; by default what the service's limits allow. */
  maxPages?: number;
  /** How long to wait for a long list before returning the part read so far. */
  patienceMs?: number;
  now?: () => number;
};

/** Without a token, only sixty requests an hour are allowed. */
const MAX_PAGES = 30;
const MAX_PAGES_WITH_TOKENS = 1_000;
const PATIENCE_MS = 20_000;
const FRESH_MS = 3_600_000;
/** An older copy is not used at all. */
const STALE_MS = 7 * 86_400_000;
const MAX_CACHED_USERS = 2_000;
/** How long it is cached that a user does not exist. */
const MISS_MS = 300_000;
const POLL_MS = 50;

type Flight = { done: Promise<StarHistory>; part: () => StarHistory | undefined };

export function gitHubStars(hosting: HostingService, options: StarOptions = {}): StarSource {
  return new GitHubStars(hosting, options);
}

class GitHubStars {
  readonly #hosting: HostingService;
  readonly #options: StarOptions;
  readonly #cache: StarCache;
  readonly #now: () => number;
  readonly #memory = new LRUCache<string, KeptListing>({ max: MAX_CACHED_USERS });
  readonly #misses = new LRUCache<string, BellwetherError>({ max: MAX_CACHED_USERS, ttl: MISS_MS });
  readonly #flights = new Map<string, Flight>();

  constructor(hosting: HostingService, options: StarOptions) {
    this.#hosting = hosting;
    this.#options = options;
    this.#cache = options.cache ?? NO_STAR_CACHE;
    this.#now = options.now ?? Date.now;
  }

  /**
   * @throws BellwetherError `unknown-user`, `not-a-user`, or `upstream-unavailable` with `retryAfter`
   *   in seconds
   */
  async starsOf(username: string, tracked: TrackedRepositories): Promise<StarHistory> {
    const login = username.toLowerCase();
    const kept = this.#memory.get(login);
    if (kept && this.#isFresh(kept, tracked)) return historyOf(kept);
    const miss = this.#misses.get(login);
    if (miss) throw miss;
    const flight = this.#flights.get(login) ?? this.#begin(login, tracked);
    return this.#withinPatience(flight);
  }

  /** The cached stars, without a request to the hosting service. */
  async known(username: string): Promise<StarHistory | undefined> {
    const login = username.toLowerCase();
    const kept = this.#memory.get(login) ?? (await this.#cache.get(login));
    if (!kept) return undefined;
    this.#memory.set(login, kept);
    return historyOf(kept);
  }

  /** Identifies fresh data in memory; undefined if a read would be necessary. */
  stamp(username: string, tracked: TrackedRepositories): string | undefined {
    const kept = this.#memory.get(username.toLowerCase());
    return kept && this.#isFresh(kept, tracked) ? kept.readAt : undefined;
  }

  #isFresh({ readAt, tracked }: KeptListing, { fingerprint }: TrackedRepositories): boolean {
    return tracked === fingerprint && this.#now() - Date.parse(readAt) < FRESH_MS;
  }

  /**
   * The complete history, or what was read when the time limit ends; reading continues in the
   * background.
   */
  async #withinPatience({ done, part }: Flight): Promise<StarHistory> {
    const waiting = new AbortController();
    const options = { signal: waiting.signal, ref: false };
    const late = async () => {
      await delay(this.#options.patienceMs ?? PATIENCE_MS, undefined, options);
      for (;;) {
        const read = part();
        if (read) return read;
        await delay(POLL_MS, undefined, options);
      }
    };
    try {
      return await Promise.race([done, late()]);
    } finally {
      waiting.abort();
    }
  }

  #begin(login: string, tracked: TrackedRepositories): Flight {
    let part: KeptListing | undefined;
    const read = this.#read(login, tracked, (listing) => {
      part = listing;
    });
    const done = read.finally(() => this.#flights.delete(login));
    const flight = { done, part: () => part && historyOf(part) };
    // Prevents an unhandled rejection if no request is waiting any more.
    done.catch(() => undefined);
    this.#flights.set(login, flight);
    return flight;
  }

  async #read(
    login: string,
    tracked: TrackedRepositories,
    onPart: (listing: KeptListing) => void,
  ): Promise<StarHistory> {
    const kept = await this.#cache.get(login);
    if (kept && this.#isFresh(kept, tracked)) {
      this.#memory.set(login, kept);
      return historyOf(kept);
    }
    try {
      const listing = await this.#ask(login, tracked, kept, onPart);
      this.#memory.set(login, listing);
      await this.#cache.put(login, listing);
      return historyOf(listing);
    } catch (error) {
      if (error instanceof BellwetherError && error.status === 404) {
        this.#misses.set(login, error);
        this.#memory.delete(login);
        await this.#cache.remove(login);
        throw error;
      }
      const fault = hostingError(error);
      const isUsable = kept && this.#now() - Date.parse(kept.readAt) < STALE_MS;
      if (kept && isUsable) return { ...historyOf(kept), staleBecause: fault.why };
      throw unavailable(fault);
    }
  }

  async #ask(
    login: string,
    tracked: TrackedRepositories,
    kept: KeptListing | undefined,
    onPart: (listing: KeptListing) => void,
  ): Promise<KeptListing> {
    const usual = this.#hosting.hasTokens ? MAX_PAGES_WITH_TOKENS : MAX_PAGES;
    const { maxPages = usual } = this.#options;
    const isWanted = (repository: string) => tracked.names.has(repository.toLowerCase());
    const pages = keeperOf(kept?.tracked === tracked.fingerprint ? kept.pages : []);
    const readAt = new Date(this.#now()).toISOString();
    const listing: KeptListing = {
      ...{ tracked: tracked.fingerprint, stars: [], read: 0, unreadable: 0, total: null },
      ...{ isComplete: false, readAt, pages: [] },
    };
    let isTruncated = false;
    for await (const page of starPages(this.#hosting, login, { isWanted, maxPages, kept: pages })) {
      isTruncated ||= page.isTruncated;
      listing.stars.push(...page.stars);
      listing.read += page.count;
      listing.unreadable += page.unreadable;
      listing.total = page.total ?? null;
      onPart(listing);
      if (page.isLast) listing.isComplete = !isTruncated;
    }
    listing.pages = [...pages.asked.values()];
    if (listing.isComplete) listing.total ??= listing.read;
    return listing;
  }
}

/** A page cache for one user; the pages requested this time are kept for the next read. */
function keeperOf(known: readonly KeptAnswer[]): AnswerKeeper & { asked: Map<string, KeptAnswer> } {
  const byUrl = new Map(known.map((page) => [page.url, page]));
  const asked = new Map<string, KeptAnswer>();
  return {
    asked,
    get: async (url) => {
      const page = byUrl.get(url);
      if (page) asked.set(url, page);
      return page;
    },
    put: async (page) => {
      asked.set(page.url, page);
    },
  };
}

function historyOf({ tracked: _, pages: __, ...history }: KeptListing): StarHistory {
  return history;
}

function unavailable(fault: HostingError): UnavailableError {
  const { why, retryAfter } = fault;
  const wait = retryAfter < 120 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  return new UnavailableError(
    'upstream-unavailable',
    `GitHub’s list of stars cannot be read now: ${why}. Ask again in ${wait}.`,
    { cause: fault, details: { retryAfter } },
  );
}
