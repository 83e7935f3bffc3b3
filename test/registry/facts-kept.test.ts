/**
 * What was published on 22 November 2026, when every fact still had a file of its own, is published
 * still: each fact that a dossier is made of, with its sources. Facts may be added; what was mended
 * is listed here, with the reason.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { DealSource } from '../../src/registry/deals.ts';
import type { Organization } from '../../src/registry/organizations.ts';
import type { Company, Registry } from '../../src/registry/schema.ts';
import { shippedRegistry } from '../../tools/shipped-registry.ts';

/** One line a fact, its fields between tabs; of each source a digest. */
const RECORDED = join(import.meta.dirname, 'facts-of-2026-11-22.tsv');

/** Recorded facts that were not true, by how their lines begin. */
const MENDED: readonly [line: string, why: string][] = [
  ['round\tgitpod\tVenture round', 'the same round as its funding round, from the same source'],
  ['round\tgitpod\tSeed', 'the source does not say who led it'],
  ['round\tnovu\tSeed', 'the year in the dateline of its source is doubtful'],
  ['organization\tera\tERA', 'the release calls the firm Era'],
  ['organization\thellman-and-friedman-and-permira\t', 'two firms, which bought together'],
  ['company\taqua\t', 'a source is pinned to a commit'],
  ['company\tarize\t', 'a source is pinned to a commit'],
  ['company\tdigger\t', 'a source without a commit was dropped'],
  ['company\tdokploy\t', 'a source without a commit was replaced'],
  ['company\tdocumenso\t', 'a source is pinned to a commit'],
  ['company\trisingwave\t', 'a source is pinned to a commit'],
  ['company\trobusta\t', 'a source is pinned to a commit'],
  ['company\tdragonfly\t', 'a source without a commit was dropped'],
  ['company\tformance\t', 'a source is pinned to a commit'],
  ['company\tclickhouse\t', 'a source says the founding date too'],
  ['acquisition\thandshake\tcleanlab', 'its source was read again'],
  ['company\tponder\t', 'another company is called Marble as well'],
  ['company\tmatterlabs\t', 'a source says the seat too'],
  ['company\tportkey\t', 'a source says the founding year too'],
  ['company\ttensormesh\t', 'a source says the seat too'],
  ['round\tconvex\tSeries B', 'the day of the announcement is known'],
  ['round\tletta\tSeed', 'the day of the announcement is known'],
  ['round\tredpanda\tSeries D', 'the day of the announcement is known'],
  ['round\ttailscale\tSeries C', 'the day of the announcement is known'],
  ['round\twundergraph\tSeries A', 'the day of the announcement is known'],
  ['round\tkestra\tSeed', 'a source is pinned to a commit'],
  ['round\tarize\tSeries C', 'the day of the announcement is known'],
  ['round\tcheckly\tSeries B', 'the day of the announcement is known'],
  ['round\tdeno\tSeries A', 'the day of the announcement is known'],
];

/** What stands for an organization that was recorded under two names, or two under one. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  'cursor-anysphere': 'cursor',
  anysphere: 'cursor',
  'alinia-ai': 'alinia',
  'a-capital-ventures': 'a-capital',
  'abstract-ventures': 'abstract',
  'essence-venture-capital': 'essence-vc',
  'flybridge-capital': 'flybridge',
  'glilot-capital-partners': 'glilot-capital',
  'harmony-venture-partners': 'harmony-partners',
  'madrona-ventures': 'madrona',
  'mayfield-fund': 'mayfield',
  'openview-ventures': 'openview',
  swift: 'swift-ventures',
  'zero-prime-ventures': 'zero-prime',
  'binance-labs': 'yzi-labs',
  'hellman-and-friedman-and-permira': 'hellman-and-friedman',
  'crate-io': 'crate',
  'determinate-systems': 'determinate',
};

let now: Registry;
let recorded: string[];
before(async () => {
  now = await shippedRegistry();
  recorded = (await readFile(RECORDED, 'utf8')).trimEnd().split('\n');
});

describe('the facts of 22 November 2026', () => {
  it('are all there still, each with its sources', () => {
    assert.equal(recorded.length, 2753);
    const facts = factsByIdentity(now);
    const mended = MENDED.map(([start]) => start);
    const missing = recorded.filter(
      (line) => !mended.some((start) => line.startsWith(start)) && !isKept(line, facts),
    );
    assert.deepEqual(missing, []);
  });

  it('were mended only where they were wrong', () => {
    const facts = factsByIdentity(now);
    for (const [start, why] of MENDED) {
      const [line = '', ...others] = recorded.filter((one) => one.startsWith(start));
      assert.ok(line !== '' && others.length === 0, `${start} is not one fact`);
      assert.ok(!isKept(line, facts), `${start} stands as it did; mended because: ${why}`);
    }
  });

  it('are found under the slugs that they had', () => {
    const all = [...now.companies, ...now.organizations];
    for (const [former, slug] of Object.entries(SUCCESSORS)) {
      const successor = all.find((one) => one.slug === slug);
      assert.ok(successor?.formerSlugs.includes(former), `${former} does not lead to ${slug}`);
    }
  });
});

/** How many fields say which fact a line is about; a list may have grown since. */
const IDENTITY: Readonly<Record<string, number>> = {
  company: 2,
  organization: 2,
  acquisition: 3,
  round: 3,
  holding: 3,
  valuation: 3,
};

