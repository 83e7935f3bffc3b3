/** Starring histories, read from GitHub's API and kept for an hour. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type BellwetherError, NotFoundError, UnavailableError } from '../../lib/errors.ts';

export type Star = {
  /** `owner/name` */
  repository: string;
  /** ISO 8601, UTC. */
  starredAt: string;
};

export type StarHistory = {
  /** Oldest first. */
  stars: readonly Star[];
  /** False if the user has starred more than was read. */
  isComplete: boolean;
};

export type StarSource = {
  /**
   * @throws BellwetherError `unknown-user`, or `stars-unavailable` with `retryAfter` in seconds
   */
  starsOf(username: string): Promise<StarHistory>;
  /** Only what is in the cache. */
  known(username: string): StarHistory | undefined;
};

export type StarSourceOptions = {
  /** API tokens, used in turn; without one GitHub allows 60 requests an hour. */
  tokens: readonly string[];
  /** What its addresses begin with; no trailing slash. */
  apiUrl?: string;
  timeoutMs?: number;
  /** Of 100 stars each, oldest first. */
  maxPages?: number;
};

const STARS_PER_PAGE = 100;
const MAX_PAGES = 30;
const TIMEOUT_MS = 5_000;
const MAX_CACHED_USERS = 500;
const CACHE_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 60;

const StarredPage = z.array(
  z.object({ starred_at: z.iso.datetime(), repo: z.object({ full_name: z.string() }) }),
);

/** GitHub's REST API: `GET /users/{username}/starred` with the times of the stars. */
export function gitHubStars(options: StarSourceOptions): StarSource {
  const nextToken = rotation(options.tokens);
  const cache = new LRUCache<string, StarHistory>({
    max: MAX_CACHED_USERS,
    ttl: CACHE_MS,
    fetchMethod: async (username) => readStars(username, nextToken(), options),
  });
  return {
    known: (username) => cache.peek(username.toLowerCase()),
    starsOf: async (username) => {
      const history = await cache.fetch(username.toLowerCase());
      if (history) return history;
      throw unavailable('nothing was answered');
    },
  };
}

/** The tokens one after the other; undefined if there is none. */
function rotation(tokens: readonly string[]): () => string | undefined {
  let next = 0;
  return () => tokens[next++ % Math.max(1, tokens.length)];
}

async function readStars(
  username: string,
  token: string | undefined,
  {
    apiUrl = 'https://api.github.com',
    timeoutMs = TIMEOUT_MS,
    maxPages = MAX_PAGES,
  }: StarSourceOptions,
): Promise<StarHistory> {
  const stars: Star[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const query = `per_page=${STARS_PER_PAGE}&page=${page}&sort=created&direction=asc`;
    const path = `/users/${encodeURIComponent(username)}/starred?${query}`;
    const response = await fetch(`${apiUrl}${path}`, {
      headers: {
        accept: 'application/vnd.github.star+json',
        'user-agent': 'bellwether',
        ...(token !== undefined && { authorization: `token ${token}` }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw unavailable('it cannot be reached', RETRY_AFTER_SECONDS, error);
    });
    if (!response.ok) throw refusal(response, username);
    const read = StarredPage.safeParse(await response.json().catch(() => undefined));
    if (!read.success) throw unavailable('its answer is no list of stars');
    for (const { starred_at, repo } of read.data)
      stars.push({ repository: repo.full_name, starredAt: starred_at });
    if (!response.headers.get('link')?.includes('rel="next"')) return { stars, isComplete: true };
  }
  return { stars, isComplete: false };
}

/** The error of this service for a refusal of GitHub's. */
function refusal({ status, headers }: Response, username: string): BellwetherError {
  if (status === 404)
    return new NotFoundError('unknown-user', `GitHub has no user ${JSON.stringify(username)}.`);
  if (status === 401) return unavailable('the API token is not accepted');
  if (status === 403 || status === 429)
    return unavailable('its rate limit is used up', waitOf(headers));
  return unavailable(`it answers ${status}`);
}

/** Seconds until asking again makes sense, by the headers of the response. */
function waitOf(headers: Headers): number {
  const after = Number(headers.get('retry-after'));
  if (after > 0) return Math.ceil(after);
  const reset = Number(headers.get('x-ratelimit-reset'));
  return reset > 0 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : RETRY_AFTER_SECONDS;
}

function unavailable(
  why: string,
  retryAfter = RETRY_AFTER_SECONDS,
  cause?: unknown,
): BellwetherError {
  return new UnavailableError(
    'stars-unavailable',
    `GitHub’s list of stars cannot be read now: ${why}. Try again later.`,
    { cause, details: { retryAfter } },
  );
}
