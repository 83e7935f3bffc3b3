/** Feed readers and reference importers of third parties. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { skip } from './installed.ts';
import './loopback-only.ts';
import { type OwnService, serveAtOwnAddress } from './serve.ts';

const FEEDS = ['/feed.xml', '/sectors/databases/feed.xml', '/startups/acorn/feed.xml'];

describe('readers', { skip }, () => {
  let served: OwnService;
  before(async () => {
    served = await serveAtOwnAddress();
  });
  after(() => served.stop());
  const get = async (path: string) => (await fetch(`${served.origin}${path}`)).text();

  it('rss-parser reads feeds from their addresses', async () => {
    const { default: Parser } = await import('rss-parser');
    const parser = new Parser();
    for (const feed of FEEDS) {
      const { title, items } = await parser.parseURL(`${served.origin}${feed}`);
      assert.ok(title);
      assert.ok(items.length > 0);
      for (const { title, link, isoDate } of items) {
        assert.ok(title && link?.startsWith(served.origin));
        assert.ok(Date.parse(isoDate ?? '') > 0, feed);
      }
    }
  });

  it('feedparser reads entries with their content', async () => {
    const { default: FeedParser } = await import('feedparser');
    const parser = new FeedParser({ feedurl: `${served.origin}/feed.xml` });
    const entries: { guid: string; description: string | null; pubdate: Date | null }[] = [];
    parser.on('data', (entry) => entries.push(entry));
    parser.end(await get('/feed.xml'));
    await once(parser, 'end');
    assert.ok(entries.length > 0);
    for (const { description, pubdate } of entries) {
      assert.match(description ?? '', /<p>/);
      assert.ok(pubdate && pubdate.getTime() > 0);
    }
    assert.equal(new Set(entries.map(({ guid }) => guid)).size, entries.length);
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
