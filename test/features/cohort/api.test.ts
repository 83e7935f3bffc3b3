/** Members pick over HTTP with a key of their own, and everybody reads what became of it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  admitMember,
  inviteMember,
  removeMember,
  setSeats,
} from '../../../src/features/cohort/members.ts';
import { openRound } from '../../../src/features/cohort/picks.ts';
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { type PaidService, servePaid } from '../../payments/support/paid-service.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const HOUR_MS = 3_600_000;

describe('the API of members', () => {
  let served: PaidService;
  let key: string;
  const picks = (method: 'GET' | 'POST', bearer: string | undefined, body?: unknown) =>
    fetch(`${served.origin}/api/members/picks`, {
      method,
      headers: {
        ...(method === 'POST' && JSON_TYPE),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const ledger = async () => (await fetch(`${served.origin}/api/v1/members.json`)).json();

  before(async () => {
    served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
    const now = new Date();
    await setSeats(served.store, 3, now);
    await inviteMember(served.store, 'quiet-otter', 0, now);
    key = await admitMember(served.store, 'quiet-otter', now);
  });
  after(() => served.stop());

  it('needs a member’s key: a credit key, a malformed one and none give 401', async () => {
    const { key: creditKey } = await served.issue(1);
    for (const bearer of [undefined, 'bwm_none', creditKey, key.replace(/.$/, '!')])
      for (const response of [await picks('GET', bearer), await picks('POST', bearer, {})])
        assert.equal((await problemIn(response)).code, 'unauthorized');
    // A member's key does not work for credits either.
    const credits = await fetch(`${served.origin}/api/account/credits`, {
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(credits.status, 401);
  });

  it('takes a pick in an open round, once, of what is tracked', async () => {
    assert.equal(
      (await problemIn(await picks('POST', key, { company: 'acorn' }))).code,
      'no-open-round',
    );
    const now = new Date();
    await openRound(served.store, 'first', new Date(now.getTime() + HOUR_MS), now);
    for (const [body, status, code] of [
      [{ company: 'no-such-startup' }, 404, 'unknown-startup'],
      [{ company: 'acorn', nonce: 'short' }, 400, 'invalid-request'],
      [{}, 400, 'invalid-request'],
      [{ company: 'acorn', more: 1 }, 400, 'invalid-request'],
    ] as const) {
      const problem = await problemIn(await picks('POST', key, body));
      assert.deepEqual([problem.status, problem.code], [status, code]);
    }
    const nonce = 'a-nonce-of-my-own-1234';
    const response = await picks('POST', key, { company: 'Acorn Example', nonce });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'private, no-store');
    const { pick } = (await response.json()) as { pick: Record<string, string> };
    assert.deepEqual([pick['company'], pick['nonce']], ['acorn', nonce]);
    assert.equal(sha256(pick['commitsTo'] ?? ''), pick['commitment']);
    assert.equal(
      (await problemIn(await picks('POST', key, { company: 'acorn' }))).code,
      'picked-already',
    );
    const own = (await (await picks('GET', key)).json()) as { picks: { company: string }[] };
    assert.deepEqual(
      own.picks.map(({ company }) => company),
      ['acorn'],
    );
  });

  it('publishes the commitment, and not yet the pick', async () => {
    const body = (await ledger()) as {
      cohort: object;
      aggregate: object;
      members: { handle: string; record: object[] }[];
      leaderboard: { handle: string }[];
    };
    assert.deepEqual(body.aggregate, {
      total_picks: 1,
      total_hits: 0,
      total_closed_windows: 0,
      cohort_hit_rate_pct: null,
    });
    assert.ok(!JSON.stringify(body).includes('acorn'));
    for (const path of ['/members', '/members/quiet-otter']) {
      const page = await (await fetch(served.origin + path)).text();
      assert.match(page, /quiet-otter/);
      assert.doesNotMatch(page, /Acorn/);
    }
    assert.equal((await fetch(`${served.origin}/members/stranger`)).status, 404);
  });

  it('rejects the key of a member who left', async () => {
    await removeMember(served.store, 'quiet-otter', 'asked to', new Date());
    assert.equal((await problemIn(await picks('GET', key))).code, 'unauthorized');
  });
});

describe('a store that is away', () => {
  let served: PaidService;
  before(async () => {
    served = await servePaid('postgres://user@127.0.0.1:1/none');
  });
  after(() => served.stop());

  it('is said, and everything else goes on', async () => {
    for (const path of ['/api/v1/members.json', '/api/members/picks']) {
      const headers = { authorization: 'Bearer bwm_none' };
      const problem = await problemIn(await fetch(served.origin + path, { headers }));
      assert.deepEqual([problem.status, problem.code], [503, 'store-unavailable']);
    }
    for (const path of ['/markets', '/api/markets', '/api/markets.jsonl'])
      assert.equal((await fetch(served.origin + path)).status, 200, path);
  });
});

describe('a service without a store', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());

  it('has an empty cohort in the specified shape, kept by edges for an hour', async () => {
    const response = await fetch(`${served.origin}/api/v1/members.json`);
    assert.match(response.headers.get('cache-control') ?? '', /s-maxage=3600/);
    const body = (await response.json()) as { members: unknown[]; leaderboard: unknown[] };
    assert.deepEqual([body.members, body.leaderboard], [[], []]);
    const page = await (await fetch(`${served.origin}/members`)).text();
    assert.match(page, /has not opened any seats/);
  });

  it('takes no pick', async () => {
    const response = await fetch(`${served.origin}/api/members/picks`, {
      method: 'POST',
      headers: { ...JSON_TYPE, authorization: 'Bearer bwm_none' },
      body: '{"company":"acorn"}',
    });
    assert.equal((await problemIn(response)).code, 'unauthorized');
  });
});
