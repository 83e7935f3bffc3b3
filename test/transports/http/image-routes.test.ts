/** Pictures of pages at their addresses. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const ask = (path: string) => fetch(served.origin + path);

describe('the picture of a page', () => {
  it('is drawn of every kind of page, from what its head says', async () => {
    for (const path of [
      'research',
      'pricing',
      'diligence',
      'diligence/acorn',
      'compare/acorn-vs-birch',
      'status',
    ]) {
      const response = await ask(`/images/${path}.png`);
      assert.equal(response.status, 200, path);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630], path);
    }
    assert.match((await ask('/images/status.png')).headers.get('cache-control') ?? '', /no-store/);
  });

  it('is another one each week, and the same one twice', async () => {
    const [latest, again, earlier] = await Promise.all(
      ['', '?period=2025-w26', '?period=2025-w10'].map((query) =>
        ask(`/images/startups/acorn.png${query}`),
      ),
    );
    const etag = (response: Response | undefined) => response?.headers.get('etag') ?? '';
    assert.equal(etag(latest), etag(again));
    assert.notEqual(etag(latest), etag(earlier));
    assert.match(latest?.headers.get('cache-control') ?? '', /public/);
    assert.equal(latest?.headers.get('cross-origin-resource-policy'), 'cross-origin');
  });

  for (const path of [
    '/images/startups/nobody.png',
    '/images/sectors/nothing.png',
    '/images/startups/acorn.gif',
    '/images/startups/acorn',
    '/images/startups/__proto__.png',
    '/images/constructor.png',
    '/images/diligence/nobody.png',
    '/images/.png',
    '/images/home.png?period=1999-w01',
    '/images/',
  ])
    it(`${path} is not found`, async () => {
      assert.equal((await problemIn(await ask(path))).status, 404);
    });
});
