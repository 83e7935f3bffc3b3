import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { accountIn } from '../../src/hosting/account-names.ts';
import { HostingError } from '../../src/hosting/hosting-error.ts';
import { type HostingOptions, HostingService } from '../../src/hosting/hosting-service.ts';
import { KeptAnswers } from '../../src/hosting/kept-answers.ts';
import {
  countCommits,
  readOrganization,
  readRepositories,
} from '../../src/hosting/organization.ts';
import {
  type HostedRepository,
  LocalHosting,
  type Trouble,
} from '../../tools/local-hosting/local-hosting.ts';
import { rejection } from '../support/rejection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const anything = z.unknown();
const in100 = () => String(Math.floor(Date.now() / 1000) + 100);
const LIST = (count: number, change: Partial<HostedRepository> = {}): HostedRepository[] =>
  Array.from({ length: count }, (_, id) => ({ id: id + 1, name: `r${id}`, ...change }));

async function local(
  t: TestContext,
  repositories = LIST(3),
  options: Partial<HostingOptions> = {},
) {
  const server = await LocalHosting.start(t);
  server.organizations.set('acme', { name: 'Acme', repositories });
  const kept = new KeptAnswers(await temporaryFolder(t));
  const fresh = (change: Partial<HostingOptions> = {}) =>
    new HostingService({
      ...{ tokens: [], apiUrl: server.settings.GITHUB_API_URL, kept, retryDelayMs: 5 },
      ...{ timeoutMs: 5_000, ...options, ...change },
    });
  return { server, fresh };
}

function faultOf(work: Promise<unknown>): Promise<HostingError> {
  return rejection(work, HostingError);
}

