/** A static copy of a small publication, served by a plain file server and followed link by link. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { loadOperations } from '../../../src/api/operation/all-operations.ts';
import { exportSite } from '../../../src/transports/export/export-site.ts';
import { linksIn, withRelativeLinks } from '../../../src/transports/export/links.ts';
import {
  fileOf,
  fileRoutes,
  type Selection,
  selected,
} from '../../../src/transports/export/selection.ts';
import { FOUR_WEEKS } from '../../support/publication.ts';
import { type ServedExample, serveExample } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const SELECTION: Selection = {
  baseUrl: 'https://bellwether.example',
  latest: '2026-w31',
  allPeriods: false,
  files: new Set(['/api/signals.json']),
};

describe('what a static copy holds', () => {
  const of = (address: string, change: Partial<Selection> = {}) =>
    selected(address, '/startups/a', { ...SELECTION, ...change });

  for (const [address, path, earlier = path] of [
    ['https://bellwether.example/blog/2026-w31', '/blog/2026-w31'],
    ['/api/signals.json', '/api/signals.json'],
    ['/api/cite/apa/paper', '/api/cite/apa/paper'],
    ['/startups/b?period=2026-w31#evidence', '/startups/b'],
    ['/startups/b?period=2026-w30', undefined, '/startups/b?period=2026-w30'],
    ['/editions/2026-w30/manifest.json', undefined, '/editions/2026-w30/manifest.json'],
    ...[
      // Worked out on request, or elsewhere.
      ...['/search?q=a', '/api/signal?company=a', '/status', '/api/mcp/rpc', '/answers?q=a'],
      ...['/compare/a-vs-b', 'https://example.org/', 'mailto:a@example.org', 'http://['],
    ].map((each) => [each, undefined] as const),
  ] as const)
    it(`is ${path ?? 'nothing'} of ${address}, or ${earlier ?? 'nothing'} of all periods`, () => {
      assert.equal(of(address), path);
      assert.equal(of(address, { allPeriods: true }), earlier);
    });

  it('has no file outside of the folder', () => {
    assert.throws(() => fileOf('/%2e%2e/%2e%2e/etc/passwd', false), RangeError);
  });

  it('makes links relative, keeps anchors, and leads the rest to a page that says so', () => {
    const page =
      '<a href="/b#x">b</a> <a href="/c?x=1&amp;y=2">c</a> <a href="#top">top</a> <a href="https://example.org/">e</a><link rel="canonical" href="/b"><form action="/b"></form>';
    const linked = withRelativeLinks(page, 'startups/a/index.html', {
      isOwn: (address) => address.startsWith('/'),
      targetOf: (address) => (address.startsWith('/b') ? 'b/index.html' : undefined),
      missing: 'needs-a-server/index.html',
    });
    assert.deepEqual(linksIn(linked), [
      '../../b/#x',
      '../../needs-a-server/',
      '#top',
      'https://example.org/',
      '/b',
      '../../needs-a-server/',
    ]);
  });
});

describe('an export', () => {
  let served: ServedExample;
  let folder: string;
  let host: Server;
  let origin: string;
  const progress: number[] = [];
  const exported = async (to: string, allPeriods = false) =>
    exportSite({
      origin: served.origin,
      folder: to,
      selection: {
        baseUrl: served.options.baseUrl,
        latest: '2025-w26',
        allPeriods,
        files: fileRoutes(await loadOperations()),
      },
      onProgress: (done) => progress.push(done),
    });

  before(async () => {
    served = await serveExample(true, {}, FOUR_WEEKS);
    folder = join(await temporaryFolder(), 'site');
    await exported(folder);
    assert.ok(progress.length > 10);
    ({ host, origin } = await serveFiles(folder));
  });
  after(async () => {
    host.close();
    await served.service.close();
  });

  it('has no link that leads nowhere, below a folder of any host', async () => {
    const missing = new Set<string>();
    const known = new Set([`${origin}/below/`]);
    const faults: string[] = [];
    let pages = 0;
    for (const address of known) {
      const response = await fetch(address);
      const body = await response.text();
      if (response.status !== 200) faults.push(`${response.status} ${address}`);
      if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
      pages++;
      for (const link of linksIn(body)) {
        const url = new URL(link, address);
        if (url.origin !== origin) continue;
        if (link.startsWith('/')) {
          if (!body.includes(`rel="canonical" href="${link}"`))
            faults.push(`${link} in ${address}`);
          continue;
        }
        url.hash = '';
        if (url.pathname.includes('needs-a-server')) missing.add(address);
        known.add(url.href);
      }
    }
    assert.deepEqual(faults, []);
    assert.ok(pages > 30, `${pages} pages`);
    assert.ok(missing.size > 0);
    const page = await (await fetch(`${origin}/below/needs-a-server/`)).text();
    assert.match(page, /This needs the running service/);
  });

  it('holds the published files as they are, feeds, and scripts that a host knows', async () => {
    for (const path of ['/api/signals.json', '/api/dataset.csv', '/feed.xml', '/sitemap.xml']) {
      const own = Buffer.from(await (await fetch(served.origin + path)).arrayBuffer());
      assert.ok(own.equals(await readFile(join(folder, path))), path);
    }
    const home = await readFile(join(folder, 'index.html'), 'utf8');
    const script = /<script type="module" src="([^"]+\/site\.js)"/.exec(home)?.[1] ?? '';
    assert.match(script, /^assets\/[0-9a-f]{12}\/site\.js$/);
    assert.ok((await readFile(join(folder, script), 'utf8')).includes('addEventListener'));
  });

  it('replaces no other files', async () => {
    const other = await temporaryFolder();
    await writeFile(join(other, 'thesis.txt'), 'mine');
    await assert.rejects(exported(other), { code: 'folder-not-empty' });
    assert.equal(await readFile(join(other, 'thesis.txt'), 'utf8'), 'mine');
  });

  it('holds earlier periods if they are asked for', async () => {
    const to = join(await temporaryFolder(), 'all');
    await exported(to, true);
    for (const period of ['2025-w23', '2025-w24', '2025-w25'])
      assert.match(await readFile(join(to, `periods/${period}/index.html`), 'utf8'), /<h1>/);
  });
});

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Serves as plain hosts do: files by their path, `index.html` of folders; below `/below/`. */
async function serveFiles(folder: string): Promise<{ host: Server; origin: string }> {
  const host = createServer(async ({ url = '/' }, response) => {
    const path = decodeURIComponent(url.split('?')[0] ?? '/').replace(/^\/below\//, '/');
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    try {
      const body = await readFile(file);
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const address = host.address();
  assert.ok(address !== null && typeof address === 'object');
  return { host, origin: `http://127.0.0.1:${address.port}` };
}
