import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { dossierOf } from '../../../src/features/diligence/compile.ts';
import { Dossier } from '../../../src/features/diligence/dossier.ts';
import { timelineOf } from '../../../src/features/diligence/sentences.ts';
import { diligenceUsage } from '../../../src/features/diligence/usage.ts';
import { BellwetherError } from '../../../src/lib/errors.ts';
import type { Published } from '../../../src/published/published.ts';
import type { Deals } from '../../../src/registry/deals.ts';
import type { Organization } from '../../../src/registry/organizations.ts';
import { examplePublished } from '../../support/published.ts';

const source = (path: string) => ({
  url: `https://example.org/${path}`,
  title: 'A notice made for a test',
  publisher: 'Example',
  kind: 'press-release' as const,
  readAs: 'original' as const,
  publishedOn: '2025-02-03',
  checked: '2025-03-01',
  says: 'What a test needs.',
});

const DEALS: Deals = {
  acquisitions: [
    {
      slug: 'oak-acorn',
      acquirer: 'oak-holdings',
      acquired: 'acorn',
      announcedOn: '2025-02-03',
      closedOn: '2025-04',
      terminatedOn: null,
      amount: null,
      currency: null,
      sources: [source('oak-acorn')],
    },
    {
      slug: 'elm-oak',
      acquirer: 'elm',
      acquired: 'oak-holdings',
      acquiredAs: 'Oak Timber',
      announcedOn: '2025',
      closedOn: null,
      terminatedOn: '2025-12-24',
      amount: 1_500_000_000,
      currency: 'EUR',
      sources: [source('elm-oak')],
    },
  ],
  rounds: [
    {
      slug: 'acorn-seed',
      company: 'acorn',
      round: 'Seed',
      announcedOn: '2024-09-01',
      closedOn: null,
      amount: 2_000_000,
      currency: 'USD',
      investors: [
        { organization: 'soil-fund', role: 'lead' },
        { organization: 'elm', role: 'participant' },
      ],
      sources: [source('seed')],
    },
    {
      slug: 'acorn-grant',
      company: 'acorn',
      round: 'Grant',
      announcedOn: '2025-01-01',
      closedOn: null,
      amount: null,
      currency: null,
      investors: [],
      sources: [source('grant')],
    },
  ],
  holdings: [
    { slug: 'soil-elm', fund: 'soil-fund', company: 'elm', sources: [source('portfolio')] },
  ],
  valuations: [
    {
      slug: 'elm-2025',
      company: 'elm',
      announcedOn: null,
      basis: null,
      amount: 1_000_000_000,
      currency: 'USD',
      sources: [source('billion')],
    },
  ],
};
const PLAIN = { formerSlugs: [], distinctFrom: [], website: null, notices: [] };
const ORGANIZATIONS: readonly Organization[] = [
  { slug: 'elm', name: 'Elm', aliases: [], formerNames: [], kind: 'company', ...PLAIN },
  {
    slug: 'oak-holdings',
    name: 'Oak Holdings',
    aliases: ['Oak'],
    formerNames: [{ name: 'Oak Timber' }],
    kind: 'company',
    ...PLAIN,
  },
  { slug: 'soil-fund', name: 'Soil Fund', aliases: [], formerNames: [], kind: 'fund', ...PLAIN },
];

let published: Published;
before(async () => {
  published = await examplePublished({ deals: DEALS, organizations: ORGANIZATIONS });
});

const dossier = async (name: string) => (await dossierOf(name, published)).dossier;

