/**
 * The stars of a user, oldest first, page by page. Uses GraphQL if there is a token, since it returns
 * only the requested fields, and the REST API otherwise.
 */
import { z } from 'zod';
import { BellwetherError, NotFoundError } from '../lib/errors.ts';
import { HostingError, hostingError } from './hosting-error.ts';
import type { Answer, HostingService } from './hosting-service.ts';
import type { AnswerKeeper } from './kept-answers.ts';

export type Star = {
  /** `owner/name`, the current one. */
  repository: string;
  /** ISO 8601, UTC. */
  starredAt: string;
  /** When the repository was created; null if the service does not say. */
  createdAt: string | null;
};

export type StarPage = {
  /** The stars that `isWanted` selected. */
  stars: readonly Star[];
  count: number;
  /** Number of entries that could not be read. */
  unreadable: number;
  /** Number of stars on all pages together, if the service says. */
  total: number | undefined;
  /** The service omitted part of a very long list. */
  isTruncated: boolean;
  /** Whether this is the last page. */
  isLast: boolean;
};

/** Maximum page size of both APIs. */
const STARS_PER_PAGE = 100;
/** The REST media type in which stars have a timestamp. */
export const STAR_MEDIA_TYPE = 'application/vnd.github.star+json';

type Options = {
  /** Selects by `owner/name` which stars to return; the others are only counted. */
  isWanted: (repository: string) => boolean;
  /** Cache for pages of the REST API. */
  kept?: AnswerKeeper | undefined;
  signal?: AbortSignal | undefined;
  /** Maximum number of pages requested, from the oldest stars on. */
  maxPages: number;
};

/** Number of concurrent requests: one page is parsed while the next is requested. */
const MAX_CONCURRENT_PAGES = 2;

/** @throws BellwetherError `unknown-user`, `not-a-user` (an organization); HostingError */
export function starPages(
  hosting: HostingService,
  login: string,
  options: Options,
): AsyncGenerator<StarPage> {
  return hosting.hasTokens
    ? queriedPages(hosting, login, options)
    : listedPages(hosting, login, options);
}

const Moment = z.iso.datetime({ offset: true });

const ListedStar = z
  .object({
    starred_at: Moment,
    repo: z.object({ full_name: z.string(), created_at: Moment.nullish().catch(null) }),
  })
  .transform(({ starred_at, repo }) => star(repo.full_name, starred_at, repo.created_at));

const ReadPage = z.object({
  count: z.int(),
  unreadable: z.int(),
  stars: z.array(
    z.object({ repository: z.string(), starredAt: Moment, createdAt: Moment.nullable() }),
  ),
});

/** A page as the service sends it, or as cached. */
function listedPage(isWanted: Options['isWanted']): z.ZodType<z.infer<typeof ReadPage>> {
  const sent = z.array(ListedStar.nullable().catch(null));
  return z.union([ReadPage, sent.transform((all) => readPage(all, isWanted))]);
}

function readPage(all: readonly (Star | null)[], isWanted: Options['isWanted']) {
  const stars = all.filter((one) => one !== null);
  return {
    count: all.length,
    unreadable: all.length - stars.length,
    stars: stars.filter(({ repository }) => isWanted(repository)),
  };
}

async function* listedPages(
  hosting: HostingService,
  login: string,
  { kept, signal, isWanted, maxPages }: Options,
): AsyncGenerator<StarPage> {
  const query = `per_page=${STARS_PER_PAGE}&sort=created&direction=asc`;
  const first = `/users/${encodeURIComponent(login)}/starred?${query}`;
  const schema = listedPage(isWanted);
  const left = new AbortController();
  const signals = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  const ask = (path: string) =>
    hosting.get({ path, schema, accept: STAR_MEDIA_TYPE, kept, signal: signals });
  try {
    let count = 0;
    for await (const { value, next } of inOrder(ask, first, maxPages)) {
      if (value.count > 0 && value.unreadable === value.count) throw notAsDescribed();
      count += value.count;
      if (count === 0) await checkUser(hosting, login, signal);
      yield { ...value, total: undefined, isTruncated: false, isLast: next === undefined };
    }
  } catch (error) {
    if (hostingError(error).fault === 'missing') throw unknownUser(login, error);
    throw error;
  } finally {
    left.abort();
  }
}

type Listed = Answer<z.infer<typeof ReadPage>>;

