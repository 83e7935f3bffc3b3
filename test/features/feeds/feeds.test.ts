/** Feeds: specification, sections 4 and 6. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { FeedDocument } from '../../../src/features/feeds/feed.ts';
import { JsonFeed, jsonFeed } from '../../../src/features/feeds/json-feed.ts';
import { sectorFeed } from '../../../src/features/feeds/sector-feed.ts';
import { startupFeed } from '../../../src/features/feeds/startup-feed.ts';
import { watchFeed } from '../../../src/features/feeds/watch-feed.ts';
import { weeklyFeed } from '../../../src/features/feeds/weekly-feed.ts';
import { atom, rss } from '../../../src/features/feeds/xml-feed.ts';
import { html } from '../../../src/lib/html.ts';
import type { Published } from '../../../src/published/published.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { examplePublished } from '../../support/published.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';
import { named, readXml, textOf } from '../../support/xml.ts';
import { readElements } from '../../web/markup.ts';

const BASE = 'http://signals.example.org';
const ATOM = 'http://www.w3.org/2005/Atom';
const DC = 'http://purl.org/dc/elements/1.1/';

/** RFC 822 as RSS 2.0 wants it: four digits of the year. */
const RSS_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** What the W3C's validator demands of an RSS 2.0 feed, and what we do beyond. */
function checkRss(text: string, self: string, entries: number): void {
  const root = readXml(text);
  assert.equal(root.name, 'rss');
  assert.equal(root.attributes['version'], '2.0');
  assert.equal(root.attributes['xmlns:atom'], ATOM);
  if (entries > 0) {
    assert.equal(root.attributes['xmlns:content'], 'http://purl.org/rss/1.0/modules/content/');
    assert.equal(root.attributes['xmlns:dc'], DC);
  }
  const [channel] = named(root, 'channel');
  assert.ok(channel);
  for (const name of ['title', 'description']) assert.notEqual(textOf(channel, name), '');
  assert.ok(textOf(channel, 'link').startsWith(BASE));
  assert.match(textOf(channel, 'lastBuildDate'), RSS_DATE);
  const [link] = named(channel, 'atom:link');
  assert.deepEqual(link?.attributes, { href: self, rel: 'self', type: 'application/rss+xml' });
  const items = named(channel, 'item');
  assert.equal(items.length, entries);
  const ids = items.map((item) => textOf(item, 'guid'));
  assert.equal(new Set(ids).size, ids.length);
  for (const item of items) {
    assert.notEqual(textOf(item, 'title'), '');
    assert.notEqual(textOf(item, 'description'), '');
    assert.doesNotMatch(textOf(item, 'title'), /<[a-z!/]/i);
    assert.match(textOf(item, 'pubDate'), RSS_DATE);
    assert.equal(named(item, 'guid')[0]?.attributes['isPermaLink'], 'true');
    assert.equal(textOf(item, 'guid'), textOf(item, 'link'));
    assert.equal(textOf(item, 'dc:creator'), 'Bellwether');
    checkContent(textOf(item, 'content:encoded'));
  }
  assert.deepEqual(
    items.map((item) => Date.parse(textOf(item, 'pubDate'))),
    items.map((item) => Date.parse(textOf(item, 'pubDate'))).sort((a, b) => b - a),
  );
}

/** RFC 4287, sections 4.1.1 and 4.1.2. */
function checkAtom(text: string, self: string, entries: number): void {
  const feed = readXml(text);
  assert.equal(feed.name, 'feed');
  assert.equal(feed.attributes['xmlns'], ATOM);
  const isTime = (time: string) => assert.equal(new Date(time).toISOString(), time);
  assert.equal(textOf(feed, 'id'), self);
  assert.notEqual(textOf(feed, 'title'), '');
  isTime(textOf(feed, 'updated'));
  assert.equal(
    named(feed, 'author')
      .map((author) => textOf(author, 'name'))
      .join(),
    'Bellwether',
  );
  const links = named(feed, 'link').map(({ attributes }) => attributes);
  assert.ok(links.some(({ rel, href }) => rel === 'self' && href === self));
  assert.ok(links.some(({ rel, href }) => rel === 'alternate' && href?.startsWith(BASE)));
  const all = named(feed, 'entry');
  assert.equal(all.length, entries);
  assert.equal(new Set(all.map((entry) => textOf(entry, 'id'))).size, all.length);
  for (const entry of all) {
    isTime(textOf(entry, 'updated'));
    isTime(textOf(entry, 'published'));
    const [link] = named(entry, 'link');
    assert.equal(link?.attributes['href'], textOf(entry, 'id'));
    for (const name of ['title', 'summary', 'content']) {
      assert.equal(named(entry, name)[0]?.attributes['type'], 'html');
      assert.notEqual(textOf(entry, name), '');
    }
    assert.doesNotMatch(textOf(entry, 'title'), /[<>]/);
    checkContent(textOf(entry, 'content'));
  }
}