describe('the hosting service', () => {
  it('gives every page of a list, and sends it again only if it changed', async (t) => {
    const { server, fresh } = await local(t, LIST(230));
    const first = await readRepositories(fresh(), 'acme');
    assert.equal(first.repositories.length, 230);
    assert.equal(server.asked.length, 3);
    assert.deepEqual(await readRepositories(fresh(), 'acme'), first);
    assert.equal(server.unchanged, 3);
    const [changed] = server.organizations.get('acme')?.repositories ?? [];
    if (changed) changed.stars = 9;
    const again = await readRepositories(fresh(), 'acme');
    assert.equal(again.repositories[0]?.stars, 9);
    assert.equal(server.unchanged, 5);
  });

  it('gets no request once the limit is used up, and another token continues', async (t) => {
    const { server, fresh } = await local(t, LIST(450));
    server.budget = 3;
    const two = await readRepositories(fresh({ tokens: ['one', 'two'] }), 'acme');
    assert.equal(two.repositories.length, 450);
    const asked = server.asked.length;
    const hosting = fresh({ tokens: ['three'], kept: new KeptAnswers('/dev/null') });
    const fault = await faultOf(readRepositories(hosting, 'acme'));
    assert.equal(fault.fault, 'limited');
    assert.ok(fault.retryAfter > 3500 && fault.retryAfter <= 3601);
    assert.equal(server.asked.length, asked + 3);
    await faultOf(hosting.get({ path: '/orgs/acme', schema: anything }));
    assert.equal(server.asked.length, asked + 3);
  });

  it('is waited for while patience lasts', async (t) => {
    const { server, fresh } = await local(t);
    server.budget = 0;
    server.resetAt = Math.floor(Date.now() / 1000) + 1;
    const waits: number[] = [];
    const onWait = (seconds: number) => {
      waits.push(seconds);
      server.budget = 10;
    };
    const hosting = fresh({ patienceSeconds: 5, onWait });
    assert.equal((await readRepositories(hosting, 'acme')).repositories.length, 3);
    assert.equal(waits.length, 1);
  });

  it('says what is wrong with it', async (t) => {
    const troubles: [Trouble, HostingError['fault'], number][] = [
      [
        { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': in100() } },
        'limited',
        1,
      ],
      [
        {
          status: 403,
          headers: { 'retry-after': '70' },
          body: '{"message":"You have exceeded a secondary rate limit."}',
        },
        'limited',
        1,
      ],
      [{ status: 429, headers: { 'retry-after': '60' } }, 'limited', 1],
      [{ status: 403, body: '{"message":"blocked"}' }, 'refused', 1],
      [{ status: 401, body: '{"message":"Bad credentials"}' }, 'refused', 1],
      [{ status: 500, body: 'oops' }, 'unreachable', 4],
      [{ status: 200, body: '{"id":' }, 'unreachable', 1],
      [{ status: 200, body: '[1, "two", {"id": "three"}]' }, 'unreachable', 1],
      [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 'unreachable', 1],
      [
        { status: 200, headers: { link: '<https://elsewhere.example/2>; rel="next"' }, body: '[]' },
        'unreachable',
        1,
      ],
      ['cut', 'unreachable', 4],
    ];
    for (const [trouble, expected, requests] of troubles) {
      const { server, fresh } = await local(t, [], { tokens: ['secret'] });
      server.trouble = () => trouble;
      const fault = await faultOf(readRepositories(fresh(), 'acme'));
      const about = JSON.stringify(trouble);
      assert.equal(fault.fault, expected, about);
      assert.equal(server.asked.length, requests, about);
      assert.ok(fault.retryAfter >= 1, about);
      assert.doesNotMatch(fault.message, /secret/);
    }
    const { fresh } = await local(t);
    const nowhere = fresh({ apiUrl: 'http://127.0.0.1:9', retries: 0 });
    assert.equal((await faultOf(readRepositories(nowhere, 'acme'))).fault, 'unreachable');
  });

  it('gets no request for a while after a passing fault, then is used again', async (t) => {
    const { server, fresh } = await local(t);
    server.trouble = (_, asked) => (asked < 3 ? { status: 502 } : undefined);
    assert.equal((await readRepositories(fresh(), 'acme')).repositories.length, 3);
    server.trouble = (_, asked) => (asked === 4 ? 'hang' : undefined);
    const impatient = fresh({ timeoutMs: 200 });
    assert.equal((await readRepositories(impatient, 'acme')).repositories.length, 3);
  });
});

describe('an organization', () => {
  it('is distinguished from a person and from an unused name', async (t) => {
    const { server, fresh } = await local(t);
    server.people.add('ann');
    assert.equal((await readOrganization(fresh(), 'Acme')).name, 'Acme');
    await assert.rejects(readOrganization(fresh(), 'ann'), /ann is a person’s account/);
    await assert.rejects(readOrganization(fresh(), 'unused'), /has no organization unused/);
  });

  it('has its texts cleaned, and what cannot be is left out', async (t) => {
    const { fresh } = await local(t, [
      {
        id: 1,
        name: 'fine',
        description: `a\u0000b\u202E\n${'long '.repeat(400)}`,
        createdAt: '2999-01-01T00:00:00Z',
      },
      { id: 2, name: 'bad\u0007name' },
      { id: 3, name: '../../etc' },
      { id: 4, name: 'old', createdAt: 'yesterday' },
    ]);
    const { repositories, unreadable } = await readRepositories(fresh(), 'acme');
    assert.deepEqual(
      repositories.map(({ name }) => name),
      ['acme/fine', 'acme/old'],
    );
    assert.equal(unreadable, 2);
    assert.match(repositories[0]?.description ?? '', /^a b long/);
    assert.ok((repositories[0]?.description?.length ?? 0) <= 200);
    assert.deepEqual(
      repositories.map(({ createdOn }) => createdOn),
      [null, null],
    );
  });

  it('has its commits counted in one request each', async (t) => {
    const { fresh } = await local(t, [
      { id: 1, name: 'busy', commits: 1234 },
      { id: 2, name: 'empty', size: 0 },
      { id: 3, name: 'quiet', commits: 0 },
    ]);
    const counts = ['busy', 'empty', 'quiet', 'missing'].map((name) =>
      countCommits(fresh(), `acme/${name}`, '2026-01-01'),
    );
    assert.deepEqual(await Promise.all(counts), [1234, 0, 0, 0]);
  });

  it('is named in words or by an address', () => {
    const names: [string, string | undefined][] = [
      ['acme', 'acme'],
      [' @acme ', 'acme'],
      ['https://github.com/acme', 'acme'],
      ['github.com/acme/engine/issues', 'acme'],
      ['https://www.github.com/orgs/acme/repositories?q=1', 'acme'],
      ['https://gitlab.com/acme', undefined],
      ['acme corp', undefined],
      ['../etc', undefined],
      ['', undefined],
    ];
    for (const [text, account] of names)
      assert.equal(accountIn(text, 'https://github.com'), account, text);
    assert.equal(accountIn('https://git.example.org/acme', 'https://git.example.org'), 'acme');
  });
});
