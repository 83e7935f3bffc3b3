/** Deep signals for credits, through the client. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { buyWithCredit, createClient, transferMemo } from '../../client/index.ts';
import { type PaidService, servePaid } from '../payments/support/paid-service.ts';
import { temporaryFolder } from '../support/temporary.ts';

let served: PaidService;
before(async () => {
  served = await servePaid(`${await temporaryFolder()}/books.sqlite`);
});
after(() => served.stop());

async function clientWith(credits: number) {
  const { key } = await served.issue(credits);
  return createClient({ baseUrl: served.origin, creditKey: key });
}

it('a deep signal costs one credit, and a miss none', async () => {
  const client = await clientWith(2);
  const { answer, balance, isReplayed } = await buyWithCredit(client, { name: 'acorn' });
  assert.ok(answer.found);
  assert.equal(answer.rank.inSector, 1);
  assert.deepEqual([balance, isReplayed], [1, false]);
  const miss = await buyWithCredit(client, { name: 'Acornia' });
  assert.ok(!miss.answer.found);
  assert.equal(miss.balance, 1);
  assert.equal((await client.getCredits()).balance, 1);
});

it('a call that is repeated because its answer was lost costs one credit', async () => {
  const { key } = await served.issue(2);
  let lost = 0;
  const client = createClient({
    baseUrl: served.origin,
    creditKey: key,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      if (lost++ > 0) return response;
      await response.body?.cancel();
      throw new TypeError('connection lost');
    },
  });
  const { answer, balance, isReplayed } = await buyWithCredit(client, { name: 'acorn' });
  assert.ok(answer.found);
  assert.deepEqual([balance, isReplayed], [1, true]);
});

it('without a credit or a key there is an error that says so', async () => {
  await assert.rejects(buyWithCredit(await clientWith(0), { name: 'acorn' }), {
    status: 402,
    code: 'insufficient-credits',
  });
  const client = createClient({ baseUrl: served.origin });
  await assert.rejects(buyWithCredit(client, { name: 'acorn' }), { code: 'unauthorized' });
});

it('the memo of a transfer names the key’s public part and no more', async () => {
  const { key, publicId } = await served.issue(0);
  assert.equal(transferMemo(key), `bellwether:${publicId}`);
  assert.throws(() => transferMemo('sk_live_key'), TypeError);
});
