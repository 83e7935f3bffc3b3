/** Files for crawlers and agents: site map, robots, well-known documents, texts for models. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  MAX_URLS_PER_FILE,
  siteMapIndexXml,
  siteMapParts,
  siteMapXml,
} from '../../../src/features/discovery/site-map.ts';
import { apiCatalog, securityText } from '../../../src/features/discovery/well-known.ts';
import { Addresses } from '../../../src/lib/addresses.ts';
import { markdownLink, markdownText } from '../../../src/lib/markdown.ts';
import { page } from '../../../src/web/page/page.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';
import { named, readXml, textOf } from '../../support/xml.ts';

const BASE = 'http://signals.example.org';
const OPERATOR = { name: 'Example Observatory', email: 'contact@example.org' };
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

let served: ServedExample;
before(async () => {
  served = await serveExample(true, { operator: OPERATOR });
});
after(() => served.service.close());
const get = (path: string, init: RequestInit = {}) => fetch(served.origin + path, init);
const text = async (path: string) => {
  const response = await get(path);
  assert.equal(response.status, 200, path);
  return response.text();
};
const onServer = (url: string) => {
  assert.ok(url.startsWith(`${BASE}/`), url);
  return url.slice(BASE.length);
};

describe('GET /sitemap.xml', () => {
  it('lists every page once, all of which are there', async () => {
    const response = await get('/sitemap.xml');
    assert.equal(response.headers.get('content-type'), 'application/xml; charset=utf-8');
    const root = readXml(await response.text());
    assert.equal(root.name, 'urlset');
    assert.equal(root.attributes['xmlns'], NAMESPACE);
    const urls = named(root, 'url').map((url) => textOf(url, 'loc'));
    assert.equal(new Set(urls).size, urls.length);
    for (const path of ['/', '/badges', '/startups/acorn', '/sectors/security', '/blog/2025-w26'])
      assert.ok(urls.includes(`${BASE}${path}`), path);
    // Cedar is not covered in the current period, and its page says so.
    assert.ok(urls.includes(`${BASE}/startups/cedar`));
    for (const url of urls) {
      const { status, headers } = await get(onServer(url), { method: 'HEAD', redirect: 'manual' });
      assert.equal(status, 200, url);
      assert.match(headers.get('content-type') ?? '', /^text\/html/, url);
    }
  });

  it('says when a page changed, where that is known', async () => {
    const root = readXml(await text('/sitemap.xml'));
    const changed = new Map(
      named(root, 'url').map((url) => [
        onServer(textOf(url, 'loc')),
        named(url, 'lastmod').map((date) => date.text)[0],
      ]),
    );
    assert.equal(changed.get('/'), '2025-06-30');
    assert.equal(changed.get('/startups/acorn'), '2025-06-30');
    assert.equal(changed.get('/blog/2025-w20'), '2025-05-19');
    assert.equal(changed.get('/badges'), undefined);
  });

  it('has numbered parts, and 404 for others', async () => {
    assert.equal(await text('/sitemaps/1'), await text('/sitemap.xml'));
    for (const number of ['0', '2', '-1', '1.5', 'x', '999999999999', '%00'])
      assert.equal((await get(`/sitemaps/${number}`)).status, 404, number);
  });

  it('becomes an index when one file cannot hold all pages', async () => {
    const many = page({
      path: '/many/{number}',
      render: async () => undefined,
      addresses: async ({ addresses }) =>
        Array.from({ length: MAX_URLS_PER_FILE + 1 }, (_, index) => addresses.at(`/many/${index}`)),
    });
    const large = await serveExample(true, { pages: [many] });
    const read = async (path: string) => readXml(await (await fetch(large.origin + path)).text());
    const index = await read('/sitemap.xml');
    assert.equal(index.name, 'sitemapindex');
    assert.equal(index.attributes['xmlns'], NAMESPACE);
    const parts = named(index, 'sitemap').map((part) => onServer(textOf(part, 'loc')));
    assert.deepEqual(parts, ['/sitemaps/1', '/sitemaps/2']);
    assert.equal(named(await read('/sitemaps/2'), 'url').length, 1);
    await large.service.close();
  });
});

describe('a site map', () => {
  it('escapes addresses', () => {
    const entry = { url: `${BASE}/a?b=1&c='<>"`, changedOn: undefined };
    const [url] = named(readXml(siteMapXml([entry])), 'url');
    assert.ok(url);
    assert.equal(textOf(url, 'loc'), new URL(entry.url).href);
    readXml(siteMapIndexXml([entry]));
  });

  it('is divided without losing or repeating an address', () => {
    const entries = Array.from({ length: 2 * MAX_URLS_PER_FILE }, (_, index) => ({
      url: `${BASE}/${index}`,
      changedOn: undefined,
    }));
    for (const count of [0, 1, MAX_URLS_PER_FILE, MAX_URLS_PER_FILE + 1, 2 * MAX_URLS_PER_FILE]) {
      const parts = siteMapParts(entries.slice(0, count));
      assert.deepEqual(parts.flat(), entries.slice(0, count));
      assert.equal(parts.length, Math.max(1, Math.ceil(count / MAX_URLS_PER_FILE)));
      assert.ok(parts.every((part) => part.length <= MAX_URLS_PER_FILE));
    }
  });
});

describe('GET /robots.txt', () => {
  it('lets everybody read everything, and names the site map', async () => {
    const response = await get('/robots.txt');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(
      await response.text(),
      `User-agent: *\nAllow: /\n\nSitemap: ${BASE}/sitemap.xml\n`,
    );
    assert.equal((await get('/robots.txt', { method: 'DELETE' })).status, 405);
  });
});

describe('GET /.well-known/api-catalog', () => {
  it('is a linkset whose addresses are there (RFC 9727)', async () => {
    const response = await get('/.well-known/api-catalog');
    assert.equal(
      response.headers.get('content-type'),
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    const body = await response.json();
    assert.deepEqual(body, apiCatalog(new Addresses(BASE)));
    const links = JSON.stringify(body).matchAll(/"href":"([^"]+)","type":"([^"]+)"/g);
    for (const [, url = '', type = ''] of links) {
      if (!url.startsWith(BASE)) continue;
      const { status, headers } = await get(onServer(url));
      assert.equal(status, 200, url);
      assert.equal(headers.get('content-type')?.split(';')[0], type, url);
    }
  });

  it('links to itself and to the description, on HEAD too', async () => {
    for (const method of ['GET', 'HEAD']) {
      const link = (await get('/.well-known/api-catalog', { method })).headers.get('link') ?? '';
      assert.match(link, /<[^>]+\/\.well-known\/api-catalog>; rel="api-catalog"/);
      assert.match(link, /<[^>]+\/api\/openapi\.json>; rel="service-desc"/);
    }
  });
});

describe('GET /.well-known/security.txt', () => {
  it('names the contact and expires within a year (RFC 9116)', async () => {
    const response = await get('/.well-known/security.txt');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    const fields = new Map(
      (await response.text())
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/: (.*)/, 2) as [string, string]),
    );
    assert.deepEqual(
      [...fields.keys()],
      ['Contact', 'Expires', 'Preferred-Languages', 'Canonical'],
    );
    assert.equal(fields.get('Contact'), 'mailto:contact@example.org');
    assert.equal(fields.get('Canonical'), `${BASE}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    assert.ok(days > 170 && days <= 180);
  });

  it('is the same all day', () => {
    const at = (time: string) =>
      securityText('contact@example.org', new Addresses(BASE), new Date(time));
    assert.equal(at('2026-11-21T00:00:00Z'), at('2026-11-21T23:59:59Z'));
    assert.notEqual(at('2026-11-21T23:59:59Z'), at('2026-11-22T00:00:00Z'));
    assert.match(at('2026-11-21T12:00:00Z'), /^Expires: 2027-05-20T00:00:00\.000Z$/m);
  });

  it('is absent as long as there is no contact', async () => {
    const silent = await serveExample();
    assert.equal((await fetch(`${silent.origin}/.well-known/security.txt`)).status, 404);
    await silent.service.close();
  });
});

describe('GET /llms.txt', () => {
  it('has the form of llmstxt.org: title, summary, notes, lists of links', async () => {
    const response = await get('/llms.txt');
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    const [head = '', ...sections] = (await response.text()).split(/^## /m);
    assert.match(head, /^# Bellwether\n\n> .+\n\n/);
    assert.doesNotMatch(head.slice(2), /^#/m);
    assert.match(head, /Operator: Example Observatory, contact@example\.org/);
    assert.ok(sections.length >= 5);
    for (const section of sections) {
      const [heading = '', ...lines] = section.split('\n').filter((line) => line !== '');
      assert.ok(lines.length > 0, heading);
      for (const line of lines) assert.match(line, /^- \[.+\]\(http[^)\s]+\): .+$/);
    }
    assert.ok(sections.at(-1)?.startsWith('Optional\n'));
  });

  it('links to what is there', async () => {
    const links = [...(await text('/llms.txt')).matchAll(/\]\((http[^)]+)\)/g)];
    assert.ok(links.length > 20, `${links.length} links`);
    for (const [, url = ''] of links) {
      const response = await get(onServer(url));
      await response.arrayBuffer();
      assert.equal(response.status, 200, url);
    }
  });

  it('names every address of the API, as a link or with its parameters', async () => {
    const all = await text('/llms.txt');
    const { paths } = (await (await get('/api/openapi.json')).json()) as { paths: object };
    for (const path of Object.keys(paths)) {
      const mirrored = path.replace('/api/v1/', '/api/');
      assert.ok(all.includes(path) || (mirrored !== path && all.includes(mirrored)), path);
    }
    assert.match(all, /`GET \/api\/signal\?company=\{company\}`/);
    assert.match(all, /`GET \/api\/badge\/momentum\/\{org\}\/\{repo\}\/svg`/);
  });
});

it('names in llms.txt are text, even with markup in them', () => {
  assert.equal(
    markdownText('[a](b) *c* _d_ `e` | f\n# g\\ &lt;'),
    '\\[a\\](b) \\*c\\* \\_d\\_ \\`e\\` \\| f # g\\\\ \\&lt;',
  );
  assert.equal(markdownLink('a]', 'https://x.example/(a)'), '[a\\]](https://x.example/%28a%29)');
});
