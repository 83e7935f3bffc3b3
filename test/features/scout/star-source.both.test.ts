import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { storedStarCache } from '../../../src/features/scout/star-cache.ts';
import { gitHubStars, type StarOptions } from '../../../src/features/scout/star-source.ts';
import type { TrackedRepositories } from '../../../src/features/scout/starred.ts';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import { STAR_MEDIA_TYPE } from '../../../src/hosting/stars.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { openStore } from '../../../src/store/store.ts';
import { onEachEngine } from '../../payments/support/stores.ts';
import { gitHubServer, type HostedStar, type Starring } from '../../support/github.ts';
import { rejection } from '../../support/rejection.ts';

const TRACKED: TrackedRepositories = {
  names: new Set(['acorn/core', 'birch/core']),
  fingerprint: 'a',
};
const ACORN: HostedStar = ['Acorn/core', '2024-01-02T03:04:05Z', '2022-01-01T00:00:00Z'];
const HOUR = 3_600_000;

/** A long list, with a tracked repository in its first place and its last. */
const many = (count: number): HostedStar[] => [
  ACORN,
  ...Array.from(
    { length: count - 2 },
    (_, index): HostedStar => [`owner/repo-${index}`, '2024-02-01T00:00:00Z'],
  ),
  ['birch/core', '2024-03-01T00:00:00Z'],
];

type Access = 'REST' | 'GraphQL';

async function starsFrom(
  t: TestContext,
  users: Record<string, Starring>,
  { access = 'REST', ...options }: StarOptions & { access?: Access } = {},
) {
  const server = await gitHubServer(users);
  t.after(server.close);
  const tokens = access === 'GraphQL' ? ['one', 'two'] : [];
  const fresh = () =>
    gitHubStars(
      new HostingService({ tokens, apiUrl: server.url, timeoutMs: 10_000, isDirect: true }),
      options,
    );
  return { server, fresh, source: fresh() };
}

function refusal(work: Promise<unknown>): Promise<BellwetherError> {
  return rejection(work, BellwetherError);
}

