import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { DiligenceUsage } from '../../../src/features/diligence/usage.ts';
import { problemIn, type ServedExample, serveExample } from '../../support/service.ts';

let served: ServedExample;
before(async () => {
  served = await serveExample();
});
after(() => served.service.close());

const ask = (query: string) => fetch(`${served.origin}/api/diligence.json${query}`);
const post = (body: string, type = 'application/json') =>
  fetch(`${served.origin}/api/diligence.json`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });

describe('GET /api/diligence.json', () => {
  it('takes company, entity and q alike', async () => {
    const bodies = await Promise.all(
      ['company', 'entity', 'q'].map(async (name) => (await ask(`?${name}=acorn`)).text()),
    );
    assert.equal(new Set(bodies).size, 1);
    assert.equal(JSON.parse(bodies[0] ?? '').dossier.entity, 'Acorn Example');
  });

  it('refuses what is no name', async () => {
    const long = 'x'.repeat(101);
    for (const query of ['?company=', '?company=%20', `?company=${long}`, '?company=a&q=b']) {
      const response = await ask(query);
      assert.equal(response.status, 400, query);
      assert.equal((await problemIn(response)).code, 'invalid-request', query);
    }
    assert.equal((await ask(`?company=${'x'.repeat(100)}`)).status, 404);
  });
});

describe('POST /api/diligence.json', () => {
  it('answers as GET does', async () => {
    const posted = await post('{"company":"acorn"}');
    assert.equal(posted.status, 200);
    assert.equal(await posted.text(), await (await ask('?company=acorn')).text());
    DiligenceUsage.parse(await (await post('{}')).json());
  });
});
