/** Status, stage, roles and notices, on every surface and as of its day. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import signalOperation from '../../../src/api/signal.ts';
import { deepSignal } from '../../../src/features/deep-signal/deep-signal.ts';
import { digest } from '../../../src/features/digests/digest.ts';
import { dossierOf } from '../../../src/features/diligence/compile.ts';
import { Dossier } from '../../../src/features/diligence/dossier.ts';
import { dossierMarkdown } from '../../../src/features/diligence/markdown.ts';
import { searchDocuments } from '../../../src/features/search/search-corpus.ts';
import { Startup } from '../../../src/pipeline/edition/record.ts';
import type { Published } from '../../../src/published/published.ts';
import { NO_DEALS } from '../../../src/registry/deals.ts';
import { exampleCompany } from '../../support/example-company.ts';
import { exampleRegistry, HALF_YEAR } from '../../support/publication.ts';
import { examplePublished } from '../../support/published.ts';

const source = (path: string, change: object = {}) => ({
  url: `https://example.org/${path}`,
  title: 'A notice made for a test',
  publisher: 'Example',
  kind: 'press-release' as const,
  readAs: 'original' as const,
  publishedOn: null,
  checked: '2025-07-01',
  says: 'What a test needs.',
  ...change,
});
const ACQUIRED = {
  kind: 'acquired' as const,
  by: 'birch',
  announcedOn: '2025-05-20',
  closedOn: '2025-06',
  amount: null,
  currency: null,
  sources: [source('exit')],
};
const ROUND = {
  slug: 'cedar-series-b',
  company: 'cedar',
  round: 'Series B',
  announcedOn: '2025-01',
  closedOn: '2025-03-01',
  dateBasis: 'filing' as const,
  amount: 5_000_000,
  currency: 'EUR',
  investors: [{ organization: 'birch', role: 'participant' as const }],
  sources: [source('b', { readAs: 'translation', originalUrl: 'https://example.org/original' })],
};
const VALUED = {
  slug: 'cedar-2025-01',
  company: 'cedar',
  announcedOn: '2025-01',
  amount: 2_000_000_000,
  currency: 'EUR',
  basis: 'post-money' as const,
  sources: [source('v')],
};

let published: Published;
before(async () => {
  const [acorn, birch, cedar] = (await exampleRegistry()).companies;
  assert.ok(acorn && birch && cedar);
  const notices = [
    {
      fact: 'cedar/round/series-b',
      kind: 'disputed' as const,
      on: '2025-06-01',
      by: 'company' as const,
      reason: 'It was less.',
    },
    {
      fact: 'cedar/round/seed',
      kind: 'withdrawn' as const,
      on: '2025-06-02',
      by: 'editor' as const,
      reason: 'The source was about another company.',
    },
  ];
  const repositories = [
    { name: 'cedar/core', role: 'main' as const },
    { name: 'forest/tools', role: 'stewarded' as const, reason: 'Of the Forest Foundation.' },
  ];
  const change = {
    companies: [
      { ...acorn, exits: [ACQUIRED] },
      birch,
      { ...cedar, name: 'Cedar', notices, repositories },
      exampleCompany('dogwood'),
    ],
    deals: {
      ...NO_DEALS,
      acquisitions: [
        {
          ...ACQUIRED,
          slug: 'birch-acorn',
          acquirer: 'birch',
          acquired: 'acorn',
          terminatedOn: null,
        },
      ],
      rounds: [ROUND],
      valuations: [VALUED],
    },
  };
  published = await examplePublished(change, HALF_YEAR);
});

const record = async (slug: string, period: string) =>
  Startup.parse((await published.editions.startups(period)).get(slug));

async function lookUp(company: string): Promise<Record<string, unknown>> {
  assert.ok('run' in signalOperation);
  type Run = Parameters<typeof signalOperation.run>;
  const context = { published } as Run[1];
  return (await signalOperation.run({ company }, context, {} as Run[2])) as Record<string, unknown>;
}

describe('the record of a period', () => {
  it('has the status of its own last day, with the exit behind it', async () => {
    assert.equal((await record('acorn', '2025-w20')).status, 'active');
    const { status, statusBasis } = await record('acorn', '2025-w21');
    assert.equal(status, 'acquired');
    assert.deepEqual(statusBasis, {
      by: '=Birch, "Example"',
      announcedOn: '2025-05-20',
      closedOn: '2025-06',
      sourceUrl: 'https://example.org/exit',
    });
  });

  it('has the stage of its own last day, with the round behind it', async () => {
    assert.equal((await record('cedar', '2025-w04')).stage, null, 'the month is not over');
    const { stage, stageBasis } = await record('cedar', '2025-w05');
    assert.equal(stage, 'Series A/B');
    assert.deepEqual(stageBasis, {
      round: 'Series B',
      announcedOn: '2025-01',
      sourceUrl: 'https://example.org/b',
    });
  });

  it('says which repositories are stewarded, and why', async () => {
    assert.deepEqual((await record('cedar', '2025-w05')).repositoryRoles, [
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
  it('says that a startup was acquired: look-up, deep signal, search', async () => {
    assert.equal((await lookUp('acorn'))['status'], 'acquired');
    const sold = await deepSignal(published, 'acorn');
    assert.ok(sold.found);
    assert.equal(sold.status, 'acquired');
    assert.match(
      sold.thesis,
      /^Acorn Example \(acquired by =Birch, "Example", announced 2025-05-20\) made /,
    );
    const documents = await searchDocuments(published);
    const acorn = documents.find(
      ({ kind, title }) => kind === 'startup' && title === 'Acorn Example',
    );
    assert.match(acorn?.text ?? '', /Acquired by =Birch/);
  });

  it('names an acquired startup in no top list of a digest', async () => {
    const { text } = await digest(published, '2025-w26');
    assert.doesNotMatch(text.split('Sectors')[0] ?? '', /^(?:\d+\. )?Acorn Example:/m);
  });

  it('tells a startup that is tracked and not covered from one that is unknown', async () => {
    const { found, tracked, known } = await lookUp('dogwood');
    assert.deepEqual([found, tracked], [false, true]);
    assert.deepEqual(known, {
      name: 'dogwood',
      slug: 'dogwood',
      stage: null,
      lastKnownStage: null,
      lastKnownStageOn: null,
      stageBasis: null,
      lastRound: null,
      status: 'active',
      statusBasis: null,
      exitsCheckedOn: '2026-11-21',
      dossierUrl: 'http://signals.example.org/diligence/dogwood',
    });
    const unknown = await deepSignal(published, 'no such startup');
    assert.ok(!unknown.found);
    assert.deepEqual([unknown.tracked, unknown.known], [false, null]);
  });
});

describe('a dossier', () => {
  const of = async (name: string) => Dossier.parse(await dossierOf(name, published));

  it('begins with the status, then the stage', async () => {
    const text = dossierMarkdown(await of('acorn'));
    const lines = text.split('\n').filter((line) => line.startsWith('- '));
    assert.equal(
      lines[0],
      '- Status: Acquired by =Birch, "Example", announced 2025-05-20, closed 2025-06',
    );
    assert.equal(lines[1], '- Stage: not known');
    const { dossier } = await of('cedar');
    assert.equal(dossier.status, 'active');
    assert.equal(dossier.lastRound?.fact, 'cedar/round/series-b');
  });

  it('tells announced from closed, a filing’s date, pre- from post-money, and what was read', async () => {
    const cedar = await of('cedar');
    const text = dossierMarkdown(cedar);
    assert.match(text, /\*\*2025-03-01\*\* Closed: Series B/);
    assert.match(
      text,
      /\*\*2025-01\*\* Series B of EUR 5 million, with =Birch, "Example" \(disputed since 2025-06-01\) \(date of the filing\)/,
    );
    assert.match(text, /Valued at EUR 2 billion \(post-money\)/);
    assert.match(text, /\[translation of a press release\]\(https:\/\/example\.org\/original\)/);
    assert.match(text, /Stewarded: forest\/tools\. Of the Forest Foundation\./);
    assert.ok(cedar.dossier.notKnown.includes('No source says who led Series B.'));
  });

  it('keeps the trace of what was disputed and of what was withdrawn', async () => {
    const cedar = await of('cedar');
    assert.equal(cedar.dossier.rounds[0]?.disputedSince, '2025-06-01');
    assert.deepEqual(
      cedar.dossier.notices.map(({ fact, kind }) => [fact, kind]),
      [
        ['cedar/round/series-b', 'disputed'],
        ['cedar/round/seed', 'withdrawn'],
      ],
    );
    assert.match(
      dossierMarkdown(cedar),
      /## Disputed, corrected, withdrawn\n\n- 2025-06-01: cedar\/round\/series-b disputed, as said by the company\. It was less\./,
    );
  });
});