for (const access of ['REST', 'GraphQL'] as const)
  describe(`stars, read by ${access}`, () => {
    it('are those of tracked repositories, with their times, page by page', async (t) => {
      const { server, source } = await starsFrom(t, { ann: many(230) }, { access });
      const history = await source.starsOf('ann', TRACKED);
      assert.deepEqual(history.stars, [
        { repository: 'Acorn/core', starredAt: ACORN[1], createdAt: ACORN[2] },
        {
          repository: 'birch/core',
          starredAt: '2024-03-01T00:00:00Z',
          createdAt: '2020-01-01T00:00:00Z',
        },
      ]);
      assert.deepEqual([history.read, history.total, history.isComplete], [230, 230, true]);
      assert.equal(server.requests.length, 3);
      if (access === 'REST') assert.equal(server.requests[0]?.headers.accept, STAR_MEDIA_TYPE);
      else assert.equal(server.requests[0]?.headers.authorization, 'token one');
    });

    it('are fetched once for all who ask, and again after an hour', async (t) => {
      let now = Date.now();
      const { server, source } = await starsFrom(t, { ann: many(3) }, { access, now: () => now });
      const readers = ['ann', 'Ann', 'ANN'].map((name) => source.starsOf(name, TRACKED));
      await Promise.all(readers);
      await source.starsOf('ann', TRACKED);
      assert.equal(server.requests.length, 1);
      assert.equal(source.stamp('ann', TRACKED), (await source.known('ann'))?.readAt);
      // Another registry tracks other repositories.
      assert.equal(source.stamp('ann', { ...TRACKED, fingerprint: 'b' }), undefined);
      now += HOUR + 1;
      assert.equal(source.stamp('ann', TRACKED), undefined);
      await source.starsOf('ann', TRACKED);
      assert.equal(server.requests.length, 2);
    });

    it('may be none, and an organization has none', async (t) => {
      const { source } = await starsFrom(t, { idle: [], acme: 'organization' }, { access });
      const none = await source.starsOf('idle', TRACKED);
      assert.deepEqual([none.stars, none.read, none.isComplete], [[], 0, true]);
      const error = await refusal(source.starsOf('acme', TRACKED));
      assert.deepEqual([error.code, error.status], ['not-a-user', 404]);
      assert.match(error.message, /acme is an organization/);
    });

    it('of a user who is gone are not asked for again and again', async (t) => {
      const { server, source } = await starsFrom(t, {}, { access });
      for (let time = 0; time < 3; time++) {
        const error = await refusal(source.starsOf('gone', TRACKED));
        assert.deepEqual([error.code, error.status], ['unknown-user', 404]);
      }
      assert.equal(server.requests.length, 1);
    });

    it('of a very long list are read as far as the limits go', async (t) => {
      const { server, source } = await starsFrom(
        t,
        { ann: many(100_000) },
        { access, maxPages: 5 },
      );
      const history = await source.starsOf('ann', TRACKED);
      assert.deepEqual([history.read, history.isComplete], [500, false]);
      assert.equal(history.total, access === 'GraphQL' ? 100_000 : null);
      assert.deepEqual(
        history.stars.map(({ repository }) => repository),
        ['Acorn/core'],
      );
      assert.equal(server.requests.length, 5);
    });

    it('are answered in part to who has waited long enough, and read on', async (t) => {
      let pages = 0;
      const slow: Starring = async (request, response) => {
        await delay(pages++ === 0 ? 0 : 300);
        const star = { starred_at: ACORN[1], repo: { full_name: ACORN[0], created_at: ACORN[2] } };
        const edges = [
          { starredAt: ACORN[1], node: { nameWithOwner: ACORN[0], createdAt: ACORN[2] } },
        ];
        const pageInfo = { hasNextPage: pages < 3, endCursor: String(pages) };
        const starredRepositories = { totalCount: 3, isOverLimit: false, pageInfo, edges };
        const data = { repositoryOwner: { __typename: 'User', starredRepositories } };
        const next = `<http://${request.headers.host}/users/ann/starred?page=${pages + 1}>; rel="next"`;
        const headers = pages < 3 && access === 'REST' ? { link: next } : {};
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(access === 'REST' ? [star] : { data }));
      };
      const { source } = await starsFrom(t, { ann: slow }, { access, patienceMs: 10 });
      const part = await source.starsOf('ann', TRACKED);
      assert.ok(part.read < 3 && !part.isComplete, String(part.read));
      while (source.stamp('ann', TRACKED) === undefined) await delay(20);
      assert.equal((await source.starsOf('ann', TRACKED)).read, 3);
    });

    it('are unavailable, with what to do, while the service does not answer as it should', async (t) => {
      const reset = Math.floor(Date.now() / 1000) + 120;
      const json = { 'content-type': 'application/json' };
      const secondary = '{"message":"You have exceeded a secondary rate limit."}';
      const { server } = await starsFrom(t, {
        limited: (_, response) =>
          response
            .writeHead(403, { 'x-ratelimit-reset': String(reset), 'x-ratelimit-remaining': '0' })
            .end('{}'),
        later: (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{}'),
        often: (_, response) => response.writeHead(403, json).end(secondary),
        broken: (_, response) => response.writeHead(500).end('oops'),
        garbage: (_, response) => response.writeHead(200, json).end('[{"starred_at":1}]'),
        page: (_, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
        silent: () => {},
        cut: (_, response) => response.socket?.destroy(),
      });
      const wait: Record<string, (seconds: number) => boolean> = {
        limited: (seconds) => seconds > 100 && seconds <= 121,
        later: (seconds) => seconds === 7,
        often: (seconds) => seconds === 60,
      };
      const users = ['limited', 'later', 'often', 'broken', 'garbage', 'page', 'silent', 'cut'];
      await Promise.all(
        users.map(async (user) => {
          // Each with a budget of its own: a limit holds for all users.
          const tokens = access === 'GraphQL' ? ['one'] : [];
          const options = { tokens, apiUrl: server.url, timeoutMs: 500, isDirect: true };
          const own = gitHubStars(new HostingService(options));
          const error = await refusal(own.starsOf(user, TRACKED));
          assert.deepEqual([error.code, error.status], ['upstream-unavailable', 503], user);
          assert.match(error.message, /Ask again in \d+ (?:seconds|minutes)\.$/, user);
          assert.doesNotMatch(error.message, /GITHUB_/, 'readers cannot change a setting');
          const seconds = Number(error.details['retryAfter']);
          assert.ok(Number.isInteger(seconds) && seconds >= 1, user);
          assert.ok(wait[user]?.(seconds) ?? true, `${user}: ${seconds}`);
        }),
      );
    });
  });

describe('stars', () => {
  it('that are used up on one token are read with the next', async (t) => {
    const { server, source } = await starsFrom(
      t,
      { ann: many(3), ben: many(3) },
      { access: 'GraphQL' },
    );
    await source.starsOf('ann', TRACKED);
    await source.starsOf('ben', TRACKED);
    const used = server.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(used, ['token one', 'token two']);
  });

  it('say when GraphQL’s budget is used up, which it answers with 200', async (t) => {
    const limited: Starring = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"errors":[{"type":"RATE_LIMITED","message":"API rate limit exceeded"}]}');
    const { source } = await starsFrom(t, { ann: limited }, { access: 'GraphQL' });
    const error = await refusal(source.starsOf('ann', TRACKED));
    assert.equal(error.code, 'upstream-unavailable');
    assert.match(error.message, /rate limit is used up/);
  });

  it('without a network are unavailable, with what to do', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    closed.close();
    await once(closed, 'close');
    assert.ok(address && typeof address === 'object');
    const apiUrl = `http://127.0.0.1:${address.port}`;
    const source = gitHubStars(new HostingService({ tokens: [], apiUrl, isDirect: true }));
    const error = await refusal(source.starsOf('ann', TRACKED));
    assert.equal(error.code, 'upstream-unavailable');
    assert.match(error.message, /cannot be reached\. Ask again in \d+ (?:seconds|minutes)\.$/);
  });
});

