/** Feeds: specification, sections 4 and 6. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { FeedDocument } from '../../../src/features/feeds/feed.ts';
import { watchFeed } from '../../../src/features/feeds/watch-feed.ts';
import { sectorFeed, startupFeed } from '../../../src/features/feeds/watched-page-feed.ts';
import { weeklyFeed } from '../../../src/features/feeds/weekly-feed.ts';
import { rss } from '../../../src/features/feeds/xml-feed.ts';
import { html } from '../../../src/lib/html.ts';
import type { Published } from '../../../src/published/published.ts';
import { anyCharacter } from '../../support/any-character.ts';
import { examplePublished } from '../../support/published.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';
import { named, readXml, textOf } from '../../support/xml.ts';
import { readElements } from '../../web/markup.ts';

const BASE = 'http://signals.example.org';
const ATOM = 'http://www.w3.org/2005/Atom';
const DC = 'http://purl.org/dc/elements/1.1/';

/** RFC 822 as RSS 2.0 wants it: four digits of the year. */
const RSS_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Asserts the rules of the W3C's validator for RSS 2.0, and our own. */
function check(document: FeedDocument, entries = document.entries.length): void {
  const root = readXml(rss(document));
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
  assert.deepEqual(link?.attributes, {
    href: document.address,
    rel: 'self',
    type: 'application/rss+xml',
  });
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

describe('the feeds of a publication', () => {
  let published: Published;
  before(async () => {
    published = await examplePublished();
  });

  it('hold the latest 26 periods, newest first', async () => {
    const feed = await weeklyFeed(published);
    check(feed, 26);
    const [first] = feed.entries;
    assert.equal(first?.url, `${BASE}/blog/2025-w26`);
    assert.equal(first?.date.toISOString(), '2025-06-30T00:00:00.000Z');
  });

  it('give the numbers of exactly those on a watch list', async () => {
    const feed = await watchFeed({ s: 'acorn,birch,no-such-startup' }, published);
    check(feed, 26);
    assert.equal(feed.title, 'Acorn Example and =Birch, "Example": engineering signals, weekly');
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
    check(feed);
    // Cedar was covered through week 18.
    const at = feed.entries.find(({ url }) => url.endsWith('2025-w19'));
    assert.match(at?.summary ?? '', /0 came in, 1 left\.$/);
    assert.match(at?.content.toString() ?? '', /Left: Cedar &lt;script&gt;/);
  });

  it('follow nothing if no startup is named', async () => {
    for (const query of [{}, { s: 'no-such-startup' }, { sector: 'nowhere' }])
      await assert.rejects(watchFeed(query, published), { code: 'nothing-watched' });
  });

  it('leave out weeks that do not cover the startup', async () => {
    const feed = await startupFeed('cedar', published);
    check(feed);
    assert.ok(feed.entries.length > 0 && feed.entries.length < 26);
    assert.equal(feed.page, `${BASE}/startups/cedar`);
    assert.ok(feed.entries[0]?.url.endsWith('2025-w18'));
    assert.equal(feed.updated, feed.entries[0]?.date);
  });

  it('are valid without an entry', async () => {
    const { entries, ...feed } = await sectorFeed('ai-agents', published);
    assert.equal(feed.page, `${BASE}/`);
    check({ ...feed, entries: [] }, 0);
    assert.ok(entries.every(({ summary }) => summary.startsWith('0 startups in it')));
  });
});

describe('feed documents', () => {
  const document = (text: string): FeedDocument => ({
    title: text,
    description: text,
    page: `${BASE}/`,
    address: `${BASE}/feed.xml`,
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
        check(document(given));
        const [channel] = named(readXml(rss(document(given))), 'channel');
        assert.ok(channel);
        assert.equal(textOf(channel, 'title'), given);
        const [item] = named(channel, 'item');
        assert.ok(item);
        assert.equal(
          textOf(item, 'title'),
          given.replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;'),
        );
        assert.equal(textOf(item, 'link'), `${BASE}/a?b=1&c=2`);
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
  });

  it('replace what XML does not allow', () => {
    const given = 'a\u0000b\u0008c\ufffed\ud800e';
    const [channel] = named(readXml(rss(document(given))), 'channel');
    assert.ok(channel);
    assert.equal(textOf(channel, 'title'), 'a\ufffdb\ufffdc\ufffdd\ufffde');
    check(document(given));
  });
});

describe('GET /feed.xml and its kin', () => {
  let served: ServedExample;
  before(async () => {
    served = await serveExample();
  });
  after(() => served.service.close());
  const get = (path: string) => fetch(served.origin + path);

  it('give 400 for what is no slug', async () => {
    for (const slug of ['Acorn', 'a%20b', '..%2F', '%00', 'a'.repeat(61), '__proto__']) {
      assert.equal((await get(`/startups/${slug}/feed.xml`)).status, 400, slug);
      assert.equal((await get(`/sectors/${slug}/feed.xml`)).status, 400, slug);
    }
    assert.equal((await get('/startups/constructor/feed.xml')).status, 404);
    assert.equal((await get('/feed.xml?utm_source=x')).status, 200);
    assert.equal((await get('/feed.rss')).status, 404);
  });
});
