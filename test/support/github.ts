/**
 * A server that speaks the part of GitHub's APIs that stars are read from: REST, with pages and entity
 * tags, and GraphQL, executed by the published schema. Answers of REST are compared with its published
 * description, the first page of each user.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { buildSchema, graphql } from 'graphql';
import { PROJECT_ROOT } from '../../src/lib/project-root.ts';
import { described, exampleOf } from '../../tools/local-hosting/described-answer.ts';
import { serveHttp } from './http-server.ts';

export type GitHubServer = {
  url: string;
  requests: IncomingMessage[];
  /** Number of requests answered as unchanged. */
  unchanged: () => number;
  close: () => Promise<void>;
};

/** `owner/name`, the time of the star, and the time of creation (2020 by default). */
export type HostedStar = readonly [repository: string, starredAt: string, createdAt?: string];

/** Stars of a user, oldest first; an organization, which has none; or an answer of its own making. */
export type Starring =
  | readonly HostedStar[]
  | 'organization'
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** @param users by login, in lower case; other logins are answered with 404 */
export async function gitHubServer(
  users: Readonly<Record<string, Starring>>,
): Promise<GitHubServer> {
  const requests: IncomingMessage[] = [];
  let unchanged = 0;
  const userOf = (login: string) =>
    Object.hasOwn(users, login.toLowerCase()) ? users[login.toLowerCase()] : undefined;
  const { url, close } = await serveHttp((request, response) => {
    requests.push(request);
    const asked = new URL(request.url ?? '/', 'http://github.invalid');
    if (asked.pathname === '/graphql') {
      answerGraphQl(request, response, userOf).catch((error: unknown) =>
        response.destroy(Error(String(error))),
      );
      return;
    }
    const [, kind, login = '', list] = asked.pathname.split('/');
    const user = kind === 'users' ? userOf(login) : undefined;
    if (typeof user === 'function') user(request, response);
    else if (!user) response.writeHead(404, JSON_TYPE).end(NOT_FOUND);
    else if (list === 'starred') {
      const { body, headers } = starredPage(user === 'organization' ? [] : user, asked, request);
      const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
      const isUnchanged = request.headers['if-none-match'] === etag;
      if (isUnchanged) unchanged++;
      response.writeHead(isUnchanged ? 304 : 200, { ...JSON_TYPE, ...headers, etag });
      response.end(isUnchanged ? undefined : body);
    } else {
      const type = user === 'organization' ? 'Organization' : 'User';
      const body = { ...exampleOf('/users/{username}'), user_view_type: 'public', login, type };
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(described('/users/{username}', body)));
    }
  });
  return { url, requests, unchanged: () => unchanged, close };
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const NOT_FOUND = '{"message":"Not Found","status":"404"}';
const MADE_AT = '2020-01-01T00:00:00Z';

function starredPage(stars: readonly HostedStar[], url: URL, request: IncomingMessage) {
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const page = Number(url.searchParams.get('page') ?? 1);
  const next = new URL(url);
  next.searchParams.set('page', String(page + 1));
  next.host = request.headers.host ?? '';
  const last = new URL(next);
  last.searchParams.set('page', String(Math.ceil(stars.length / size)));
  const body = stars.slice((page - 1) * size, page * size).map(starredRepository);
  return {
    body: JSON.stringify(page === 1 ? described('/users/{username}/starred', body) : body),
    headers:
      page * size < stars.length ? { link: `<${next}>; rel="next", <${last}>; rel="last"` } : {},
  };
}

function starredRepository([full_name, starred_at, created_at = MADE_AT]: HostedStar) {
  const { template_repository, ...repo } = exampleOf('/users/{username}/starred');
  return { starred_at, repo: { ...repo, full_name, created_at } };
}

const schema = buildSchema(
  readFileSync(join(PROJECT_ROOT, 'tools', 'local-hosting', 'description.graphql'), 'utf8'),
);

type PageOf = { first: number; after: string | null };

async function answerGraphQl(
  request: IncomingMessage,
  response: ServerResponse,
  userOf: (login: string) => Starring | undefined,
): Promise<void> {
  const { query, variables } = (await json(request)) as {
    query: string;
    variables: Record<string, unknown>;
  };
  const user = userOf(String(variables['login']));
  if (request.headers.authorization === undefined) {
    response
      .writeHead(401, JSON_TYPE)
      .end('{"message":"This endpoint requires you to be authenticated."}');
    return;
  }
  if (typeof user === 'function') {
    user(request, response);
    return;
  }
  const repositoryOwner = ({ login }: { login: string }) => {
    if (!user) return null;
    if (user === 'organization') return { __typename: 'Organization', login };
    const starredRepositories = (page: PageOf) => connection(user, page);
    return { __typename: 'User', login, starredRepositories };
  };
  const answer = await graphql({
    ...{ schema, source: query, variableValues: variables },
    rootValue: { repositoryOwner },
  });
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(answer));
}

function connection(stars: readonly HostedStar[], { first, after }: PageOf) {
  const from = after === null ? 0 : Number(after);
  const to = Math.min(stars.length, from + first);
  return {
    totalCount: stars.length,
    isOverLimit: false,
    pageInfo: { hasNextPage: to < stars.length, endCursor: String(to) },
    edges: stars.slice(from, to).map(([nameWithOwner, starredAt, createdAt = MADE_AT], index) => ({
      ...{ cursor: String(from + index + 1), starredAt },
      node: { nameWithOwner, createdAt },
    })),
  };
}
