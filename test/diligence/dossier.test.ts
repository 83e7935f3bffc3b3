import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Dossier, dossierOf } from '../../src/diligence/dossier.ts';
import { diligenceUsage } from '../../src/diligence/usage.ts';
import { BellwetherError } from '../../src/errors.ts';
import type { Published } from '../../src/published/published.ts';
import type { Deals } from '../../src/registry/deals.ts';
import { examplePublished } from '../support/published.ts';

const source = (path: string) => ({
  url: `https://example.org/${path}`,
  title: 'A notice made for a test',
  publisher: 'Example',
  kind: 'press-release' as const,
  publishedOn: '2025-02-03',
  checked: '2025-03-01',
  says: 'What a test needs.',
});

const DEALS: Deals = {
  acquisitions: [
    {
      acquirer: 'Oak Holdings',
      acquired: 'Acorn Example',
      announcedOn: '2025-02-03',
      closedOn: null,
      amount: null,
      currency: null,
      sources: [source('oak-acorn')],
    },
  ],
  rounds: [
    {
      company: 'Nut Store',
      round: 'Seed',
      announcedOn: '2024-09-01',
      amount: 2_000_000,
      currency: 'USD',
      investors: [{ organization: 'Soil Fund', role: 'lead' }],
      sources: [source('seed')],
    },
  ],
  valuations: [],
};

let published: Published;
before(async () => {
  published = await examplePublished({ deals: DEALS });
});

describe('a dossier', () => {
  it('holds the deals of a tracked company under any of its names, each with its source', async () => {
    for (const name of ['Acorn Example', 'acorn', 'nut store', 'ACORN  EXAMPLE']) {
      const { dossier, citation } = Dossier.parse(await dossierOf(name, published));
      assert.equal(dossier.entity, 'Acorn Example');
      assert.deepEqual(
        dossier.acquiredBy.map(({ organization, closedOn }) => [organization, closedOn]),
        [['Oak Holdings', null]],
      );
      assert.deepEqual(
        dossier.backedBy.map(({ organization, round, role, amount }) => [
          organization,
          round,
          role,
          amount,
        ]),
        [['Soil Fund', 'Seed', 'lead', 2_000_000]],
      );
      assert.equal(dossier.signal?.slug, 'acorn');
      const addresses = citation.map(({ url }) => url);
      assert.ok(addresses.includes('https://example.org/oak-acorn'));
      assert.ok(addresses.includes('https://example.org/seed'));
      assert.ok(addresses.includes(dossier.signal.evidenceUrl));
    }
  });

  it('is there for acquirers and funds, without a signal and saying so', async () => {
    const oak = (await dossierOf('oak holdings', published)).dossier;
    assert.deepEqual(
      oak.acquisitionsMade.map(({ organization }) => organization),
      ['Acorn Example'],
    );
    assert.equal(oak.signal, null);
    assert.match(oak.notes[0] ?? '', /no signal/);
    const fund = (await dossierOf('Soil Fund', published)).dossier;
    assert.deepEqual(
      fund.portfolio.map(({ organization }) => organization),
      ['Nut Store'],
    );
  });

  it('shows the last published signal of a company that is not covered any more', async () => {
    const { signal, notes } = (await dossierOf('cedar', published)).dossier;
    assert.equal(signal?.period, '2025-w18');
    assert.match(notes.join(' '), /not covered in 2025-w26.*2025-w18/);
  });

  it('is refused for anybody else, with near misses that are not answered for', async () => {
    for (const name of ['Oak', 'Acme', 'Soil Funds', 'Асorn', '🦄', '=1+1']) {
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
      acquirers: 1,
      documentedAcquisitions: 1,
      fundsWithPortfolio: 1,
      answerableEntities: 5,
    });
    assert.equal(usage.answerableEntities.length, 5);
    for (const name of usage.answerableEntities)
      assert.equal((await dossierOf(name, published)).dossier.entity, name);
  });
});
