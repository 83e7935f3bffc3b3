/** Unknown is not zero: every tracked startup is covered, or listed with what is missing. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Coverage, coverage } from '../../../src/features/coverage/coverage.ts';
import { GAPS } from '../../../src/pipeline/signals/coverage.ts';
import type { Published } from '../../../src/published/published.ts';
import { coverageDocument } from '../../../src/web/coverage.ts';
import { shippedPublication } from '../../../tools/shipped.ts';
import { type Served, serveShipped } from '../../support/service.ts';

const MAX_PAGE_BYTES = 100_000;

describe('the coverage of the shipped data', () => {
  let published: Published;
  let known: Coverage;
  let served: Served;
  before(async () => {
    published = await shippedPublication();
    known = await coverage(published);
    served = await serveShipped();
  });
  after(() => served.service.close());

  it('has every tracked startup once, covered or listed', async () => {
    const covered = (await published.editions.startups(published.editions.latest)).keys();
    const slugs = [...covered, ...known.items.map(({ slug }) => slug)];
    assert.deepEqual(
      slugs.sort(),
      published.registry.companies.map(({ slug }) => slug),
    );
    assert.equal(known.covered + known.items.length, known.tracked);
  });

  it('says of each what is missing, since when, and what would help', () => {
    assert.deepEqual(
      known.byGap.map(({ gap, startups }) => [gap, startups]),
      GAPS.map((gap) => [gap, known.items.filter((item) => item.gap === gap).length]),
    );
    for (const { slug, gap, repository, heldThrough, weightHeld, remedy, command } of known.items) {
      assert.ok(weightHeld >= 0 && weightHeld <= 1, slug);
      assert.match(remedy, /^Once .*\.$/);
      if (gap === 'not-begun') continue;
      assert.equal(command, `bellwether collect ${slug}`);
      assert.ok(repository === null || remedy.includes(repository), slug);
      assert.equal(heldThrough === null, gap === 'never-collected', slug);
    }
    const clickhouse = known.items.find(({ slug }) => slug === 'clickhouse');
    assert.equal(clickhouse?.gap, 'never-collected');
    assert.equal(clickhouse?.repository, 'ClickHouse/ClickHouse');
  });

  it('names the last full period that covers a startup, which its look-up has whole', async () => {
    const look = async (slug: string) =>
      (await (await fetch(`${served.origin}/api/signal?company=${slug}`)).json()) as {
        found: boolean;
        tracked: boolean;
        lastCovered: string | null;
        lastRecord: { period: string } | null;
      };
    const { periods } = published.editions;
    const ages = known.items.map(({ lastCovered }) =>
      periods.findIndex(({ slug }) => slug === lastCovered),
    );
    const recent = known.items[ages.findIndex((age) => age > 0 && age <= 26)];
    const old = known.items[ages.findIndex((age) => age > 26)];
    assert.ok(recent && old);
    const { found, tracked, lastCovered, lastRecord } = await look(recent.slug);
    assert.deepEqual(
      { found, tracked, lastCovered },
      {
        ...{ found: false, tracked: true, lastCovered: recent.lastCovered },
      },
    );
    assert.equal(lastRecord?.period, recent.lastCovered);
    const page = await (await fetch(`${served.origin}/startups/${recent.slug}`)).text();
    const [year, week] = (recent.lastCovered ?? '').split('-w');
    assert.match(page, new RegExp(`As of Week ${Number(week)}, ${year}`));
    assert.equal((await look(old.slug)).lastRecord, null);
  });

  it('is one operation, which /status leaves it to', async () => {
    const answer = (await (
      await fetch(`${served.origin}/api/coverage.json?reason=copy-ended&limit=2&offset=1`)
    ).json()) as { notCovered: number; startups: { slug: string; reason: string }[] };
    const ended = known.items.filter(({ gap }) => gap === 'copy-ended');
    assert.equal(answer.notCovered, ended.length);
    assert.deepEqual(
      answer.startups.map(({ slug }) => slug),
      ended.slice(1, 3).map(({ slug }) => slug),
    );
  });

  it('stays within the size of a page with 5000 startups', async () => {
    const [item] = known.items;
    assert.ok(item);
    const items = Array.from({ length: 5000 }, (_, number) => ({ ...item, slug: `one-${number}` }));
    const large = { ...known, tracked: 5000, covered: 0, items };
    const markup = String(coverageDocument(large, { page: '2' }));
    assert.ok(Buffer.byteLength(markup) < MAX_PAGE_BYTES);
    assert.match(markup, /page=3/);
  });
});
