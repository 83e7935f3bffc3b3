/**
 * What was published on 22 November 2026, when every fact still had a file of its own, is published
 * still: each fact that a dossier is made of, with its sources. What was mended since is listed below.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { DealSource } from '../../src/registry/deals.ts';
import type { Registry } from '../../src/registry/schema.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';

const RECORDED = join(import.meta.dirname, 'facts-of-2026-11-22.tsv');

/** Beginnings of recorded lines that are no longer true, each with the reason. */
const MENDED: readonly [line: string, why: string][] = [];

/** Slugs that are another's now. */
const MERGED: Readonly<Record<string, string>> = {};

describe('the facts of 22 November 2026', () => {
  it('are all there still, each with its sources', async () => {
    const now = new Set(factLines(await shippedRegistry()));
    const recorded = (await readFile(RECORDED, 'utf8')).trimEnd().split('\n');
    const mended = ([line]: (typeof MENDED)[number]) => line;
    const missing = recorded
      .filter((line) => !MENDED.map(mended).some((start) => line.startsWith(start)))
      .map(withMergedSlugs)
      .filter((line) => !now.has(line));
    assert.deepEqual(missing, []);
    assert.equal(recorded.length, 2753);
  });

  it('are mended only where they were wrong', async () => {
    const recorded = (await readFile(RECORDED, 'utf8')).split('\n');
    const now = new Set(factLines(await shippedRegistry()));
    for (const [start, why] of MENDED) {
      const lines = recorded.filter((line) => line.startsWith(start));
      assert.equal(lines.length, 1, `${start} was one fact`);
      assert.ok(!now.has(lines[0] ?? ''), `${start} is as it was; it was to be mended: ${why}`);
    }
  });
});

function withMergedSlugs(line: string): string {
  return line
    .split('\t')
    .map((field) => MERGED[field] ?? field)
    .join('\t');
}

/** One line a fact, as they were recorded. */
function factLines({ companies, organizations, deals }: Registry): string[] {
  return [
    ...companies.map((one) => [
      'company',
      one.slug,
      one.name,
      one.aliases.join('; '),
      one.sector,
      one.website,
      one.github,
      one.geography,
      one.linkedin,
      one.repositories.map(({ name }) => name).join(' '),
      one.sources
        .map(({ facts, url, title, checked, says }) => digest([facts, url, title, checked, says]))
        .join(' '),
    ]),
    ...organizations.map(({ slug, name, aliases, kind }) => [
      'organization',
      slug,
      name,
      aliases.join('; '),
      kind,
    ]),
    ...deals.acquisitions.map((deal) => [
      'acquisition',
      deal.acquirer,
      deal.acquired,
      deal.announcedOn,
      deal.closedOn,
      deal.terminatedOn,
      money(deal),
      deal.acquiredAs,
      sources(deal),
    ]),
    ...deals.rounds.map((deal) => [
      'round',
      deal.company,
      deal.round,
      deal.announcedOn,
      money(deal),
      deal.investors.map(({ organization, role }) => `${organization}:${role}`).join(' '),
      sources(deal),
    ]),
    ...deals.holdings.map((deal) => ['holding', deal.fund, deal.company, sources(deal)]),
    ...deals.valuations.map((deal) => [
      'valuation',
      deal.company,
      deal.announcedOn,
      money(deal),
      sources(deal),
    ]),
  ].map((fields) => fields.map((field) => field ?? '').join('\t'));
}

function money({ amount, currency }: { amount: number | null; currency: string | null }): string {
  return amount === null ? '' : `${amount} ${currency}`;
}

function sources(deal: { sources: readonly DealSource[] }): string {
  return deal.sources
    .map(({ url, title, publisher, publishedOn, checked }) =>
      digest([url, title, publisher, publishedOn, checked]),
    )
    .join(' ');
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 10);
}
