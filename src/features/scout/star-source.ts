/** Starring histories, read from GitHub's API and kept for an hour. */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HostingError, hostingError } from '../../hosting/hosting-error.ts';
import type { Answer, HostingService } from '../../hosting/hosting-service.ts';
import { NotFoundError, UnavailableError } from '../../lib/errors.ts';

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

const STARS_PER_PAGE = 100;
const MAX_PAGES = 30;
const MAX_CACHED_USERS = 500;
const CACHE_MS = 3_600_000;
/** The form in which a star has its time. */
const STAR_TIMES = 'application/vnd.github.star+json';

const StarredPage = z.array(
  z.object({ starred_at: z.iso.datetime(), repo: z.object({ full_name: z.string() }) }),
);

/**
 * GitHub's REST API: `GET /users/{username}/starred` with the times of the stars.
 *
 * @param maxPages of 100 stars each, oldest first
 */
export function gitHubStars(hosting: HostingService, maxPages = MAX_PAGES): StarSource {
  const cache = new LRUCache<string, StarHistory>({
    max: MAX_CACHED_USERS,
    ttl: CACHE_MS,
    fetchMethod: async (username) => readStars(hosting, username, maxPages),
  });
  return {
    known: (username) => cache.peek(username.toLowerCase()),
    starsOf: async (username) => {
      const history = await cache.fetch(username.toLowerCase());
      if (history) return history;
      throw unavailable(new HostingError('unreachable', 'nothing was answered'));
    },
  };
}

async function readStars(
  hosting: HostingService,
  username: string,
  maxPages: number,
): Promise<StarHistory> {
  const stars: Star[] = [];
  const query = `per_page=${STARS_PER_PAGE}&sort=created&direction=asc`;
  const first = `/users/${encodeURIComponent(username)}/starred?${query}`;
  try {
    let read = 0;
    for (let path: string | undefined = first; path !== undefined; read++) {
      if (read === maxPages) return { stars, isComplete: false };
      const page: Answer<z.infer<typeof StarredPage>> = await hosting.get({
        path,
        schema: StarredPage,
        accept: STAR_TIMES,
      });
      for (const { starred_at, repo } of page.value)
        stars.push({ repository: repo.full_name, starredAt: starred_at });
      path = page.next;
    }
    return { stars, isComplete: true };
  } catch (error) {
    const fault = hostingError(error);
    if (fault.fault !== 'missing') throw unavailable(fault);
    const named = JSON.stringify(username);
    throw new NotFoundError('unknown-user', `GitHub has no user ${named}.`, { cause: error });
  }
}

function unavailable(fault: HostingError): UnavailableError {
  const { why, retryAfter } = fault;
  return new UnavailableError(
    'stars-unavailable',
    `GitHub’s list of stars cannot be read now: ${why}. Try again later.`,
    { cause: fault, details: { retryAfter } },
  );
}
