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
    '/images/home.png?period=1999-w01',
    '/images/',
  ])
    it(`${path} is not found`, async () => {
      assert.equal((await problemIn(await ask(path))).status, 404);
    });
});
