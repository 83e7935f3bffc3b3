/** Many dossiers at once: nobody else waits for them, and beyond a number they are refused. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { shippedStore } from '../../../tools/shipped.ts';
import { problemIn, type Served, serveShipped } from '../../support/service.ts';

let served: Served;
let slugs: string[];
before(async () => {
  slugs = (await shippedStore()).registry.companies.map(({ slug }) => slug);
  served = await serveShipped();
});
after(() => served.service.close());

it('of a burst of dossiers some are refused with 503, and other clients are answered first', async () => {
  const burst = new AbortController();
  const rendered: number[] = [];
  const asked = slugs.slice(0, 40).map(async (slug) => {
    const response = await fetch(`${served.origin}/diligence/${slug}/dossier.pdf`, burst);
    if (response.status === 200) rendered.push(performance.now());
    return response;
  });
  const refused = asked.map(async (response) => {
    const answer = await response;
    return answer.status === 503 ? answer : Promise.reject(new Error(`${answer.status}`));
  });
  for (const answer of refused) answer.catch(() => undefined);
  const response = await Promise.any(refused);
  assert.equal(response.headers.get('retry-after'), '2');
  assert.equal((await problemIn(response)).code, 'overloaded');
  for (const path of ['/', '/api/signal?company=langfuse'])
    assert.equal((await fetch(served.origin + path)).status, 200);
  assert.ok(rendered.length < 20, `${rendered.length} came first`);
  burst.abort();
  await Promise.allSettled(asked);
});
