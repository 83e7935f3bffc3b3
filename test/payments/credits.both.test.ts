/** The rules of credits and their keys, under every interleaving that a test can make. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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

const HIT: Offer = {
  isCharged: true,
  body: '{"found":true}',
  company: 'acorn',
  period: '2025-w26',
};
const MISS: Offer = { isCharged: false, body: '{"found":false}', company: '', period: '2025-w26' };

type Request = { key?: string | undefined; input?: string; offer?: Offer };

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
  const issue = async (credits: number) => (await issueKey(store, credits, null)).accountId;
  const buy = (accountId: string, { key, input = 'acorn', offer = HIT }: Request = {}) =>
    sellForCredit(store, { accountId, input, idempotencyKey: key }, offer);
  const refusal = async (work: Promise<unknown>) => (await rejection(work, BellwetherError)).code;
  const account = async (accountId: string) => {
    const { lastConsumedAt, ...sums } = await creditAccount(store, accountId);
    return { ...sums, isConsumed: lastConsumedAt !== null };
  };

  it('are spent one by one, never below zero, and given back once for an answer', async () => {
    const accountId = await issue(2);
    assert.deepEqual(await buy(accountId), {
      ...{ body: HIT.body, balance: 1, charged: 1, isRepeated: false },
    });
    assert.equal((await buy(accountId)).balance, 0);
    assert.equal(await refusal(buy(accountId)), 'insufficient-credits');
    const spent = { balance: 0, purchased: 2, consumed: 2, isConsumed: true };
    assert.deepEqual(await account(accountId), spent);
    const entries = (await entriesOf(store, accountId)).map((entry) => [
      ...[entry.number, entry.kind, entry.amount, entry.balance],
    ]);
    assert.deepEqual(entries, [
      [1, 'grant', 2, 2],
      [2, 'consume', -1, 1],
      [3, 'consume', -1, 0],
    ]);
    const [, { reference } = assert.fail()] = await entriesOf(store, accountId);
    const answerId = reference.slice('answer:'.length);
    assert.equal(await refundAnswer(store, answerId), 1);
    for (const id of [answerId, 'nothing'])
      assert.equal(await refusal(refundAnswer(store, id)), 'not-refundable');
    const refunded = { balance: 1, purchased: 2, consumed: 1, isConsumed: true };
    assert.deepEqual(await account(accountId), refunded);
  });

  it('cost nothing for a miss, even with none left', async () => {
    const accountId = await issue(0);
    const sale = await buy(accountId, { offer: MISS });
    assert.deepEqual(sale, { body: MISS.body, balance: 0, charged: 0, isRepeated: false });
    const untouched = { balance: 0, purchased: 0, consumed: 0, isConsumed: false };
    assert.deepEqual(await account(accountId), untouched);
  });

  it('are spent once for an Idempotency-Key of an account, for a day and the same bytes', async () => {
    const accountId = await issue(5);
    await buy(accountId, { key: 'a' });
    const offer = { ...HIT, body: 'another body' };
    const again = await buy(accountId, { key: 'a', offer });
    assert.deepEqual(again, { body: HIT.body, balance: 4, charged: 0, isRepeated: true });
    const reused = buy(accountId, { key: 'a', input: 'birch' });
    assert.equal(await refusal(reused), 'idempotency-key-reused');
    assert.equal((await buy(await issue(1), { key: 'a' })).isRepeated, false);
    await buy(accountId, { key: 'b', offer: MISS });
    assert.equal((await buy(accountId, { key: 'b' })).body, MISS.body);
    const recorded = (hoursAgo: number) =>
      store.database
        .updateTable('repeatable_request')
        .set({ recorded_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString() })
        .where('account_id', '=', accountId)
        .execute();
    await recorded(23);
    assert.equal((await buy(accountId, { key: 'a' })).charged, 0);
    await recorded(25);
    assert.equal((await buy(accountId, { key: 'a' })).charged, 1);
  });

  it('are never overspent by calls at the same instant, with or without one key', async () => {
    const accountId = await issue(20);
    const calls = await Promise.allSettled(Array.from({ length: 50 }, () => buy(accountId)));
    assert.equal(calls.filter(({ status }) => status === 'fulfilled').length, 20);
    assert.equal((await account(accountId)).balance, 0);
    const repeating = await issue(50);
    const sales = await Promise.all(
      Array.from({ length: 30 }, () => buy(repeating, { key: 'at once' })),
    );
    assert.equal(sales.filter(({ charged }) => charged === 1).length, 1);
    assert.equal((await account(repeating)).balance, 49);
  });

  it('add up in any order of actions', async () => {
    const action = fc.record({
      at: fc.nat(2),
      key: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
      input: fc.constantFrom('acorn', 'birch'),
      offer: fc.constantFrom(HIT, MISS),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), fc.nat(4), async (actions, credits) => {
        const accounts = [await issue(credits), await issue(1), await issue(0)];
        const charged = [0, 0, 0];
        await Promise.all(
          actions.map(async ({ at, ...request }) => {
            const sale = await buy(accounts[at] ?? '', request).catch(() => undefined);
            charged[at] = (charged[at] ?? 0) + (sale?.charged ?? 0);
          }),
        );
        for (const [index, accountId] of accounts.entries()) {
          const { balance, consumed } = await account(accountId);
          const last = (await entriesOf(store, accountId)).at(-1);
          assert.deepEqual([consumed, balance], [charged[index], last?.balance ?? 0]);
          assert.ok(balance >= 0);
        }
      }),
      { numRuns: 15, seed: 20_261_121 },
    );
  });

  it('cannot be changed or taken back in the database', async () => {
    const accountId = await issue(3);
    const { database } = store;
    const change = database.updateTable('ledger_entry').set({ amount: 300 });
    await assert.rejects(change.where('account_id', '=', accountId).execute(), /append-only/);
    const removal = database.deleteFrom('ledger_entry').where('account_id', '=', accountId);
    await assert.rejects(removal.execute(), /append-only/);
    const forged = { account_id: accountId, kind: 'grant', amount: 1, recorded_at: '' } as const;
    for (const entry of [
      { ...forged, number: 1, balance: 4, reference: 'second of its number' },
      { ...forged, number: 2, balance: -1, reference: 'below zero' },
      { ...forged, number: 2, balance: 2, reference: 'free', kind: 'consume' as const },
    ])
      await assert.rejects(database.insertInto('ledger_entry').values(entry).execute());
  });

  describe('keys', () => {
    const validKeys = async (accountId: string) =>
      (await listKeys(store)).flatMap(({ account_id, revoked_at, public_id }) =>
        account_id === accountId && revoked_at === null ? [public_id] : [],
      );

    it('identify their holder, are stored as a hash, and are refused in the same words', async () => {
      const { key, accountId, publicId } = await issueKey(store, 1, 'mine');
      assert.match(key, /^bw_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/);
      assert.deepEqual(await holderOf(store, key), { accountId, publicId });
      assert.ok(!JSON.stringify(await listKeys(store)).includes(key.slice(16, 48)));
      const other = await issueKey(store, 1, null);
      const revoked = await issueKey(store, 1, null);
      await revokeKey(store, revoked.publicId);
      const messages = new Set<string>();
      for (const wrong of [
        ...[undefined, '', 'bw_', `${key}x`, ` ${key}`, key.toLowerCase(), revoked.key],
        key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x'),
        key.replace(publicId, other.publicId),
        'bw_000000000000_00000000000000000000000000000000000000',
        "bw_' or 1=1 --",
        'ключ'.repeat(1000),
      ]) {
        const error = await rejection(holderOf(store, wrong), BellwetherError);
        messages.add(`${error.code} ${error.message}`);
      }
      assert.equal(messages.size, 1);
    });

    it('are rotated and revoked once, and keep their balance and label', async () => {
      const old = await issueKey(store, 7, 'kept');
      const fresh = await rotateKey(store, old.publicId);
      assert.equal(await refusal(holderOf(store, old.key)), 'unauthorized');
      assert.equal((await holderOf(store, fresh.key)).accountId, old.accountId);
      const listed = (await listKeys(store)).find(({ public_id }) => public_id === fresh.publicId);
      assert.deepEqual([listed?.balance, listed?.label], [7, 'kept']);
      assert.deepEqual(await validKeys(old.accountId), [fresh.publicId]);
      await revokeKey(store, fresh.publicId);
      for (const change of [rotateKey, revokeKey]) {
        assert.equal(await refusal(change(store, fresh.publicId)), 'key-revoked');
        for (const id of ['unknown', '', "' or 1=1 --"])
          assert.equal(await refusal(change(store, id)), 'unknown-key', id);
      }
      assert.deepEqual(await validKeys(old.accountId), []);
    });

    it('have one valid key when several processes rotate one at the same instant', async () => {
      const stores = Array.from({ length: 4 }, () => openStore(made.location));
      for (let round = 0; round < 5; round++) {
        const { publicId, accountId } = await issueKey(store, 7, null);
        const rotations = await Promise.allSettled(
          [...stores, ...stores].map((each) => rotateKey(each, publicId)),
        );
        const issued = rotations.flatMap((each) => {
          if (each.status === 'fulfilled') return [each.value.publicId];
          assert.equal(each.reason.code, 'key-revoked');
          return [];
        });
        assert.equal(issued.length, 1);
        assert.deepEqual(await validKeys(accountId), issued);
      }
      await Promise.all(stores.map((each) => each.close()));
    });
  });
});
