/** The books of credits: its laws, on both engines and under every interleaving that we can make. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { BellwetherError } from '../../src/lib/errors.ts';
import { auditBooks } from '../../src/payments/audit.ts';
import {
  holderOf,
  issueKey,
  listKeys,
  revokeKey,
  rotateKey,
} from '../../src/payments/credits/accounts.ts';
import { sellForCredit } from '../../src/payments/credits/credit-sale.ts';
import { creditAccount, entriesOf, refundAnswer } from '../../src/payments/credits/credits.ts';
import type { Offer } from '../../src/payments/paid-answer.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { rejection } from '../support/rejection.ts';
import { onEachEngine, type TestStore } from './support/stores.ts';

const offer = (company = 'acorn'): Offer => ({
  isCharged: true,
  body: JSON.stringify({ found: true, company }),
  company,
  period: '2025-w26',
});
const MISS: Offer = { isCharged: false, body: '{"found":false}', company: '', period: '2025-w26' };

const buy = (
  store: Store,
  accountId: string,
  { key, input = 'acorn', of = offer(input) }: { key?: string; input?: string; of?: Offer } = {},
) => sellForCredit(store, { accountId, input, idempotencyKey: key }, of);

/** Code of the error that something is refused with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  return (await rejection(work, BellwetherError)).code;
}

onEachEngine('credits', (engine) => {
  let made: TestStore;
  let store: Store;
  before(async () => {
    made = await engine.make();
    store = made.store;
  });
  after(async () => {
    const { faults } = await auditBooks(store);
    await made.drop();
    assert.deepEqual(faults, []);
  });

  it('are granted with a key, spent one by one, and never below zero', async () => {
    const { accountId } = await issueKey(store, 2, 'test');
    assert.equal((await buy(store, accountId)).balance, 1);
    assert.equal((await buy(store, accountId)).balance, 0);
    assert.equal(await refusal(buy(store, accountId)), 'insufficient-credits');
    const { lastConsumedAt, ...account } = await creditAccount(store, accountId);
    assert.deepEqual(account, { balance: 0, purchased: 2, consumed: 2 });
    assert.ok(Date.now() - Date.parse(lastConsumedAt ?? '') < 60_000);
    assert.deepEqual(
      (await entriesOf(store, accountId)).map(({ number, kind, amount, balance }) => [
        number,
        kind,
        amount,
        balance,
      ]),
      [
        [1, 'grant', 2, 2],
        [2, 'consume', -1, 1],
        [3, 'consume', -1, 0],
      ],
    );
  });

  it('cost nothing for what is not found, even with none left', async () => {
    const { accountId } = await issueKey(store, 0, null);
    const sale = await buy(store, accountId, { of: MISS });
    assert.deepEqual(sale, { body: MISS.body, balance: 0, charged: 0, isRepeated: false });
    assert.deepEqual(await creditAccount(store, accountId), {
      balance: 0,
      purchased: 0,
      consumed: 0,
      lastConsumedAt: null,
    });
  });

  it('are spent once for an Idempotency-Key, and the answer is the same', async () => {
    const { accountId } = await issueKey(store, 5, null);
    const first = await buy(store, accountId, { key: 'a' });
    assert.equal(first.charged, 1);
    const again = await buy(store, accountId, {
      key: 'a',
      of: { ...offer(), body: 'another body' },
    });
    assert.deepEqual(again, { body: first.body, balance: 4, charged: 0, isRepeated: true });
    assert.equal(
      await refusal(buy(store, accountId, { key: 'a', input: 'birch' })),
      'idempotency-key-reused',
    );
    // Another account's key of the same text is another key.
    const other = await issueKey(store, 1, null);
    assert.equal((await buy(store, other.accountId, { key: 'a' })).isRepeated, false);
    // A miss stays a miss.
    await buy(store, accountId, { key: 'b', of: MISS });
    assert.equal((await buy(store, accountId, { key: 'b' })).body, MISS.body);
  });

  it('are spent again for an Idempotency-Key that is a day old', async () => {
    const { accountId } = await issueKey(store, 5, null);
    await buy(store, accountId, { key: 'old' });
    await store.database
      .updateTable('repeatable_request')
      .set({ recorded_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('account_id', '=', accountId)
      .execute();
    assert.equal((await buy(store, accountId, { key: 'old' })).charged, 1);
  });

  it('are given back once for an answer', async () => {
    const { accountId } = await issueKey(store, 1, null);
    await buy(store, accountId);
    const [, consumed] = await entriesOf(store, accountId);
    const answerId = consumed?.reference.slice('answer:'.length) ?? '';
    assert.equal(await refundAnswer(store, answerId), 1);
    assert.equal(await refusal(refundAnswer(store, answerId)), 'not-refundable');
    assert.equal(await refusal(refundAnswer(store, 'nothing')), 'not-refundable');
    const { balance, purchased, consumed: spent } = await creditAccount(store, accountId);
    assert.deepEqual({ balance, purchased, spent }, { balance: 1, purchased: 1, spent: 0 });
  });

  it('are never overspent by calls at the same instant', async () => {
    const { accountId } = await issueKey(store, 20, null);
    const calls = await Promise.allSettled(Array.from({ length: 50 }, () => buy(store, accountId)));
    const sold = calls.filter(({ status }) => status === 'fulfilled');
    assert.equal(sold.length, 20);
    assert.equal((await creditAccount(store, accountId)).balance, 0);
  });

  it('are spent once for one Idempotency-Key by calls at the same instant', async () => {
    const { accountId } = await issueKey(store, 50, null);
    const sales = await Promise.all(
      Array.from({ length: 30 }, () => buy(store, accountId, { key: 'at once' })),
    );
    assert.equal(sales.filter(({ charged }) => charged === 1).length, 1);
    assert.equal(new Set(sales.map(({ body }) => body)).size, 1);
    assert.equal((await creditAccount(store, accountId)).balance, 49);
  });

  it('add up, whatever is done in whatever order', async () => {
    const action = fc.record({
      at: fc.nat(2),
      key: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
      input: fc.constantFrom('acorn', 'birch'),
      isMiss: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), fc.nat(4), async (actions, credits) => {
        const keys = [
          await issueKey(store, credits, null),
          await issueKey(store, 1, null),
          await issueKey(store, 0, null),
        ];
        const charged = [0, 0, 0];
        await Promise.all(
          actions.map(async ({ at, key, input, isMiss }) => {
            const { accountId = '' } = keys[at] ?? {};
            const sale = await buy(store, accountId, {
              input,
              of: isMiss ? MISS : offer(input),
              ...(key !== undefined && { key }),
            }).catch(() => undefined);
            charged[at] = (charged[at] ?? 0) + (sale?.charged ?? 0);
          }),
        );
        for (const [index, { accountId }] of keys.entries()) {
          const account = await creditAccount(store, accountId);
          const entries = await entriesOf(store, accountId);
          assert.equal(account.consumed, charged[index]);
          assert.equal(account.balance, entries.at(-1)?.balance ?? 0);
          assert.ok(account.balance >= 0);
        }
      }),
      { numRuns: 15, seed: 20_261_121 },
    );
  });

  it('cannot be changed or taken back in the database', async () => {
    const { accountId } = await issueKey(store, 3, null);
    const { database } = store;
    const own = database.updateTable('ledger_entry').set({ amount: 300 });
    await assert.rejects(own.where('account_id', '=', accountId).execute(), /append-only/);
    const gone = database.deleteFrom('ledger_entry').where('account_id', '=', accountId);
    await assert.rejects(gone.execute(), /append-only/);
    const forged = { account_id: accountId, kind: 'grant', amount: 1, recorded_at: '' } as const;
    for (const entry of [
      { ...forged, number: 1, balance: 4, reference: 'second of its number' },
      { ...forged, number: 2, balance: -1, reference: 'below zero' },
      { ...forged, number: 2, balance: 2, reference: 'free', kind: 'consume' as const },
    ])
      await assert.rejects(database.insertInto('ledger_entry').values(entry).execute());
  });
});

onEachEngine('keys', (engine) => {
  let made: TestStore;
  let store: Store;
  before(async () => {
    made = await engine.make();
    store = made.store;
  });
  after(() => made.drop());

  it('let their holder in, and are stored as a hash only', async () => {
    const { key, accountId, publicId } = await issueKey(store, 1, 'mine');
    assert.match(key, /^bw_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
    assert.deepEqual(await holderOf(store, key), { accountId, publicId });
    const stored = JSON.stringify(await listKeys(store));
    assert.ok(!stored.includes(key.slice(16, 48)));
  });

  it('are refused in the same words, whatever is wrong with them', async () => {
    const { key, publicId } = await issueKey(store, 1, null);
    const other = await issueKey(store, 1, null);
    const flipped = key.at(-1) === 'x' ? 'y' : 'x';
    const wrong = [
      undefined,
      '',
      'bw_',
      key.slice(0, -1) + flipped,
      `${key}x`,
      ` ${key}`,
      key.replace(publicId, other.publicId),
      key.toLowerCase(),
      'bw_000000000000_00000000000000000000000000000000000000',
      "bw_' or 1=1 --",
      'ключ'.repeat(1000),
    ];
    const said = new Set<string>();
    for (const text of wrong)
      await holderOf(store, text).then(
        () => assert.fail(`${text} was let in`),
        (error: unknown) => said.add(String(error)),
      );
    assert.equal(said.size, 1);
    await revokeKey(store, publicId);
    await assert.rejects(holderOf(store, key), (error) => said.has(String(error)));
    assert.equal(await refusal(revokeKey(store, publicId)), 'key-revoked');
    assert.equal(await refusal(revokeKey(store, 'nobody')), 'unknown-key');
  });

  it('are rotated with their balance', async () => {
    const old = await issueKey(store, 7, 'kept');
    const fresh = await rotateKey(store, old.publicId);
    assert.equal(fresh.accountId, old.accountId);
    assert.notEqual(fresh.key, old.key);
    assert.equal(await refusal(holderOf(store, old.key)), 'unauthorized');
    assert.equal((await holderOf(store, fresh.key)).accountId, old.accountId);
    const listed = (await listKeys(store)).find(({ public_id }) => public_id === fresh.publicId);
    assert.equal(listed?.balance, 7);
    assert.equal(listed?.label, 'kept');
  });

  it('have one valid key, however often it is rotated', async () => {
    const { publicId, accountId } = await issueKey(store, 7, null);
    const { publicId: next } = await rotateKey(store, publicId);
    assert.equal(await refusal(rotateKey(store, publicId)), 'key-revoked');
    await revokeKey(store, next);
    assert.equal(await refusal(rotateKey(store, next)), 'key-revoked');
    for (const id of ['nobody', '', "' or 1=1 --"])
      assert.equal(await refusal(rotateKey(store, id)), 'unknown-key', id);
    assert.deepEqual(await validKeys(store, accountId), []);
  });

  it('have one valid key when several processes rotate it at the same instant', async () => {
    const stores = Array.from({ length: 4 }, () => openStore(made.location));
    for (let round = 0; round < 5; round++) {
      const { publicId, accountId } = await issueKey(store, 7, null);
      const rotations = await Promise.allSettled(
        [...stores, ...stores].map((each) => rotateKey(each, publicId)),
      );
      const issued = rotations.flatMap((each) =>
        each.status === 'fulfilled' ? [each.value.publicId] : [],
      );
      assert.equal(issued.length, 1);
      assert.deepEqual(await validKeys(store, accountId), issued);
      for (const each of rotations)
        if (each.status === 'rejected') assert.equal(each.reason.code, 'key-revoked');
    }
    await Promise.all(stores.map((each) => each.close()));
  });
});

async function validKeys(store: Store, accountId: string): Promise<string[]> {
  return (await listKeys(store)).flatMap(({ account_id, revoked_at, public_id }) =>
    account_id === accountId && revoked_at === null ? [public_id] : [],
  );
}