onEachEngine('stars kept', (engine) => {
  async function keptStars(
    t: TestContext,
    users: Record<string, Starring>,
    options: StarOptions = {},
  ) {
    const { store, drop } = await engine.make();
    t.after(drop);
    const cache = storedStarCache(store);
    return { store, ...(await starsFrom(t, users, { cache, ...options })) };
  }

  it('are there for the next process, which asks whether they changed', async (t) => {
    let now = Date.now();
    const { server, fresh, store } = await keptStars(t, { ann: many(230) }, { now: () => now });
    const first = await fresh().starsOf('ann', TRACKED);
    assert.deepEqual(await fresh().starsOf('ANN', TRACKED), first);
    assert.deepEqual(await fresh().known('ann'), first);
    assert.equal(server.requests.length, 3);
    now += HOUR + 1;
    const again = await fresh().starsOf('ann', TRACKED);
    assert.equal(server.unchanged(), 3);
    assert.deepEqual(again.stars, first.stars);
    // Nothing of untracked repositories.
    const rows = await store.database.selectFrom('star_listing').selectAll().execute();
    assert.equal(rows.length, 1);
    assert.doesNotMatch(JSON.stringify(rows), /repo-7/);
  });

  it('are shown with their age while the service cannot be asked, for a week', async (t) => {
    let now = Date.now();
    let isDown = false;
    const ann: Starring = (_, response) => {
      const star = { starred_at: ACORN[1], repo: { full_name: ACORN[0], created_at: ACORN[2] } };
      response.writeHead(isDown ? 502 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify([star]));
    };
    const { fresh } = await keptStars(t, { ann }, { now: () => now });
    const first = await fresh().starsOf('ann', TRACKED);
    isDown = true;
    now += 2 * HOUR;
    const stale = await fresh().starsOf('ann', TRACKED);
    assert.equal(stale.readAt, first.readAt);
    assert.match(stale.staleBecause ?? '', /answers 502/);
    now += 7 * 24 * HOUR;
    const error = await refusal(fresh().starsOf('ann', TRACKED));
    assert.equal(error.code, 'upstream-unavailable');
  });

  it('are forgotten with a user who is gone', async (t) => {
    let now = Date.now();
    const users: Record<string, Starring> = { ann: many(3) };
    const { fresh, store } = await keptStars(t, users, { now: () => now });
    await fresh().starsOf('ann', TRACKED);
    delete users['ann'];
    now += HOUR + 1;
    assert.equal((await refusal(fresh().starsOf('ann', TRACKED))).code, 'unknown-user');
    assert.deepEqual(await store.database.selectFrom('star_listing').selectAll().execute(), []);
  });
});

describe('a store that is away', () => {
  it('costs a request, and nothing else', async (t) => {
    const store = openStore(':memory:');
    const { server, fresh } = await starsFrom(
      t,
      { ann: many(3) },
      { cache: storedStarCache(store) },
    );
    await fresh().starsOf('ann', TRACKED);
    await fresh().starsOf('ann', TRACKED);
    assert.equal(server.requests.length, 2);
    await store.close();
  });
});
