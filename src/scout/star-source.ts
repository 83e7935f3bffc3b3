/** Starring histories, read from the hosting service's API and kept for an hour. */
import { Octokit } from '@octokit/core';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { BellwetherError, messageOf } from '../lib/errors.ts';

export type Star = {
  /** `owner/name` */
  repository: string;
  /** ISO 8601, UTC. */
  starredAt: string;
};

export type StarHistory = {
  /** Oldest first. */
  stars: readonly Star[];
  /** False when the user has starred more than is read. */
  isComplete: boolean;
};

export type StarSource = {
  /**
   * @throws BellwetherError `unknown-user`, or `stars-unavailable` with `retryAfter` in seconds
   */
  starsOf(username: string): Promise<StarHistory>;
  /** Only what is at hand; asks nobody. */
  known(username: string): StarHistory | undefined;
};

export type StarSourceOptions = {
  /** Tokens of the API, used in turn; none reads as anybody may, 60 requests an hour. */
  tokens: readonly string[];
  apiUrl?: string;
  requestMilliseconds?: number;
  /** Pages of 100 that are read of a user, oldest stars first. */
  mostPages?: number;
};

const PAGE = 100;
const MOST_PAGES = 30;
const REQUEST_MILLISECONDS = 5_000;
const KEPT_USERS = 500;
const KEPT_MILLISECONDS = 3_600_000;
const RETRY_AFTER = 60;

const StarredPage = z.array(
  z.object({ starred_at: z.iso.datetime(), repo: z.object({ full_name: z.string() }) }),
);

/** GitHub's REST API: `GET /users/{username}/starred` with the times of the stars. */
export function gitHubStars(options: StarSourceOptions): StarSource {
  const turn = tokenTurn(options.tokens);
  const kept = new LRUCache<string, StarHistory>({
    max: KEPT_USERS,
    ttl: KEPT_MILLISECONDS,
    fetchMethod: async (username) => readStars(username, turn(), options),
  });
  return {
    known: (username) => kept.peek(username.toLowerCase()),
    starsOf: async (username) => {
      const history = await kept.fetch(username.toLowerCase());
      if (history) return history;
      throw unavailable('nothing was answered');
    },
  };
}

/** The tokens one after the other; undefined where there is none. */
function tokenTurn(tokens: readonly string[]): () => string | undefined {
  let next = 0;
  return () => tokens[next++ % Math.max(1, tokens.length)];
}

async function readStars(
  username: string,
  token: string | undefined,
  { apiUrl, requestMilliseconds = REQUEST_MILLISECONDS, mostPages = MOST_PAGES }: StarSourceOptions,
): Promise<StarHistory> {
  const github = new Octokit({
    userAgent: 'bellwether',
    ...(apiUrl !== undefined && { baseUrl: apiUrl }),
    ...(token !== undefined && { auth: token }),
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    request: {
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(requestMilliseconds) }),
    },
  });
  const stars: Star[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const { data, headers } = await github
      .request('GET /users/{username}/starred', {
        username,
        per_page: PAGE,
        page,
        sort: 'created',
        direction: 'asc',
        headers: { accept: 'application/vnd.github.star+json' },
      })
      .catch((error: unknown) => {
        throw explained(error, username);
      });
    const read = StarredPage.safeParse(data);
    if (!read.success) throw unavailable('its answer is no list of stars');
    for (const { starred_at, repo } of read.data)
      stars.push({ repository: repo.full_name, starredAt: starred_at });
    if (!headers.link?.includes('rel="next"')) return { stars, isComplete: true };
  }
  return { stars, isComplete: false };
}

const RequestError = z.object({
  status: z.int(),
  response: z.object({ headers: z.record(z.string(), z.unknown()) }).optional(),
});

/** What an answer of the hosting service means for the one who asked us. */
function explained(error: unknown, username: string): BellwetherError {
  const failed = RequestError.safeParse(error);
  if (!failed.success) return unavailable(messageOf(error), RETRY_AFTER, error);
  const { status, response } = failed.data;
  if (status === 404)
    return new BellwetherError('unknown-user', `GitHub has no user ${JSON.stringify(username)}.`);
  if (status === 401) return unavailable('the API token is not accepted', RETRY_AFTER, error);
  const headers = response?.headers ?? {};
  if (status === 403 || status === 429)
    return unavailable('its rate limit is used up', waitOf(headers), error);
  return unavailable(`it answers ${status}`, RETRY_AFTER, error);
}

/** Seconds until asking again makes sense, by the headers of a refusal. */
function waitOf(headers: Readonly<Record<string, unknown>>): number {
  const after = Number(headers['retry-after']);
  if (after > 0) return Math.ceil(after);
  const reset = Number(headers['x-ratelimit-reset']);
  return reset > 0 ? Math.max(1, Math.ceil(reset - Date.now() / 1000)) : RETRY_AFTER;
}

function unavailable(why: string, retryAfter = RETRY_AFTER, cause?: unknown): BellwetherError {
  return new BellwetherError(
    'stars-unavailable',
    `GitHub’s list of stars cannot be read now: ${why}. Try again later.`,
    { cause, details: { retryAfter } },
  );
}
