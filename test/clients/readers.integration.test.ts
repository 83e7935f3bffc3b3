/** Feed readers and reference importers of third parties. */
import assert from 'node:assert/strict';
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
