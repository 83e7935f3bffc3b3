/** Feed readers and importers of references that others wrote. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { skip } from './installed.ts';
import './loopback-only.ts';
import { type OwnService, serveAtOwnAddress } from './serve.ts';

/** Addresses of a feed in each form. */
const FEEDS = ['/feed', '/sectors/databases/feed', '/startups/acorn/feed'];

describe('readers', { skip }, () => {
  let served: OwnService;
  before(async () => {
    served = await serveAtOwnAddress();
  });
  after(() => served.stop());
  const get = async (path: string) => (await fetch(`${served.origin}${path}`)).text();

  it('rss-parser reads RSS and Atom from their addresses', async () => {
    const { default: Parser } = await import('rss-parser');
    const parser = new Parser();
    for (const feed of FEEDS)
      for (const form of ['xml', 'atom']) {
        const { title, items } = await parser.parseURL(`${served.origin}${feed}.${form}`);
        assert.ok(title);
        assert.ok(items.length > 0);
        for (const { title, link, isoDate } of items) {
          assert.ok(title && link?.startsWith(served.origin));
          assert.ok(Date.parse(isoDate ?? '') > 0, `${feed}.${form}`);
        }
      }
  });

  it('feedparser reads entries with their content', async () => {
    const { default: FeedParser } = await import('feedparser');
    for (const form of ['xml', 'atom']) {
      const parser = new FeedParser({ feedurl: `${served.origin}/feed.${form}` });
      const entries: { guid: string; description: string | null; pubdate: Date | null }[] = [];
      parser.on('data', (entry) => entries.push(entry));
      parser.end(await get(`/feed.${form}`));
      await once(parser, 'end');
      assert.ok(entries.length > 0);
      for (const { description, pubdate } of entries) {
        assert.match(description ?? '', /<p>/);
        assert.ok(pubdate && pubdate.getTime() > 0);
      }
      assert.equal(new Set(entries.map(({ guid }) => guid)).size, entries.length);
    }
  });

  it('@rowanmanning/feed-parser finds the same in RSS and Atom', async () => {
    const { parseFeed } = await import('@rowanmanning/feed-parser');
    for (const feed of FEEDS) {
      const [rss, atom] = await Promise.all(
        ['xml', 'atom'].map(async (form) => parseFeed(await get(`${feed}.${form}`))),
      );
      assert.deepEqual([rss?.meta.type, atom?.meta.type], ['rss', 'atom']);
      const entries = (of: typeof rss) => of?.items.map(({ title, url }) => ({ title, url }));
      assert.deepEqual(entries(rss), entries(atom));
    }
  });

  it('ORCID’s importer reads BibTeX', async () => {
    const { default: bibtex } = await import('@orcid/bibtex-parse-js');
    for (const slug of ['paper', 'dataset', 'acorn', '2025-w26']) {
      const [entry, ...others] = bibtex.toJSON(await get(`/api/cite/bibtex/${slug}`));
      assert.equal(others.length, 0);
      assert.ok(entry?.citationKey);
      const { title, url, year } = entry.entryTags;
      assert.ok(title && url && /^\d{4}$/.test(year ?? ''), slug);
    }
  });

  it('astrocite reads RIS', async () => {
    const { parse } = await import('astrocite-ris');
    for (const slug of ['paper', 'dataset', 'acorn', '2025-w26']) {
      const [item, ...others] = parse(await get(`/api/cite/ris/${slug}`));
      assert.equal(others.length, 0);
      assert.ok(item?.title && item.URL?.startsWith(served.origin), slug);
      assert.ok(item.issued, slug);
    }
  });
});