/** The pages in order. If the first names the last, the next page is requested ahead. */
async function* inOrder(
  ask: (path: string) => Promise<Listed>,
  first: string,
  maxPages: number,
): AsyncGenerator<Listed> {
  let page = await ask(first);
  yield page;
  const pages = Math.min(maxPages, pageIn(page.last));
  const underWay: Promise<Listed>[] = [];
  const numbered = new URL(page.next ?? 'http://nowhere.invalid');
  let asked = 1;
  for (let read = 1; read < maxPages && page.next !== undefined; read++) {
    while (asked < pages && underWay.length < MAX_CONCURRENT_PAGES) {
      numbered.searchParams.set('page', String(++asked));
      const answer = ask(numbered.href);
      // Prevents an unhandled rejection if the consumer has stopped.
      answer.catch(() => undefined);
      underWay.push(answer);
    }
    page = await (underWay.shift() ?? ask(page.next));
    yield page;
  }
}

function pageIn(address: string | undefined): number {
  const page = Number(address && URL.parse(address)?.searchParams.get('page'));
  return Number.isSafeInteger(page) ? page : 0;
}

/** Rejects organizations: their list looks like that of a user without any stars. */
async function checkUser(
  hosting: HostingService,
  login: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = `/users/${encodeURIComponent(login)}`;
  const schema = z.object({ type: z.string() });
  const { value } = await hosting.get({ path, schema, signal });
  if (value.type === 'Organization') throw notAUser(login);
}

const STARS_QUERY = `query ($login: String!, $after: String) {
  repositoryOwner(login: $login) {
    __typename
    ... on User {
      starredRepositories(first: ${STARS_PER_PAGE}, after: $after, orderBy: {field: STARRED_AT, direction: ASC}) {
        totalCount
        isOverLimit
        pageInfo { hasNextPage endCursor }
        edges { starredAt node { nameWithOwner createdAt } }
      }
    }
  }
}`;

const QueriedStar = z
  .object({
    starredAt: Moment,
    node: z.object({ nameWithOwner: z.string(), createdAt: Moment.nullish().catch(null) }),
  })
  .transform(({ starredAt, node }) => star(node.nameWithOwner, starredAt, node.createdAt));
const QueriedStars = z.array(QueriedStar.nullable().catch(null));

const QueriedPage = z.object({
  repositoryOwner: z
    .discriminatedUnion('__typename', [
      z.object({ __typename: z.literal('Organization') }),
      z.object({
        __typename: z.literal('User'),
        starredRepositories: z.object({
          totalCount: z.int().nonnegative(),
          isOverLimit: z.boolean(),
          pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
          // Kept unparsed, so that they are parsed while the next page is requested.
          edges: z.array(z.unknown()).nullable(),
        }),
      }),
    ])
    .nullable(),
});

async function* queriedPages(
  hosting: HostingService,
  login: string,
  { signal, isWanted, maxPages }: Options,
): AsyncGenerator<StarPage> {
  const left = new AbortController();
  const signals = signal ? AbortSignal.any([signal, left.signal]) : left.signal;
  const ask = (after: string | null): Promise<z.infer<typeof QueriedPage>> => {
    const variables = { login, after };
    const answer = hosting.query({
      ...{ query: STARS_QUERY, variables, schema: QueriedPage, signal: signals },
    });
    // Prevents an unhandled rejection if the consumer has stopped.
    answer.catch(() => undefined);
    return answer;
  };
  try {
    let underWay: Promise<z.infer<typeof QueriedPage>> | undefined = ask(null);
    for (let asked = 1; underWay; asked++) {
      const answer: z.infer<typeof QueriedPage> = await underWay;
      const owner = answer.repositoryOwner;
      if (owner === null) throw unknownUser(login);
      if (owner.__typename === 'Organization') throw notAUser(login);
      const { totalCount, isOverLimit, pageInfo, edges } = owner.starredRepositories;
      const isLast = !pageInfo.hasNextPage || pageInfo.endCursor === null;
      // Request the next page before reading this one: its cursor is already known.
      underWay = isLast || asked >= maxPages ? undefined : ask(pageInfo.endCursor);
      const page = readPage(QueriedStars.parse(edges ?? []), isWanted);
      if (page.count > 0 && page.unreadable === page.count) throw notAsDescribed();
      yield { ...page, total: totalCount, isTruncated: isOverLimit, isLast };
    }
  } finally {
    left.abort();
  }
}

function notAsDescribed(): HostingError {
  return new HostingError('unreachable', 'nothing in its list is as its API describes');
}

function star(repository: string, starredAt: string, createdAt: string | null | undefined): Star {
  return { repository, starredAt, createdAt: createdAt ?? null };
}

function unknownUser(login: string, cause?: unknown): NotFoundError {
  return new NotFoundError(
    'unknown-user',
    `GitHub has no user ${JSON.stringify(login)}. Names change and accounts go; take the name from the address of the user’s page.`,
    { cause },
  );
}

function notAUser(login: string): BellwetherError {
  return new BellwetherError(
    'not-a-user',
    `${login} is an organization, and organizations star nothing. Name a person’s account.`,
    { status: 404 },
  );
}
