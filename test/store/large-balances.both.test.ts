/** Balances beyond 2³¹ credits: booked, read and audited alike on both engines, up to 2⁵³. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { auditBooks } from '../../src/payments/audit.ts';
import { issueKey, listKeys } from '../../src/payments/credits/accounts.ts';
import { sellForCredit } from '../../src/payments/credits/credit-sale.ts';
import {
  appendEntry,
  creditAccount,
  entriesOf,
  lockAccount,
} from '../../src/payments/credits/credits.ts';
import { migrate } from '../../src/store/migrate.ts';
import type { Store } from '../../src/store/store.ts';
import { type Engine, onEachEngine } from '../payments/support/stores.ts';

const BEFORE = '0001-payments';
const THIS = '0002-large-balances';
const MOST = Number.MAX_SAFE_INTEGER;
const OFFER = { isCharged: true, body: '{}', company: 'acorn', period: '2025-w26' };

async function emptyStore(engine: Engine, t: TestContext, through?: string): Promise<Store> {
  const made = await engine.make(through);
  t.after(() => made.drop());
  return made.store;
}

const grant = (store: Store, accountId: string, amount: number, reference: string) =>
  store.transaction(async (transaction) => {
    const last = await lockAccount(transaction, accountId);
    return appendEntry(transaction, accountId, last, { kind: 'grant', amount, reference });
  });
const spend = (store: Store, accountId: string) =>
  sellForCredit(store, { accountId, input: '', idempotencyKey: undefined }, OFFER);
const isSound = async (store: Store) => assert.deepEqual((await auditBooks(store)).faults, []);

onEachEngine('balances', (engine) => {
  for (const credits of [2 ** 31, MOST])
    it(`of ${credits} credits are booked, spent from, listed and audited`, async (t) => {
      const store = await emptyStore(engine, t);
      const { accountId } = await issueKey(store, credits, null);
      assert.equal((await spend(store, accountId)).balance, credits - 1);
      const { balance, purchased, consumed } = await creditAccount(store, accountId);
      assert.deepEqual([balance, purchased, consumed], [credits - 1, credits, 1]);
      const entries = await entriesOf(store, accountId);
      assert.deepEqual(
        entries.map(({ number, amount, balance: then }) => [number, amount, then]),
        [
          [1, credits, credits],
          [2, -1, credits - 1],
        ],
      );
      assert.equal((await listKeys(store))[0]?.balance, credits - 1);
      const { faults, counts } = await auditBooks(store);
      assert.deepEqual([faults, counts.credits], [[], credits - 1]);
    });

  it('beyond 2⁵³ − 1 are refused, and nothing is booked', async (t) => {
    const store = await emptyStore(engine, t);
    const { accountId } = await issueKey(store, MOST, null);
    const code = 'balance-too-large';
    await assert.rejects(grant(store, accountId, 1, 'one too many'), { code });
    await assert.rejects(grant(store, accountId, MOST, 'as many again'), { code });
    await assert.rejects(issueKey(store, MOST + 1, null), { code });
    assert.equal((await creditAccount(store, accountId)).balance, MOST);
    assert.equal((await listKeys(store)).length, 1);
    await isSound(store);
  });

  it('that were written beyond it are a fault of the books, and not read as another number', async (t) => {
    const store = await emptyStore(engine, t);
    const { accountId } = await issueKey(store, 1, null);
    await sql`insert into ledger_entry values (${accountId}, 2, 'grant', 9007199254740992, 9007199254740993, 'x', '')`.execute(
      store.database,
    );
    const { faults } = await auditBooks(store);
    assert.ok(faults.some(({ check }) => check === 'a balance is a number that is exact'));
    await assert.rejects(entriesOf(store, accountId), RangeError);
    await assert.rejects(spend(store, accountId), RangeError);
  });

  it('are the sum of what was granted, for any amounts', async (t) => {
    const store = await emptyStore(engine, t);
    const amounts = fc.array(fc.integer({ min: 1, max: 2 ** 50 }), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(amounts, fc.uuid(), async (granted, run) => {
        const { accountId } = await issueKey(store, 0, null);
        for (const [index, amount] of granted.entries())
          await grant(store, accountId, amount, `${run} ${index}`);
        const sum = granted.reduce((total, amount) => total + amount, 0);
        assert.equal((await creditAccount(store, accountId)).balance, sum);
        assert.equal((await entriesOf(store, accountId)).at(-1)?.balance, sum);
      }),
      { numRuns: 15, seed: 20_261_122 },
    );
    await isSound(store);
  });

  it('stay as they are when the tables are brought up to date', async (t) => {
    const store = await emptyStore(engine, t, BEFORE);
    const { accountId } = await issueKey(store, 2 ** 31 - 1, 'old');
    await spend(store, accountId);
    const before = await entriesOf(store, accountId);
    assert.equal((await migrate(store)).at(0), THIS);
    assert.deepEqual(await entriesOf(store, accountId), before);
    assert.equal(await grant(store, accountId, 2 ** 40, 'large'), 2 ** 31 - 2 + 2 ** 40);
    await assert.rejects(
      sql`delete from ledger_entry`.execute(store.database),
      /append-only/,
      'the ledger still only grows',
    );
    await isSound(store);
  });
});

onEachEngine('rows without a key', (engine) => {
  it('are refused by the database', async (t) => {
    const store = await emptyStore(engine, t);
    const { accountId } = await issueKey(store, 1, null);
    for (const statement of [
      `insert into checkout (account_id, granted_at) values ('${accountId}', '')`,
      `insert into account (created_at) values ('')`,
      `insert into credit_key (account_id, secret_hash, issued_at) values ('${accountId}', '', '')`,
      `insert into solana_redemption (account_id, amount, slot, redeemed_at) values ('${accountId}', '1', '1', '')`,
      `update credit_key set public_id = null`,
    ])
      await assert.rejects(sql.raw(statement).execute(store.database), /null/, statement);
  });
});
