/**
 * The stars of one user as GitHub's REST API lists them, and as its GraphQL does, from bodies that are
 * made before and sent after a pause, as a service far away would.
 *
 * Arguments: port, number of stars, milliseconds before each answer.
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

const PER_PAGE = 100;
const [port = '', stars = '', pause = ''] = process.argv.slice(2);
const pages = Math.ceil(Number(stars) / PER_PAGE);
/** As long as what the REST API tells of a repository. */
const FILLER = 'x'.repeat(5_000);

const names = (page: number) =>
  Array.from({ length: PER_PAGE }, (_, index) => `owner/repository-${page * PER_PAGE + index}`);
const AT = '2024-01-01T00:00:00Z';
const rest = Array.from({ length: pages }, (_, page) =>
  JSON.stringify(
    names(page).map((full_name) => ({
      starred_at: AT,
      repo: { full_name, created_at: AT, description: FILLER },
    })),
  ),
);
const queried = Array.from({ length: pages }, (_, page) => {
  const edges = names(page).map((nameWithOwner) => ({
    starredAt: AT,
    node: { nameWithOwner, createdAt: AT },
  }));
  const pageInfo = { hasNextPage: page + 1 < pages, endCursor: String(page + 1) };
  const starredRepositories = { totalCount: Number(stars), isOverLimit: false, pageInfo, edges };
  return JSON.stringify({ data: { repositoryOwner: { __typename: 'User', starredRepositories } } });
});

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`);
  const isQuery = request.method === 'POST';
  const asked = isQuery ? ((await json(request)) as { variables: { after: string | null } }) : null;
  const page = asked
    ? Number(asked.variables.after)
    : Number(url.searchParams.get('page') ?? 1) - 1;
  await delay(Number(pause));
  const next = new URL(url);
  next.searchParams.set('page', String(page + 2));
  const last = new URL(url);
  last.searchParams.set('page', String(pages));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    ...(!isQuery && page + 1 < pages && { link: `<${next}>; rel="next", <${last}>; rel="last"` }),
  });
  response.end((isQuery ? queried : rest)[page] ?? '[]');
}).listen(Number(port), '127.0.0.1');