describe('a dossier', () => {
  it('holds the deals of a tracked company under any of its names, each with its source', async () => {
    for (const name of [
      'Acorn Example',
      'acorn',
      'nut store',
      'ACORN  EXAMPLE',
      'Nut Store, Inc.',
    ]) {
      const { dossier, citation } = Dossier.parse(await dossierOf(name, published));
      assert.equal(dossier.entity, 'Acorn Example');
      assert.deepEqual(
        dossier.acquiredBy.map(({ organization, closedOn, status }) => [
          organization,
          closedOn,
          status,
        ]),
        [['Oak Holdings', '2025-04', 'closed']],
      );
      assert.deepEqual(
        dossier.backedBy.map(({ organization, round, role, amount }) => [
          organization,
          round,
          role,
          amount,
        ]),
        [
          ['Soil Fund', 'Seed', 'lead', 2_000_000],
          ['Elm', 'Seed', 'participant', 2_000_000],
        ],
      );
      assert.equal(dossier.signal?.slug, 'acorn');
      const addresses = citation.map(({ url }) => url);
      for (const path of ['oak-acorn', 'seed', 'grant'])
        assert.ok(addresses.includes(`https://example.org/${path}`), path);
      assert.ok(addresses.includes(dossier.signal.evidenceUrl));
    }
  });

  it('names the last round where it is too old to show a stage today', async () => {
    const { stage, lastRound, signal, notKnown } = await dossier('acorn');
    assert.equal(stage, null);
    assert.deepEqual([lastRound?.round, lastRound?.announcedOn], ['Grant', '2025-01-01']);
    assert.ok(notKnown.some((text) => text.startsWith('The stage is not known: the last known')));
    assert.equal(signal?.stage, 'Seed', 'as of the period');
    assert.equal(signal.stageBasis?.sourceUrl, 'https://example.org/seed');
    const birch = await dossier('birch');
    assert.deepEqual([birch.stage, birch.lastRound], [null, null]);
  });

  it('is there for acquirers and funds, without a signal and saying so', async () => {
    const oak = await dossier('oak holdings');
    assert.deepEqual(
      oak.acquisitionsMade.map(({ organization }) => organization),
      ['Acorn Example'],
    );
    assert.equal(oak.signal, null);
    assert.match(oak.notes.join(' '), /no signal/);
    const fund = await dossier('Soil Fund');
    assert.deepEqual(
      fund.portfolio.map(({ organization, round, role }) => [organization, round, role]),
      [
        ['Acorn Example', 'Seed', 'lead'],
        ['Elm', undefined, undefined],
      ],
    );
  });

  it('of an entity that was bought and buys holds both, apart', async () => {
    const oak = await dossier('Oak');
    assert.deepEqual(
      [oak.acquiredBy, oak.acquisitionsMade].map((deals) =>
        deals.map(({ organization }) => organization),
      ),
      [['Elm'], ['Acorn Example']],
    );
  });

  it('says when a deal was called off, and under which name a company was bought', async () => {
    const oak = await dossier('Oak Timber');
    assert.equal(oak.entity, 'Oak Holdings');
    assert.deepEqual(oak.formerly, ['Oak Timber']);
    assert.equal(oak.acquiredBy[0]?.status, 'called-off');
    assert.equal(oak.acquiredBy[0]?.acquiredAs, 'Oak Timber');
    const notes = oak.notes.join(' ');
    assert.match(notes, /Oak Timber is a former name of Oak Holdings/);
    assert.match(notes, /of 2025 for Elm to acquire Oak Holdings was called off on 2025-12-24/);
    assert.match(notes, /Oak Holdings was called Oak Timber when Elm acquired it/);
  });

  it('shows money with its currency, and a valuation without a date last', async () => {
    const elm = await dossierOf('elm', published);
    const { valuations } = elm.dossier;
    assert.deepEqual(
      valuations.map(({ amount, currency, announcedOn }) => [amount, currency, announcedOn]),
      [[1_000_000_000, 'USD', null]],
    );
    assert.deepEqual(
      timelineOf(elm).map(({ date, text }) => [date, text]),
      [
        ['2025-12-24', 'Called off: Elm acquires Oak Holdings; it never closed'],
        ['2025', 'Announced: Elm acquires Oak Holdings, for EUR 1.5 billion'],
        ['2024-09-01', 'Took part in the Seed of Acorn Example, USD 2 million'],
        [null, 'Valued at USD 1 billion (pre- or post-money not stated)'],
        [null, 'Disclosed as an investor: Soil Fund'],
      ],
    );
  });

  it('shows the last published signal of a company that is not covered any more', async () => {
    const { signal, notes } = (await dossierOf('cedar', published)).dossier;
    assert.equal(signal?.period, '2025-w18');
    assert.match(notes.join(' '), /not covered in 2025-w26.*2025-w18/);
  });

  it('is refused for anybody else, with near misses that are not answered for', async () => {
    for (const name of [
      'Oaks',
      'Oak Example',
      'Acorn Exampel',
      'Acme',
      'Soil Funds',
      'Асorn',
      '🦄',
      '=1+1',
    ]) {
      await assert.rejects(dossierOf(name, published), (error: unknown) => {
        assert.ok(error instanceof BellwetherError, name);
        assert.equal(error.code, 'not-tracked');
        assert.equal(error.details['found'], false);
        assert.ok(Array.isArray(error.details['notes']));
        return true;
      });
    }
  });
});

describe('the usage envelope', () => {
  it('counts what the registry holds', async () => {
    const usage = await diligenceUsage(published);
    assert.deepEqual(usage.coverage, {
      trackedCompanies: 3,
      trackedCompaniesWithStage: 0,
      acquirers: 2,
      documentedAcquisitions: 2,
      documentedRounds: 2,
      fundsWithPortfolio: 1,
      answerableEntities: 6,
    });
    assert.equal(usage.answerableEntities.length, 6);
    for (const name of usage.answerableEntities)
      assert.equal((await dossierOf(name, published)).dossier.entity, name);
  });
});
