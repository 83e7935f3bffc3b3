/** An organization's list of repositories, and the changes in it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HostingService } from '../../../src/hosting/hosting-service.ts';
import type { ListedRepository } from '../../../src/hosting/organization.ts';
import { parseDay } from '../../../src/lib/period.ts';
import {
  createdRows,
  mergedList,
  OrganizationLists,
  renewList,
  renewLists,
} from '../../../src/pipeline/collect/organization/organization-list.ts';
import { proposalOf, sectorOf } from '../../../src/pipeline/collect/organization/proposal.ts';
import { LocalHosting } from '../../../tools/local-hosting/local-hosting.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const TODAY = '2026-11-22';

let id = 0;
function listed(name: string, change: Partial<ListedRepository> = {}): ListedRepository {
  return {
    ...{ id: ++id, name: `acme/${name}`, createdOn: '2026-01-01', pushedOn: TODAY, size: 10 },
    ...{ isFork: false, isArchived: false, isOwn: true, stars: 10, description: null, topics: [] },
    ...change,
  };
}

const listOf = (repositories: ListedRepository[], day = TODAY) =>
  mergedList('acme', undefined, { repositories, unreadable: 0 }, day);

describe('a proposal', () => {
  const roles = (repositories: ListedRepository[], commits: Record<string, number>) =>
    proposalOf(
      repositories,
      new Map(Object.entries(commits).map(([name, count]) => [`acme/${name}`, count])),
      TODAY,
    ).repositories.map(({ name, role }) => `${role} ${name.slice(5)}`);

  it('has as main what is busy and no client, documentation or tool', () => {
    const all = ['engine', 'cloud', 'engine-sdk', 'docs', 'playground'].map((name) => listed(name));
    const commits = { engine: 400, cloud: 100, 'engine-sdk': 900, docs: 500, playground: 20 };
    assert.deepEqual(roles(all, commits), [
      'main engine',
      'main cloud',
      'side engine-sdk',
      'side docs',
      'side playground',
    ]);
  });

  it('leaves out forks, archives, mirrors, and what is quiet', () => {
    const all = [
      listed('engine'),
      listed('fork', { isFork: true, isOwn: false, stars: 999 }),
      listed('mirror', { isOwn: false }),
      listed('past', { isArchived: true }),
      listed('asleep', { pushedOn: '2025-01-01', stars: 500 }),
      listed('still'),
    ];
    assert.deepEqual(roles(all, { engine: 5, still: 0 }), ['main engine']);
    assert.deepEqual(proposalOf(all, new Map([['acme/engine', 5]]), TODAY).leftOut, {
      ...{ forks: 1, archived: 1, notOwn: 1, quiet: 2 },
    });
  });

  it('follows the best known where all sleep', () => {
    const asleep = { pushedOn: '2020-01-01' };
    assert.deepEqual(roles([listed('a', { ...asleep, stars: 5 })], {}), ['main a']);
  });

  it('has the sector whose words its texts hold', () => {
    const sectors = [
      {
        slug: 'databases',
        name: 'Databases',
        description: '',
        synonyms: ['sql', 'vector database'],
      },
      { slug: 'security', name: 'Security', description: '', synonyms: ['secrets'] },
    ];
    assert.equal(sectorOf(['A vector database, for SQL', null], sectors), 'databases');
    assert.equal(sectorOf(['Secrets in databases: security'], sectors), 'security');
    assert.equal(sectorOf(['Bread'], sectors), undefined);
  });
});

describe('a list that is renewed', () => {
  const [engine, cloud] = [listed('engine', { stars: 100 }), listed('cloud')];
  it('keeps what has gone, so that what was created stays known', () => {
    const before = listOf([engine, cloud], '2026-11-01');
    const after = mergedList('acme', before, { repositories: [engine], unreadable: 0 }, TODAY);
    assert.equal(after.repositories.find(({ name }) => name === 'acme/cloud')?.goneOn, TODAY);
    assert.deepEqual(
      createdRows('acme', after).map(({ repository }) => repository),
      ['acme/engine', 'acme/cloud'],
    );
    const late = listOf([
      listed('late', { createdOn: TODAY }),
      listed('none', { createdOn: null }),
    ]);
    assert.deepEqual(createdRows('acme', late), []);
    const [row] = createdRows('acme', after);
    assert.equal(row?.listedThrough, parseDay(TODAY) - 1);
  });

  it('is not believed when it is empty all at once', async (t) => {
    const server = await LocalHosting.start(t);
    const hosting = new HostingService({ tokens: [], apiUrl: server.settings.GITHUB_API_URL });
    const lists = new OrganizationLists(await temporaryFolder(t));
    const acme = { repositories: [{ id: 1, name: 'engine' }] };
    server.organizations.set('acme', acme);
    await renewList('acme', hosting, lists, TODAY);
    acme.repositories = [];
    await assert.rejects(renewList('acme', hosting, lists, TODAY), { code: 'hosting-unreachable' });
    assert.equal((await lists.of('acme'))?.repositories.length, 1);
  });

  it('stops asking once the limit is used up, the stalest first', async (t) => {
    const server = await LocalHosting.start(t);
    const slugs = ['one', 'two', 'three', 'four', 'five', 'six'];
    for (const slug of slugs)
      server.organizations.set(slug, { repositories: [{ id: 1, name: 'core' }] });
    const lists = new OrganizationLists(await temporaryFolder(t));
    await lists.put({ ...listOf([engine], '2026-11-20'), login: 'one' });
    server.budget = 5;
    const companies = slugs.map((slug) => exampleCompany(slug));
    const hosting = new HostingService({ tokens: [], apiUrl: server.settings.GITHUB_API_URL });
    const signal = new AbortController().signal;
    const renewal = renewLists(companies, hosting, lists, TODAY, signal);
    const { failed } = await renewal.report();
    assert.deepEqual(failed, [{ name: 'one', cause: 'its rate limit is used up' }]);
    assert.equal((await renewal.created(exampleCompany('one'))).length, 1);
  });
});
