/** Dossiers, and status, stage, roles and notices on every surface as of its day. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import signalOperation from '../../../src/api/signal.ts';
import { deepSignal } from '../../../src/features/deep-signal/deep-signal.ts';
import { digest } from '../../../src/features/digests/digest.ts';
import { dossierOf } from '../../../src/features/diligence/compile.ts';
import { Dossier } from '../../../src/features/diligence/dossier.ts';
import { dossierMarkdown } from '../../../src/features/diligence/markdown.ts';
import { diligenceUsage } from '../../../src/features/diligence/usage.ts';
import { searchDocuments } from '../../../src/features/search/search-corpus.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import { Startup } from '../../../src/pipeline/edition/record.ts';
import type { Published } from '../../../src/published/published.ts';
import type { Acquisition, Deals, Exit } from '../../../src/registry/deals.ts';
import type { Organization } from '../../../src/registry/organizations.ts';
import type { Company } from '../../../src/registry/schema.ts';
import { fundingRound, valuationOf } from '../../support/deals.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { exampleRegistry } from '../../support/publication.ts';
import { examplePublished } from '../../support/published.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const source = (path: string, change: object = {}) => ({
  url: `https://example.org/${path}`,
  title: 'A notice made for a test',
  publisher: 'Example',
  kind: 'press-release' as const,
  readAs: 'original' as const,
  publishedOn: '2025-02-03',
  checked: '2025-07-01',
  says: 'What a test needs.',
  ...change,
});
const SOLD = { announcedOn: '2025-05-20', closedOn: '2025-06', amount: null, currency: null };
const NO_SALE = { acquiredAs: 'Oak Timber', announcedOn: '2025', closedOn: null };

function acquisition(acquirer: string, acquired: string, change: Partial<Acquisition> = {}) {
  const slug = `${acquirer}-${acquired}`;
  const deal = { slug, acquirer, acquired, terminatedOn: null, ...SOLD };
  return { ...deal, sources: [source(slug)], ...change };
}

const DEALS: Deals = {
  acquisitions: [
    acquisition('oak-holdings', 'acorn'),
    acquisition('elm', 'oak-holdings', {
      ...NO_SALE,
      terminatedOn: '2025-12-24',
      amount: 1_500_000_000,
      currency: 'EUR',
    }),
  ],
  rounds: [
    {
      ...fundingRound('acorn', 'Seed', '2024-09-01'),
      amount: 2_000_000,
      currency: 'USD',
      investors: [
        { organization: 'soil-fund', role: 'lead' },
        { organization: 'elm', role: 'participant' },
      ],
      sources: [source('seed')],
    },
    { ...fundingRound('acorn', 'Grant', '2025-01-01'), sources: [source('grant')] },
    // Too old to show a stage today.
    { ...fundingRound('birch', 'Seed', '2022-01-10'), sources: [source('old')] },
    {
      ...fundingRound('cedar', 'Series B', '2025-04'),
      slug: 'cedar-series-b',
      closedOn: '2025-05-02',
      dateBasis: 'filing',
      amount: 5_000_000,
      currency: 'EUR',
      investors: [{ organization: 'birch', role: 'participant' }],
      sources: [
        source('b', { readAs: 'translation', originalUrl: 'https://example.org/original' }),
      ],
    },
  ],
  holdings: [
    { slug: 'soil-elm', fund: 'soil-fund', company: 'elm', sources: [source('portfolio')] },
  ],
  valuations: [
    { ...valuationOf('elm', '2025'), announcedOn: null, sources: [source('billion')] },
    {
      ...valuationOf('cedar', '2025-04'),
      basis: 'post-money',
      currency: 'EUR',
      sources: [source('v')],
    },
  ],
};

function organization(slug: string, name: string, change: Partial<Organization>): Organization {
  const names = { slug, name, aliases: [], formerNames: [], formerSlugs: [], distinctFrom: [] };
  return { ...names, kind: 'company', website: null, notices: [], ...change };
}
const OAK = { aliases: ['Oak'], formerNames: [{ name: 'Oak Timber' }] };
const ORGANIZATIONS = [
  organization('elm', 'Elm', {}),
  organization('oak-holdings', 'Oak Holdings', OAK),
  organization('soil-fund', 'Soil Fund', { kind: 'fund' }),
];

const NOTICES: Company['notices'] = [
  {
    fact: 'cedar/round/series-b',
    kind: 'disputed',
    on: '2025-06-01',
    by: 'company',
    reason: 'It was less.',
  },
  {
    fact: 'cedar/round/seed',
    kind: 'withdrawn',
    on: '2025-06-02',
    by: 'editor',
    reason: 'The source was about another company.',
  },
];
const REPOSITORIES: Company['repositories'] = [
  { name: 'cedar/core', role: 'main' },
  { name: 'forest/tools', role: 'stewarded', reason: 'Of the Forest Foundation.' },
];
const EXIT: Exit = { kind: 'acquired', by: 'oak-holdings', ...SOLD, sources: [source('exit')] };

let published: Published;
before(async () => {
  mock.timers.enable({ apis: ['Date'], now: NOW });
  const [acorn, birch, cedar] = (await exampleRegistry()).companies;
  assert.ok(acorn && birch && cedar);
  published = await examplePublished({
    companies: [
      { ...acorn, exits: [EXIT] },
      birch,
      { ...cedar, name: 'Cedar', notices: NOTICES, repositories: REPOSITORIES },
      exampleCompany('dogwood', { sources: [{ ...source('dogwood'), facts: ['name'] }] }),
    ],
    deals: DEALS,
    organizations: ORGANIZATIONS,
  });
});
after(() => mock.timers.reset());

const record = async (slug: string, period: string) =>
  Startup.parse((await published.editions.startups(period)).get(slug));

async function lookUp(company: string): Promise<Record<string, unknown>> {
  assert.ok('run' in signalOperation);
  type Run = Parameters<typeof signalOperation.run>;
  const context = { published } as Run[1];
  return (await signalOperation.run({ company }, context, {} as Run[2])) as Record<string, unknown>;
}

describe('a dossier', () => {
  it('has the facts, dates, notes and sources that are recorded for companies, acquirers and funds', async (t) => {
    const { answerableEntities, coverage } = await diligenceUsage(published);
    const dossiers = await Promise.all(
      answerableEntities.map(async (name) => Dossier.parse(await dossierOf(name, published))),
    );
    assert.deepEqual(
      dossiers.map(({ dossier }) => dossier.entity),
      answerableEntities,
    );
    const recorded = (name: string) => join(import.meta.dirname, 'recorded', name);
    const asText = { serializers: [String] };
    const pages = dossiers.map(dossierMarkdown).join('\n');
    t.assert.fileSnapshot(pages, recorded('dossiers.md'), asText);
    t.assert.fileSnapshot({ coverage, dossiers }, recorded('dossiers.json'));
  });

  it('is found by any of its names', async () => {
    for (const name of ['Acorn Example', 'acorn', 'nut store', 'ACORN  EXAMPLE', 'Nut Store, Inc.'])
      assert.equal((await dossierOf(name, published)).dossier.entity, 'Acorn Example', name);
    for (const name of ['oak holdings', 'Oak', 'Oak Timber'])
      assert.equal((await dossierOf(name, published)).dossier.entity, 'Oak Holdings', name);
  });

  it('is refused for anybody else, with near misses that are not answered for', async () => {
    const names = 'Oaks,Oak Example,Acorn Exampel,Acme,Soil Funds,Асorn,🦄,=1+1'.split(',');
    for (const name of names)
      await assert.rejects(dossierOf(name, published), (error: unknown) => {
        assert.ok(error instanceof BellwetherError, name);
        assert.equal(error.code, 'not-tracked');
        assert.equal(error.details['found'], false);
        assert.ok(Array.isArray(error.details['notes']));
        return true;
      });
  });
});

describe('the record of a period', () => {
  it('has the status of its own last day, with the exit that made it', async () => {
    assert.equal((await record('acorn', '2025-w20')).status, 'active');
    const { status, statusBasis } = await record('acorn', '2025-w21');
    assert.equal(status, 'acquired');
    const { announcedOn, closedOn } = SOLD;
    const sourceUrl = 'https://example.org/exit';
    assert.deepEqual(statusBasis, { by: 'Oak Holdings', announcedOn, closedOn, sourceUrl });
  });

  it('has the stage of its own last day, with the round that gave it', async () => {
    assert.equal((await record('cedar', '2025-w17')).stage, null, 'the month is not over');
    const { stage, stageBasis, repositoryRoles } = await record('cedar', '2025-w18');
    assert.equal(stage, 'Series A/B');
    const sourceUrl = 'https://example.org/b';
    assert.deepEqual(stageBasis, { round: 'Series B', announcedOn: '2025-04', sourceUrl });
    assert.deepEqual(repositoryRoles, [
      { repository: 'cedar/core', role: 'main' },
      { repository: 'forest/tools', role: 'stewarded', reason: 'Of the Forest Foundation.' },
    ]);
  });

  it('keeps an acquired startup in its sector, and leaves it out of trending', async () => {
    const [then, now] = await Promise.all(
      ['2025-w20', '2025-w21'].map((period) => published.editions.signals(period)),
    );
    const slugs = (list: readonly { slug: string }[] = []) => list.map(({ slug }) => slug);
    assert.ok(slugs(then?.trending).includes('acorn'));
    assert.ok(!slugs(now?.trending).includes('acorn'));
    assert.ok(slugs(now?.sectors.flatMap(({ startups }) => startups)).includes('acorn'));
    const { scores } = await record('acorn', '2025-w21');
    assert.ok(scores.composite > 0);
  });
});

describe('what is made of records', () => {
  it('says that a startup was acquired: look-up, deep signal, search, digest', async () => {
    assert.equal((await lookUp('acorn'))['status'], 'acquired');
    const sold = await deepSignal(published, 'acorn');
    assert.ok(sold.found);
    assert.equal(sold.status, 'acquired');
    assert.match(
      sold.thesis,
      /^Acorn Example \(acquired by Oak Holdings, announced 2025-05-20\) made /,
    );
    const acorn = (await searchDocuments(published)).find(
      ({ kind, title }) => kind === 'startup' && title === 'Acorn Example',
    );
    assert.match(acorn?.text ?? '', /Acquired by Oak Holdings/);
    const { text } = await digest(published, '2025-w26');
    assert.doesNotMatch(text.split('Sectors')[0] ?? '', /^(?:\d+\. )?Acorn Example:/m);
  });

  it('tells a startup that is tracked and not covered from one that is unknown', async () => {
    const { found, tracked, known } = await lookUp('dogwood');
    assert.deepEqual([found, tracked], [false, true]);
    const dossierUrl = 'http://signals.example.org/diligence/dogwood';
    const facts = { stage: null, lastRound: null, status: 'active', dossierUrl };
    assert.partialDeepStrictEqual(known, { name: 'dogwood', slug: 'dogwood', ...facts });
    const unknown = await deepSignal(published, 'no such startup');
    assert.ok(!unknown.found);
    assert.deepEqual([unknown.tracked, unknown.known], [false, null]);
  });
});
