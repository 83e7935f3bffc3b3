/** Pictures of pages at their addresses. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const ask = (path: string) => fetch(`${served.origin}/images/${path}`);

describe('the picture of a page', () => {
  for (const path of ['research', 'diligence/acorn', 'compare/acorn-vs-birch', 'status'])
    it(`is drawn of ${path}, from what its head says`, async () => {
      const response = await ask(`${path}.png`);
      assert.equal(response.status, 200);
      const bytes = Buffer.from(await response.arrayBuffer());
      assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
      const caching = response.headers.get('cache-control') ?? '';
      assert.match(caching, path === 'status' ? /no-store/ : /public/);
    });

  it('is another one each week, and the same one twice', async () => {
    const [latest, again, earlier] = await Promise.all(
      ['', '?period=2025-w26', '?period=2025-w10'].map(async (query) => {
        const { headers } = await ask(`startups/acorn.png${query}`);
        return headers.get('etag');
      }),
    );
    assert.equal(latest, again);
    assert.notEqual(latest, earlier);
  });

  for (const path of [
    ...['startups/unknown.png', 'sectors/nothing.png', 'startups/acorn.gif', 'startups/acorn'],
    ...['startups/__proto__.png', 'constructor.png', 'diligence/unknown.png', '.png', ''],
    ...['home.png?period=1999-w01'],
  ])
    it(`at ${path} is not found`, async () => {
      assert.equal((await problemIn(await ask(path))).status, 404);
    });
});
