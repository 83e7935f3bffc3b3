/** Lists of startups and watch lists: what they say, and that everything stands in the address. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  exampleEdition,
  exampleList,
  exampleStartup,
  exampleWatch,
  sectorPage,
  startupsPage,
  watchPage,
} from './fixture.ts';
import { readElements, unescaped } from './markup.ts';

const edition = exampleEdition(120);
const pageOf = (query: Record<string, string> = {}, page = 1, of = edition) =>
  startupsPage(exampleList(of, query), page, of);
const rowsIn = (page: string) =>
  [...page.matchAll(/<tr role="row" data-slug="([^"]+)"/g)].map(([, slug]) => slug);
const hrefsIn = (page: string) =>
  readElements(page).flatMap(({ attributes }) => unescaped(attributes.get('href') ?? ''));

describe('the list of startups', () => {
  it('shows 20 on a page and leads to the others by links', async () => {
    const all = [];
    for (const page of [1, 2, 3, 4, 5, 99]) all.push(...rowsIn(await pageOf({}, page)));
    assert.equal(rowsIn(await pageOf()).length, 20);
    assert.equal(new Set(all).size, 120);
    assert.ok(hrefsIn(await pageOf()).includes('/startups?page=2'));
    assert.ok(hrefsIn(await pageOf({}, 2)).includes('/startups?page=3'));
    assert.match(await pageOf({}, 99), /120 startups, highest score first<\/strong>, page 6 of 6/);
  });

  it('keeps facets, order and week in every link', async () => {
    const query = { sector: 'sector-1,sector-2', sort: 'commits', order: 'lowest' };
    const earlier = { ...edition, latest: '2026-w34' };
    const page = await startupsPage(exampleList(earlier, query), 1, earlier);
    const hrefs = hrefsIn(page);
    const kept = '/startups?sector=sector-1,sector-2&sort=commits&period=2026-w33';
    assert.ok(hrefs.includes(kept), 'the heading turns the order round');
    assert.ok(
      hrefs.includes('/startups?sector=sector-2&sort=commits&order=lowest&period=2026-w33'),
    );
    assert.ok(hrefs.includes('/startups?sector=sector-1,sector-2&sort=change&period=2026-w33'));
    assert.match(page, /<input type="hidden" name="period" value="2026-w33">/);
    assert.match(page, /aria-sort="ascending"/);
  });

  it('offers files and a feed of exactly this selection', async () => {
    const hrefs = hrefsIn(await pageOf({ stage: 'seed', sort: 'commits' }));
    for (const ending of ['csv', 'json', 'parquet'])
      assert.ok(hrefs.includes(`/api/startups.${ending}?stage=seed&sort=commits&period=2026-w33`));
    assert.ok(hrefs.includes('/watch?stage=seed'));
  });

  it('says so where no startup fits, and leads back', async () => {
    const page = await pageOf({ stage: 'growth', geography: 'mena' });
    assert.match(page, /No startup that is covered fits all of this/);
    assert.ok(hrefsIn(page).includes('/startups'));
  });

  it('draws the rows of the page as points that lead to them, and all others as their marks', async () => {
    const page = await pageOf();
    const points = [...page.matchAll(/<a href="[^"]+" tabindex="-1" data-slug="([^"]+)"/g)];
    assert.deepEqual(new Set(points.map(([, slug]) => slug)), new Set(rowsIn(page)));
    assert.equal(page.match(/<use /g)?.length, 120);
  });

  it('shows the question above the result, and how it was read', async () => {
    const list = exampleList(edition);
    const asked = {
      ...list,
      rows: list.rows.slice(0, 2),
      question: 'first two <b>',
      isInAskedOrder: true,
      asked: {
        kind: 'list' as const,
        readAs: 'Read as: two of them.',
        period: '2026-w33',
        slugs: [],
        notes: ['One more is left out.'],
      },
    };
    const page = await startupsPage(asked, 1, edition);
    assert.match(page, /<strong>Read as: two of them\.<\/strong> One more is left out\./);
    assert.ok(hrefsIn(page).includes('/startups?q=first%20two%20%3Cb%3E&sort=commits'));
    const unread = { ...list, question: 'x', asked: { kind: 'unread' as const, words: ['x'] } };
    assert.match(
      await startupsPage(unread, 1, edition),
      /not read as a list of startups: “x” was not understood/,
    );
  });

  it('stays within 100 kB before its table with 5000 startups', async () => {
    const page = await pageOf({}, 1, exampleEdition(5000));
    const size = Buffer.byteLength(page.replace(/<table class="full".*?<\/table>/s, ''));
    assert.ok(size < 100_000, `${size} bytes`);
    assert.ok(Buffer.byteLength(page) < 150_000, `${Buffer.byteLength(page)} bytes in all`);
  });
});

describe('the page of a sector', () => {
  it('reads well with one startup', async () => {
    const one = exampleEdition([exampleStartup(1)]);
    const [sector] = one.signals.sectors;
    assert.ok(sector);
    const page = await sectorPage(sector, exampleList(one, { sector: sector.slug }), 1, one);
    assert.match(page, /0 of 1 startup is working faster than its own past year\./);
    assert.match(page, /<strong>1 startup, highest score first<\/strong>/);
    assert.doesNotMatch(page, /<form class="facets"|class="drawn scatter"|1 startups/);
  });

  it('keeps to its sector in all links, without naming it as a facet', async () => {
    const [sector] = edition.signals.sectors;
    assert.ok(sector);
    const shown = exampleList(edition, { sector: sector.slug });
    const hrefs = hrefsIn(await sectorPage(sector, shown, 1, edition));
    assert.ok(hrefs.includes(`/sectors/${sector.slug}?sort=commits`));
    assert.ok(
      hrefs.includes(`/api/startups.csv?sector=${sector.slug}&period=2026-w33`),
      'its file is of the sector alone',
    );
    assert.ok(hrefs.includes(`/watch?sector=${sector.slug}`));
  });
});

describe('a watch list', () => {
  const many = Array.from({ length: 100 }, (_, index) => `example-${index + 1}`);
  const strangers = Array.from({ length: 100 }, (_, index) => `unknown-${index}`);
  const page = watchPage(exampleWatch(edition, many, strangers));

  it('shows known startups and names the others', () => {
    assert.equal(rowsIn(page).length, 100);
    assert.match(page, /Not tracked here: <bdi>unknown-0<\/bdi>, .*<bdi>unknown-99<\/bdi>\./);
  });

  it('has a feed of exactly these, and each to be unticked', () => {
    const two = watchPage(exampleWatch(edition, ['example-1', 'example-2']));
    assert.ok(hrefsIn(two).includes('/watch/feed.xml?s=example-1,example-2'));
    assert.match(
      two,
      /form="ticked" name="s" value="example-2" aria-label="Tick Example 2" checked/,
    );
  });
});