/** Our own markup, with nothing in it that runs, and full addresses alone. */
function checkContent(markup: string): void {
  for (const { name, attributes } of readElements(markup)) {
    assert.notEqual(name, 'script');
    for (const [attribute, value] of attributes) {
      assert.doesNotMatch(attribute, /^on/);
      if (attribute === 'href' || attribute === 'src') assert.match(value, /^https?:\/\//);
    }
  }
}

function checkAll(document: FeedDocument, entries = document.entries.length): void {
  checkRss(rss(document), document.addressAs('xml'), entries);
  checkAtom(atom(document), document.addressAs('atom'), entries);
  const feed = JsonFeed.parse(JSON.parse(JSON.stringify(jsonFeed(document))));
  assert.equal(feed.feed_url, document.addressAs('json'));
  assert.equal(feed.items.length, entries);
  for (const { content_html } of feed.items) checkContent(content_html);
}

describe('the feeds of a publication', () => {
  let published: Published;
  before(async () => {
    published = await examplePublished();
  });

  it('hold the latest 26 periods, newest first, in three valid formats', async () => {
    const feed = await weeklyFeed(published);
    checkAll(feed, 26);
    const [first] = feed.entries;
    assert.equal(first?.url, `${BASE}/blog/2025-w26`);
    assert.equal(first?.date.toISOString(), '2025-06-30T00:00:00.000Z');
  });

  it('give the ranking of a sector with the rank of the week before', async () => {
    const feed = await sectorFeed('databases', published);
    checkAll(feed, 26);
    const weeks = feed.entries.map(({ content }) => content.toString());
    const [latest = ''] = weeks;
    assert.match(latest, /Acorn Example<\/a>: score 75, 28 commits in 14 days \(0%\)/);
    assert.match(latest, /rank 1 the week before/);
    // Cedar was covered through week 18.
    const at = feed.entries.findIndex(({ url }) => url.endsWith('2025-w19'));
    assert.match(weeks[at] ?? '', /Covered the week before, and not now: Cedar &lt;script&gt;/);
    assert.match(weeks[at + 1] ?? '', /startups\/cedar\?period=2025-w18/);
  });

  it('give the numbers of exactly those on a watch list', async () => {
    const feed = await watchFeed({ s: 'acorn,birch,nobody-at-all' }, published);
    checkAll(feed, 26);
    assert.equal(feed.title, 'Watch list: Acorn Example and =Birch, "Example"');
    assert.equal(feed.page, `${BASE}/watch?s=acorn,birch`);
    const [first] = feed.entries;
    assert.equal(first?.url, `${BASE}/watch?s=acorn,birch&period=2025-w26`);
    const latest = first?.content.toString() ?? '';
    assert.equal(latest.match(/<li>/g)?.length, 2);
    assert.match(
      latest,
      /Acorn Example<\/a>: 28 commits in 14 days \(0%\).*score 75, 75 the week before/,
    );
  });

  it('say who came into a selection and who left it', async () => {
    const feed = await watchFeed({ sector: 'databases,nowhere' }, published);
    checkAll(feed);
    // Cedar was covered through week 18.
    const at = feed.entries.find(({ url }) => url.endsWith('2025-w19'));
    assert.match(at?.summary ?? '', /0 came in, 1 left\.$/);
    assert.match(at?.content.toString() ?? '', /Left: Cedar &lt;script&gt;/);
  });

  it('follow nothing where nobody is named', async () => {
    for (const query of [{}, { s: 'nobody-at-all' }, { sector: 'nowhere' }])
      await assert.rejects(watchFeed(query, published), { code: 'nothing-watched' });
  });

  it('give the numbers of a startup beside those of the week before', async () => {
    const feed = await startupFeed('birch', published);
    checkAll(feed, 26);
    const [first] = feed.entries;
    assert.equal(first?.url, `${BASE}/startups/birch?period=2025-w26`);
    assert.match(first?.title ?? '', /^=Birch, "Example": 14 commits in 14 days \(0%\), Week 26/);
    assert.match(first?.content.toString() ?? '', /Rank 1 of 1 in Security \(1 the week before\)/);
  });

  it('leave out weeks that do not cover the startup', async () => {
    const feed = await startupFeed('cedar', published);
    checkAll(feed);
    assert.ok(feed.entries.length > 0 && feed.entries.length < 26);
    assert.ok(feed.entries[0]?.url.endsWith('2025-w18'));
    assert.equal(feed.updated, feed.entries[0]?.date);
  });

  it('are valid without an entry', async () => {
    const [empty] = published.registry.sectors.filter(({ slug }) => slug === 'ai-agents');
    assert.ok(empty);
    checkAll(await sectorFeed(empty.slug, published), 0);
  });
});

describe('feed documents', () => {
  const document = (text: string): FeedDocument => ({
    title: text,
    description: text,
    page: `${BASE}/`,
    addressAs: (format) => `${BASE}/feed.${format}`,
    updated: new Date(0),
    entries: [
      {
        title: text,
        url: `${BASE}/a?b=1&c=2`,
        summary: text,
        content: html`<p>${text}</p>`,
        date: new Date(0),
      },
    ],
  });
  /** What HTML makes of the five references that `html` writes. */
  const unescaped = (markup: string) =>
    markup
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');

  it('carry every text as it is, and stay well formed', () => {
    const nasty = fc.constantFrom(
      ']]>',
      '<![CDATA[',
      '&amp;',
      '&#60;',
      '</title>',
      '<script>',
      '"',
      "'",
      '<!--',
      '\u{1f600}',
      'שלום',
    );
    // XML reads a carriage return as a line feed (XML 1.0, section 2.11).
    const known = fc
      .string({ unit: anyCharacter, maxLength: 20 })
      .map((text) => text.replace(/[^\u0020-\u{d7ff}\u{10000}-\u{10ffff}]/gu, ''));
    const text = fc
      .array(fc.oneof(nasty, known), { minLength: 1, maxLength: 6 })
      .map((parts) => `x${parts.join('')}x`);
    fc.assert(
      fc.property(text, (given) => {
        checkAll(document(given));
        const [channel] = named(readXml(rss(document(given))), 'channel');
        assert.ok(channel);
        assert.equal(textOf(channel, 'title'), given);
        const feed = readXml(atom(document(given)));
        assert.equal(textOf(feed, 'title'), given);
        const [entry] = named(feed, 'entry');
        assert.ok(entry);
        assert.equal(unescaped(textOf(entry, 'title')), given);
        assert.equal(unescaped(textOf(entry, 'summary')), given);
        assert.equal(textOf(entry, 'id'), `${BASE}/a?b=1&c=2`);
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it('replace what XML does not allow', () => {
    const given = 'a\u0000b\u0008c\ufffed\ud800e';
    const [channel] = named(readXml(rss(document(given))), 'channel');
    assert.ok(channel);
    assert.equal(textOf(channel, 'title'), 'a\ufffdb\ufffdc\ufffdd\ufffde');
    checkAll(document(given));
  });
});

describe('GET /feed.xml and its kin', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string) => fetch(served.origin + path);
  const TYPES = {
    xml: 'application/rss+xml; charset=utf-8',
    atom: 'application/atom+xml; charset=utf-8',
    json: 'application/feed+json; charset=utf-8',
  };

  it('answer with their media types, and are kept by caches', async () => {
    for (const path of ['/feed', '/sectors/security/feed', '/startups/acorn/feed'])
      for (const [ending, type] of Object.entries(TYPES)) {
        const response = await get(`${path}.${ending}`);
        assert.equal(response.status, 200, path);
        assert.equal(response.headers.get('content-type'), type);
        assert.match(response.headers.get('cache-control') ?? '', /s-maxage=3600/);
        assert.equal(response.headers.get('ratelimit'), null);
        const text = await response.text();
        if (ending === 'json') JsonFeed.parse(JSON.parse(text));
        else readXml(text);
      }
  });

  it('link to pages that are there', async () => {
    for (const path of ['/feed.xml', '/sectors/databases/feed.xml', '/startups/cedar/feed.xml']) {
      const [channel] = named(readXml(await (await get(path)).text()), 'channel');
      assert.ok(channel);
      for (const link of [channel, ...named(channel, 'item').slice(0, 3)].map((element) =>
        textOf(element, 'link'),
      )) {
        assert.ok(link.startsWith(BASE), link);
        assert.equal((await get(link.slice(BASE.length))).status, 200, link);
      }
    }
  });

  it('give 404 for sectors and startups that are not tracked, and 400 for what is no slug', async () => {
    const sector = await problemIn(await get('/sectors/gardening/feed.xml'));
    assert.equal(sector.code, 'unknown-sector');
    assert.ok(Array.isArray(sector['available']));
    const startup = await problemIn(await get('/startups/nobody/feed.json'));
    assert.equal(startup.code, 'not-tracked');
    for (const slug of ['Acorn', 'a%20b', '..%2F', '%00', 'a'.repeat(61), '__proto__']) {
      assert.equal((await get(`/startups/${slug}/feed.xml`)).status, 400, slug);
      assert.equal((await get(`/sectors/${slug}/feed.atom`)).status, 400, slug);
    }
    assert.equal((await get('/startups/constructor/feed.xml')).status, 404);
    assert.equal((await get('/feed.xml?utm_source=x')).status, 200);
    assert.equal((await get('/feed.rss')).status, 404);
  });

  it('are named by the pages that they follow', async () => {
    const linked = async (path: string) =>
      [
        ...(await (await get(path)).text()).matchAll(
          /<link rel="alternate" type="application\/(?:rss|atom)\+xml" title="[^"]+" href="([^"]+)">/g,
        ),
      ].map(([, href]) => href);
    assert.deepEqual(await linked('/'), ['/feed.xml', '/feed.atom']);
    assert.deepEqual(await linked('/startups/acorn'), [
      '/startups/acorn/feed.xml',
      '/startups/acorn/feed.atom',
      '/feed.xml',
      '/feed.atom',
    ]);
    assert.equal((await linked('/sectors/databases'))[0], '/sectors/databases/feed.xml');
  });
});