type Field = string | ReadonlySet<string>;

function isKept(line: string, facts: ReadonlyMap<string, readonly Field[]>): boolean {
  const fields = line.split('\t');
  const identity = IDENTITY[fields[0] ?? ''] ?? 0;
  const key = fields.slice(0, identity).map((field) => SUCCESSORS[field] ?? field);
  const kept = facts.get(key.join('\t'));
  return (
    kept !== undefined &&
    fields.slice(identity).every((field, index) => covers(kept[index] ?? '', field))
  );
}

function covers(kept: Field, field: string): boolean {
  if (typeof kept === 'string') return field === '' || kept === field;
  return field
    .split(/; | (?=[0-9a-f]{10}\b|\S+:|\S+\/)/)
    .map((item) => item.replace(/^[a-z0-9-]+(?=:)/, (slug) => SUCCESSORS[slug] ?? slug))
    .every((item) => item === '' || kept.has(item));
}

function factsByIdentity({ companies, organizations, deals }: Registry) {
  const facts = new Map<string, readonly Field[]>();
  const add = (key: readonly (string | null)[], fields: readonly (Field | null | undefined)[]) =>
    facts.set(
      key.map((field) => field ?? '').join('\t'),
      fields.map((field) => field ?? ''),
    );
  for (const one of companies)
    add(
      ['company', one.slug],
      [
        ...namesOf(one),
        one.sector,
        one.website,
        one.github,
        one.geography,
        one.linkedin,
        new Set(one.repositories.map(({ name }) => name)),
        new Set(
          one.sources.map(({ facts: named, url, title, checked, says }) =>
            digest([named, url, title, checked, says]),
          ),
        ),
      ],
    );
  // An organization that is tracked by now, and its purchase, which is an exit then.
  for (const one of companies) {
    add(['organization', one.slug], [...namesOf(one), 'company']);
    for (const exit of one.exits)
      add(
        ['acquisition', exit.by, one.slug],
        [exit.announcedOn, exit.closedOn, '', '', '', sources(exit)],
      );
  }
  for (const one of organizations) add(['organization', one.slug], [...namesOf(one), one.kind]);
  for (const deal of deals.acquisitions)
    add(
      ['acquisition', deal.acquirer, deal.acquired],
      [
        deal.announcedOn,
        deal.closedOn,
        deal.terminatedOn,
        money(deal),
        deal.acquiredAs,
        sources(deal),
      ],
    );
  for (const deal of deals.rounds)
    add(
      ['round', deal.company, deal.round],
      [
        deal.announcedOn,
        money(deal),
        new Set(deal.investors.map(({ organization, role }) => `${organization}:${role}`)),
        sources(deal),
      ],
    );
  for (const deal of deals.holdings) add(['holding', deal.fund, deal.company], [sources(deal)]);
  for (const deal of deals.valuations)
    add(['valuation', deal.company, deal.announcedOn], [money(deal), sources(deal)]);
  return facts;
}

/** Its name then may be an alias or a former name now. */
function namesOf({ name, aliases, formerNames }: Company | Organization): Field[] {
  const names = new Set([name, ...aliases, ...formerNames.map((former) => former.name)]);
  return [names, names];
}

function money({ amount, currency }: { amount: number | null; currency: string | null }): string {
  return amount === null ? '' : `${amount} ${currency}`;
}

function sources(deal: { sources: readonly DealSource[] }): ReadonlySet<string> {
  return new Set(
    deal.sources.map(({ url, title, publisher, publishedOn, checked }) =>
      digest([url, title, publisher, publishedOn, checked]),
    ),
  );
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 10);
}
