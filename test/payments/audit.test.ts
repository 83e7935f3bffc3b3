/** The audit finds what it is there to find: each fault is put into the database by hand. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { auditBooks, CHECKS } from '../../src/payments/audit.ts';
import { issueKey } from '../../src/payments/credits/accounts.ts';
import { sellForCredit } from '../../src/payments/credits/credit-sale.ts';
import { PaymentEvents } from '../../src/payments/payment-events.ts';
import { openPayments } from '../../src/payments/payments.ts';
import { type Engine, onEachEngine, type TestStore } from './support/stores.ts';

const RAILS = { x402: undefined, solana: undefined, checkout: undefined };
const NOBODY = { audited: () => undefined, failed: () => undefined };

/** A store in which one credit was spent. */
async function usedStore(engine: Engine, t: TestContext): Promise<TestStore> {
  const made = await engine.make();
  t.after(() => made.drop());
  const { accountId } = await issueKey(made.store, 3, null);
  const offer = { isCharged: true, body: '{}', company: 'acorn', period: '2025-w26' };
  await sellForCredit(made.store, { accountId, input: '', idempotencyKey: undefined }, offer);
  return made;
}

/** What each statement does to books that balance, and the check that must notice. */
const FAULTS: Readonly<Record<string, [statement: string, check: RegExp]>> = {
  'an answer is lost': ['delete from paid_answer', /consumption has its answer/],
  'an answer was not paid': [
    `insert into paid_answer select 'free', rail, account_id, company, period, body_hash, recorded_at from paid_answer`,
    /answer for credits has its consumption/,
  ],
  'an entry is missing': [
    `insert into ledger_entry select account_id, 9, 'grant', 1, 3, 'late', recorded_at from ledger_entry where number = 1`,
    /without gaps/,
  ],
  'a balance is another': [
    `insert into ledger_entry select account_id, 3, 'grant', 1, 99, 'much', recorded_at from ledger_entry where number = 1`,
    /balance equals the sum/,
  ],
  'a top-up has no redemption': [
    `insert into ledger_entry select account_id, 3, 'top-up', 1, 3, 'solana:x', recorded_at from ledger_entry where number = 1`,
    /top-up has its redemption/,
  ],
  'a redemption has no top-up': [
    `insert into solana_redemption select 'x', id, '1', '1', created_at from account`,
    /redemption has its top-up/,
  ],
  'a checkout has no grant': [
    `insert into checkout select 'x', id, created_at, null, null from account`,
    /checkout has its grant/,
  ],
  'a grant names a checkout that is none': [
    `insert into ledger_entry select account_id, 3, 'grant', 1, 3, 'checkout:x', recorded_at from ledger_entry where number = 1`,
    /grant has its checkout/,
  ],
  'a refund has no consumption': [
    `insert into ledger_entry select account_id, 3, 'refund', 1, 3, 'refund:x', recorded_at from ledger_entry where number = 1`,
    /refund has its consumption/,
  ],
  'a settled payment has the answer of another rail': [
    `insert into x402_payment select 'x', 'p', 'h', '1', '1', 'settled', '', '', '0', 'acorn', '', '', '0x1', id, '', '', null, null, '' from paid_answer`,
    /settled payment has its transaction/,
  ],
  'an answer by x402 was not settled': [
    `insert into paid_answer select 'free', 'x402', null, company, period, body_hash, recorded_at from paid_answer`,
    /answer for x402 has its settled/,
  ],
};

onEachEngine('the audit', (engine) => {
  it('finds nothing in books that balance, and counts them', async (t) => {
    const { store } = await usedStore(engine, t);
    assert.deepEqual(await auditBooks(store), {
      faults: [],
      debts: [],
      counts: { accounts: 1, entries: 2, answers: 1, settlements: 0, credits: 2 },
    });
  });

  for (const [fault, [statement, check]] of Object.entries(FAULTS))
    it(`notices that ${fault}`, async (t) => {
      const { store } = await usedStore(engine, t);
      await sql.raw(statement).execute(store.database);
      const { faults } = await auditBooks(store);
      assert.ok(
        faults.some((found) => check.test(found.check)),
        JSON.stringify(faults),
      );
    });

  /** SQLite does as the statement says; PostgreSQL’s planner finds the same ways by itself. */
  const plans = async (t: TestContext) => {
    const { store } = await usedStore(engine, t);
    for (const [check, statement] of Object.entries(CHECKS)) {
      const { rows } = await sql
        .raw<{ id: number; parent: number; detail: string }>(`explain query plan ${statement}`)
        .execute(store.database);
      const inner = new Set(
        rows.filter(({ detail }) => detail.startsWith('CORRELATED')).map(({ id }) => id),
      );
      for (const { parent, detail } of rows)
        if (inner.has(parent)) assert.match(detail, /^SEARCH/, check);
    }
  };
  if (engine.name === 'SQLite')
    it('looks counterparts up by an index, so that large books take little time', plans);

  it('stops payments at the start, and says why', async (t) => {
    const { store } = await usedStore(engine, t);
    const sound = openPayments(store, RAILS, new PaymentEvents(), NOBODY);
    await sound.books.opened;
    assert.equal(sound.books.open(), store);
    await sql.raw('delete from paid_answer').execute(store.database);
    let reported = 0;
    const suspended = openPayments(store, RAILS, new PaymentEvents(), {
      ...NOBODY,
      audited: ({ faults }) => {
        reported = faults.length;
      },
    });
    await suspended.books.opened;
    assert.equal(reported, 1);
    assert.throws(() => suspended.books.open(), { code: 'payments-suspended' });
  });
});
