/** Metadata of every kind of page, for programs. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { metadata } from '../../src/web/components/metadata.ts';
import { loadPages } from '../../src/web/page/all-pages.ts';
import { anyCharacter } from '../support/any-character.ts';
import { type ServedExample, serveExample } from '../support/service.ts';
import { readElements, unescaped } from './markup.ts';

const Dataset = z.looseObject({
  '@context': z.literal('https://schema.org'),
  '@type': z.literal('Dataset'),
});
const BASE = 'http://signals.example.org';

function read(document: string) {
  const page = /<head>(.*)<\/head>/s.exec(document)?.[1] ?? document;
  const metas = readElements(page).filter(({ name }) => name === 'meta');
  const tags = new Map<string, string>();
  for (const { attributes } of metas) {
    const name = attributes.get('property') ?? attributes.get('name');
    if (name === undefined) continue;
    assert.ok(!tags.has(name), `${name} twice`);
    tags.set(name, unescaped(attributes.get('content') ?? ''));
  }
  const blocks = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const nodes = blocks.map(([, block = '']) => Dataset.parse(JSON.parse(block)));
  const title = unescaped(/<title>(.*?)<\/title>/s.exec(page)?.[1] ?? '');
  const canonical = unescaped(/<link rel="canonical" href="([^"]*)"/.exec(page)?.[1] ?? '');
  return { tags, nodes, title, canonical };
}

/** Kinds of pages with a date, and whether they are numbers of a week. */
const DATED: Readonly<Record<string, 'week' | 'text'>> = {
  '/': 'week',
  '/sectors': 'week',
  '/sectors/{slug}': 'week',
  '/startups': 'week',
  '/startups/{slug}': 'week',
  '/blog/{period}': 'text',
  '/compare/{names}': 'week',
  '/research': 'text',
  '/research/{slug}': 'text',
};

/** Receipts and members are of people; /trending leads to the first page. */
const NOT_LISTED = ['/receipts/{username}', '/members/{handle}', '/trending'];
/** Kinds of pages whose picture is of a week. */
const OF_A_WEEK = ['/', '/sectors/{slug}', '/startups/{slug}'];

describe('pages', () => {
  let served: ServedExample;
  /** A served page of each kind. */
  const pages = new Map<string, string>();
  before(async () => {
    served = await serveExample();
    const map = await (await fetch(`${served.origin}/sitemap.xml`)).text();
    const known = [...map.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => unescaped(url));
    known.push(`${BASE}/checkout/done`, `${BASE}/compare/acorn-vs-birch`);
    const kinds = (await loadPages())
      .map(({ path }) => path)
      .filter((path) => !NOT_LISTED.includes(path));
    for (const kind of [...kinds, '/docs']) {
      const pattern = new RegExp(`^${BASE}${kind.replace(/\{\w+\}/g, '[^/]+')}$`);
      const address = kind === '/docs' ? `${BASE}/docs` : known.find((url) => pattern.test(url));
      if (address === undefined) continue;
      const response = await fetch(served.origin + address.slice(BASE.length));
      assert.equal(response.status, 200, address);
      pages.set(kind, await response.text());
    }
    assert.deepEqual(
      kinds.filter((kind) => !pages.has(kind)),
      [],
    );
  });
  after(() => served.service.close());

  it('have a preview: title, description, address', () => {
    for (const [kind, page] of pages) {
      const { tags, title, canonical } = read(page);
      assert.ok(canonical.startsWith(`${BASE}/`), kind);
      assert.equal(tags.get('og:url'), canonical, kind);
      assert.equal(tags.get('og:site_name'), 'Bellwether');
      assert.ok(title.endsWith(' – Bellwether'), title);
      assert.equal(`${tags.get('og:title')} – Bellwether`, title, kind);
      assert.equal(tags.get('og:description'), tags.get('description'), kind);
      assert.equal(tags.get('twitter:card'), 'summary_large_image', kind);
      assert.match(tags.get('og:image') ?? '', /\/images\//);
    }
  });

  it('of a week, a startup or a sector have a picture of that week, of the size that previews want', async () => {
    for (const kind of OF_A_WEEK) {
      const { tags } = read(pages.get(kind) ?? '');
      const picture = tags.get('og:image') ?? '';
      assert.ok(picture.startsWith(`${BASE}/images/`) && picture.endsWith('?period=2025-w26'));
      const response = await fetch(served.origin + picture.slice(BASE.length));
      assert.equal(response.headers.get('content-type'), 'image/png', picture);
      const bytes = Buffer.from(await response.arrayBuffer());
      const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String);
      assert.deepEqual(size, [tags.get('og:image:width'), tags.get('og:image:height')]);
    }
  });

  it('that have a date can be cited, and texts are articles', () => {
    for (const [kind, page] of pages) {
      const { tags, nodes, canonical } = read(page);
      const dated = DATED[kind];
      assert.equal(tags.has('citation_title'), dated !== undefined, kind);
      assert.equal(tags.get('og:type') === 'article', dated === 'text', kind);
      assert.equal(tags.has('article:published_time'), dated === 'text', kind);
      assert.equal(nodes.length, dated === 'week' ? 1 : 0, kind);
      if (dated === undefined) continue;
      assert.match(tags.get('citation_publication_date') ?? '', /^\d{4}\/\d{2}\/\d{2}$/, kind);
      assert.equal(tags.get('citation_title'), tags.get('og:title'));
      assert.equal(tags.get('citation_author'), 'Bellwether');
      assert.equal(tags.get('citation_public_url'), canonical);
    }
  });

  it('about numbers are data sets of their week, with a link to the data', () => {
    const [own] = read(pages.get('/startups/{slug}') ?? '').nodes;
    assert.equal(own?.['datePublished'], '2025-07-03T06:00:00.000Z');
    assert.equal(own?.['temporalCoverage'], '2025-06-23/2025-06-29');
    assert.deepEqual(own?.['distribution'], {
      '@type': 'DataDownload',
      encodingFormat: 'application/json',
      contentUrl: `${BASE}/api/signal?company=acorn&period=2025-w26`,
    });
  });

  it('without an address of their own ask not to be indexed, and no more', async () => {
    const search = await (await fetch(`${served.origin}/search?q=acorn`)).text();
    const missing = await fetch(`${served.origin}/nothing`, { headers: { accept: 'text/html' } });
    for (const page of [search, await missing.text()]) {
      const { tags, nodes, canonical } = read(page);
      assert.equal(tags.get('robots'), 'noindex');
      assert.equal(canonical, '');
      assert.equal(tags.get('og:url'), undefined);
      assert.notEqual(tags.get('og:title') ?? '', '');
      assert.deepEqual(nodes, []);
    }
  });
});

describe('metadata', () => {
  it('keeps every text, and no text ends its element', () => {
    const texts = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 40 }),
      fc.constantFrom('</script><script>alert(1)</script>', '<!--<script>', '"><img>', '&quot;'),
    );
    fc.assert(
      fc.property(texts, texts, (title, description) => {
        const subject = { publishedAt: '2026-08-17', period: '2026-w33' };
        const canonical = `${BASE}/x`;
        const head = metadata({ title, description, canonical, subject }).toString();
        const { tags, nodes } = read(head);
        assert.equal(head.match(/<\/?script/g)?.length, 2);
        assert.equal(tags.get('og:description'), description);
        assert.equal(nodes[0]?.['description'], description);
        assert.equal(nodes[0]?.['name'], title);
      }),
      { seed: 20_261_121 },
    );
  });
});
