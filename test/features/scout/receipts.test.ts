import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ScoutPrediction } from '../../../src/features/scout/predict.ts';
import { ScoutReceipt, scoutReceipt } from '../../../src/features/scout/receipt.ts';
import { gitHubStars } from '../../../src/features/scout/star-source.ts';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { gitHubServer, type Starring } from '../../support/github.ts';
import { examplePublished } from '../../support/published.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

const many = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`owner/repo-${index}`, '2024-01-01T00:00:00Z']);

async function starsFrom(users: Record<string, Starring>, maxPages = 30) {
  const server = await gitHubServer(users);
  return { server, source: sourceAt(server.url, maxPages) };
}

function sourceAt(apiUrl: string, maxPages?: number) {
  const tokens = ['one', 'two'];
  const hosting = new HostingService({ tokens, apiUrl, timeoutMs: 2_000, retries: 0 });
  return gitHubStars(hosting, maxPages);
}

async function rejection(work: Promise<unknown>): Promise<BellwetherError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof BellwetherError);
  return error;
}

describe('reading stars', () => {
  it('follows the pages to the last, once an hour', async (t) => {
    const { server, source } = await starsFrom({ ann: many(230) });
    t.after(server.close);
    assert.equal(source.known('ann'), undefined);
    const [one, other] = await Promise.all([source.starsOf('ann'), source.starsOf('Ann')]);
    assert.equal(one.stars.length, 230);
    assert.equal(one, other);
    assert.equal(one.isComplete, true);
    assert.equal(server.requests.length, 3);
    assert.equal(server.requests[0]?.headers.accept, 'application/vnd.github.star+json');
    await source.starsOf('ann');
    assert.equal(server.requests.length, 3);
    assert.equal(source.known('ANN'), one);
  });

  it('uses the tokens in turn', async (t) => {
    const { server, source } = await starsFrom({ ann: many(1), bob: many(1) });
    t.after(server.close);
    await source.starsOf('ann');
    await source.starsOf('bob');
    const used = server.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(used, ['token one', 'token two']);
  });

  it('stops at its limit and says that there is more', async (t) => {
    const { server, source } = await starsFrom({ ann: many(230) }, 2);
    t.after(server.close);
    const { stars, isComplete } = await source.starsOf('ann');
    assert.equal(stars.length, 200);
    assert.equal(isComplete, false);
  });

  it('tells a user who is not there from a service that does not answer', async (t) => {
    const reset = Math.floor(Date.now() / 1000) + 120;
    const { server, source } = await starsFrom({
      limited: (_, response) =>
        response.writeHead(403, { 'x-ratelimit-reset': String(reset) }).end('{}'),
      later: (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'),
      broken: (_, response) => response.writeHead(500).end('oops'),
      garbage: (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end('[{"starred_at":1}]'),
      page: (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
      silent: () => {},
      cut: (_, response) => response.socket?.destroy(),
    });
    t.after(server.close);
    assert.equal((await rejection(source.starsOf('nobody'))).code, 'unknown-user');
    for (const user of ['limited', 'later', 'broken', 'garbage', 'page', 'silent', 'cut']) {
      // Each with a budget of its own: a limit holds for all users.
      const error = await rejection(sourceAt(server.url).starsOf(user));
      assert.equal(error.code, 'stars-unavailable', user);
      const wait = Number(error.details['retryAfter']);
      assert.ok(Number.isInteger(wait) && wait >= 1, user);
      if (user === 'limited') assert.ok(wait > 100 && wait <= 120);
      if (user === 'later') assert.equal(wait, 7);
    }
  });
});

describe('a receipt', () => {
  it('scores stars by the events that came later', async () => {
    const published = await examplePublished();
    const stars = [
      { repository: 'acorn/core', starredAt: '2024-08-01T12:00:00Z' },
      { repository: 'ACORN/core', starredAt: '2024-07-01T12:00:00Z' },
      { repository: 'birch/core', starredAt: '2025-05-01T12:00:00Z' },
    ];
    const events = [
      { company: 'acorn', kind: 'funding', date: '2025-07-01', sourceUrl: 'https://example.org/a' },
      { company: 'birch', kind: 'funding', date: '2025-01-01', sourceUrl: 'https://example.org/b' },
    ] as const;
    const receipt = ScoutReceipt.parse(
      await scoutReceipt('ann', { stars, isComplete: true }, published, events),
    );
    assert.equal(receipt.score, Math.round(100 * (1 - Math.exp(-1 / 5))));
    assert.deepEqual(
      receipt.starred.map(({ slug, starredOn }) => [slug, starredOn]),
      [
        ['acorn', '2024-07-01'],
        ['birch', '2025-05-01'],
      ],
    );
    assert.equal(receipt.breakdown.hits, 1);
    assert.deepEqual(receipt.breakdown.hitsByKind, { funding: 1, valuation: 0, acquisition: 0 });
    assert.equal(receipt.starred[1]?.velocityThen, 14);
  });
});

describe('GET /api/receipts/{username} and /api/scout/predict', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string) => fetch(served.origin + path);

  it('answer for a user, and are never kept', async () => {
    const response = await get('/api/receipts/octocat');
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    const receipt = ScoutReceipt.parse(await response.json());
    assert.equal(receipt.score, null);
    assert.match(receipt.notes.join(' '), /no validating event/);
    ScoutPrediction.parse(await (await get('/api/scout/predict?username=octocat')).json());
  });

  it('give 400 for what cannot be a user name', async () => {
    const bad = [
      '-a',
      'a-',
      'a--b',
      'a_b',
      'a'.repeat(40),
      '%20',
      'ann%00',
      'änn',
      '../x',
      '%E2%80%AEann',
    ];
    for (const name of bad) {
      for (const path of [`/api/receipts/${name}`, `/api/scout/predict?username=${name}`]) {
        if (path.includes('..') && path.includes('/receipts')) continue;
        const response = await get(path);
        assert.equal(response.status, 400, path);
        assert.equal((await problemIn(response)).code, 'invalid-request', path);
      }
    }
    assert.equal((await get(`/api/receipts/${'a'.repeat(39)}`)).status, 404);
    assert.equal((await get('/api/scout/predict')).status, 400);
    assert.equal((await get('/api/scout/predict?username[]=a')).status, 400);
  });

  it('give 503 with Retry-After while GitHub does not answer', async () => {
    const response = await get('/api/receipts/exhausted');
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '60');
    assert.equal((await problemIn(response)).code, 'stars-unavailable');
  });
});
