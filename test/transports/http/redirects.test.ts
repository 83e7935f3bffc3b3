/** Redirects lead to this service, regardless of the host that a request names. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { originForm } from '../../../src/transports/http/request-target.ts';
import { NO_STARS } from '../../support/no-stars.ts';
import { publishedExample, TEN_WEEKS } from '../../support/publication.ts';
import { type Served, sendRaw, servePublication } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary.ts';

let served: Served;
before(async () => {
  const publication = await publishedExample(await temporaryFolder(), TEN_WEEKS);
  const { registry } = publication;
  const companies = registry.companies.map((company) =>
    company.slug === 'cedar' ? { ...company, formerSlugs: ['cypress'] } : company,
  );
  const site = { ...publication, registry: { ...registry, companies } };
  served = await servePublication(site, { stars: NO_STARS });
});
after(() => served.service.close());

/** Every address that redirects, and where to; Cedar was called Cypress before. */
const REDIRECTS: [path: string, target: string][] = [
  ['/startups/cypress?utm_source=x', '/startups/cedar?utm_source=x'],
  [
    '/charts/startups/cypress/commits.svg?width=640',
    '/charts/startups/cedar/commits.svg?width=640',
  ],
  ['/charts/startups/cypress/commits/embed', '/charts/startups/cedar/commits/embed'],
  ['/images/startups/cypress.png?period=2025-w18', '/images/startups/cedar.png?period=2025-w18'],
  ['/startups/Acorn?period=2025-W20', '/startups/acorn?period=2025-W20'],
  ['/api/', '/docs'],
];

async function ask(target: string, headers = 'host: signals.example.org', method = 'GET') {
  const answer = await sendRaw(
    served.port,
    `${method} ${target} HTTP/1.1\r\n${headers}\r\naccept: application/json\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
  );
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]),
    location: /^location: (.*)$/im.exec(head)?.[1]?.trim(),
    head,
    body,
  };
}

for (const [path, target] of REDIRECTS)
  it(`the redirect at ${path} names a path of this service, for any host and headers`, async () => {
    const { status, location } = await ask(path);
    assert.ok([302, 303, 308].includes(status));
    assert.equal(location, target);
    for (const base of ['HTTPS://evil.example', 'http://user:password@evil.example:8080'])
      assert.equal((await ask(base + path)).location, target, base);
    for (const headers of [
      'host: evil.example:1\r\nx-forwarded-host: evil.example\r\nx-forwarded-proto: https',
      'host: x\r\nforwarded: host=evil.example;proto=https\r\nx-forwarded-prefix: //evil.example',
      'host: x\r\nx-original-url: //evil.example\r\nx-rewrite-url: //evil.example',
      'host:',
    ])
      assert.equal((await ask(path, headers)).location, target, headers);
    for (const prefix of [
      ...['//evil.example', '/\\evil.example', '/%2f%2fevil.example', '/%5cevil.example'],
      ...['/http://evil.example', '/%0d%0alocation:%20http://evil.example'],
    ]) {
      const other = await ask(prefix + path);
      assert.equal(other.location, undefined, prefix);
      assert.ok([400, 404].includes(other.status), `${prefix}: ${other.status}`);
      assert.doesNotMatch(other.head, /evil/, prefix);
    }
  });

it('a redirect from a former slug is made of the page’s own address alone', async () => {
  for (const tail of ['%0d%0aset-cookie:x=1', '%2f..%2f%2fevil.example', '?//evil.example', '#@e'])
    for (const base of ['', 'http://evil.example']) {
      const { head, location } = await ask(`${base}/startups/cypress${tail}`);
      assert.doesNotMatch(head, /^set-cookie/im, tail);
      if (location === undefined) continue;
      const { origin, pathname } = new URL(location, 'http://signals.example.org');
      assert.equal(origin + pathname, 'http://signals.example.org/startups/cedar', tail);
    }
});

it('an address with a slash at its end is answered as it is without one', async () => {
  for (const path of ['/startups/acorn', '/api/signals.json', '/status']) {
    const [plain, typed] = [await ask(path), await ask(`${path}/`)];
    assert.deepEqual([typed.status, typed.body], [200, plain.body], path);
  }
  for (const path of ['/Startups//Acorn', '/api/cite/apa/Nothing', '/STATUS']) {
    const { status, location } = await ask(path);
    assert.deepEqual([status, location], [404, undefined], path);
  }
});

describe('a whole address', () => {
  it('is answered as its path is', async () => {
    for (const path of ['/api/signals.json', '/api/signal?company=acorn', '/api/nothing']) {
      const [whole, own] = [await ask(`http://evil.example${path}`), await ask(path)];
      assert.deepEqual([whole.status, whole.body], [own.status, own.body], path);
    }
    for (const query of ['', '?period=2025-w20'])
      assert.equal((await ask(`http://evil.example${query}`)).status, 200);
  });

  it('becomes a path, and a path stays what it is', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (address) => {
        const { pathname, search } = new URL(address);
        const form = originForm(address);
        assert.ok(form.startsWith('/'));
        const read = new URL(`http://signals.example.org${form}`);
        assert.equal(read.pathname + read.search, pathname + search);
        assert.equal(originForm(form), form);
      }),
      { seed: 20_261_121 },
    );
  });
});
