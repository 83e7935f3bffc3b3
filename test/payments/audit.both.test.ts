/** The audit finds every kind of fault; each one is put into the database by hand. */
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
const NO_REPORT = { audited: () => undefined, failed: () => undefined };

/** A store in which one credit was spent. */
async function usedStore(engine: Engine, t: TestContext): Promise<TestStore> {
  const made = await engine.make();
  t.after(() => made.drop());
  await issueKey(made.store, 0, 'without an entry');
  const { accountId } = await issueKey(made.store, 3, null);
  const offer = { isCharged: true, body: '{}', company: 'acorn', period: '2025-w26' };
  await sellForCredit(made.store, { accountId, input: '', idempotencyKey: undefined }, offer);
  return made;
}

/** Another entry of the account. */
const entry = (number: number, kind: string, balance: number, reference: string) =>
  `insert into ledger_entry select account_id, ${number}, '${kind}', 1, ${balance}, '${reference}', recorded_at from ledger_entry where number = 1`;
/** Another answer like the one that was sold. */
const answer = (rail: string) =>
  `insert into paid_answer select 'free', ${rail}, company, period, body_hash, recorded_at from paid_answer`;

const OTHER_ACCOUNT = 'from account where id not in (select account_id from ledger_entry)';
const REDEMPTION = `insert into solana_redemption select 'x', id, '1', '1', created_at ${OTHER_ACCOUNT}`;
const CHECKOUT = `insert into checkout select 'x', id, created_at, null, null ${OTHER_ACCOUNT}`;

/** Faults put into books that balance, and the check that must notice each. */
const FAULTS: Readonly<Record<string, [statement: string, check: RegExp]>> = {
  'an answer is lost': ['delete from paid_answer', /consumption has its answer/],
  'an answer was not paid': [answer('rail, account_id'), /for credits has its consumption/],
  'an answer by x402 was not settled': [answer(`'x402', null`), /for x402 has its settled/],
  'an entry is missing': [entry(9, 'grant', 3, 'late'), /without gaps/],
  'a balance is another': [entry(3, 'grant', 99, 'much'), /balance equals the sum/],
  'a top-up has no redemption': [entry(3, 'top-up', 3, 'solana:x'), /top-up has its redemption/],
  'a top-up names no redemption': [entry(3, 'top-up', 3, 'other'), /top-up has its redemption/],
  'a grant has no checkout': [entry(3, 'grant', 3, 'checkout:x'), /grant has its checkout/],
  'a refund has no consumption': [entry(3, 'refund', 3, 'refund:x'), /refund has its consumption/],
  'a redemption has no top-up': [REDEMPTION, /redemption has its top-up/],
  'a redemption has the top-up of another account': [
    `${REDEMPTION};${entry(3, 'top-up', 3, 'solana:x')}`,
    /a redemption has its top-up.*a top-up has its redemption/,
  ],
  'a checkout has no grant': [CHECKOUT, /checkout has its grant/],
  'a checkout has the grant of another account': [
    `${CHECKOUT};${entry(3, 'grant', 3, 'checkout:x')}`,
    /a checkout has its grant.*a grant has its checkout/,
  ],
  'a settled payment has the answer of another rail': [
    `insert into x402_payment select 'x', 'p', 'h', '1', '1', 'settled', '', '', '0', 'acorn', '', '', '0x1', id, '', '', null, null, '' from paid_answer`,
    /settled payment has its transaction/,
  ],
};

onEachEngine('the audit', (engine) => {
  it('finds nothing in books that balance, and counts them', async (t) => {
    const { store } = await usedStore(engine, t);
    assert.deepEqual(await auditBooks(store), {
      faults: [],
      debts: [],
      counts: { accounts: 2, entries: 2, answers: 1, settlements: 0, credits: 2 },
    });
  });

  for (const [fault, [statement, check]] of Object.entries(FAULTS))
    it(`notices that ${fault}`, async (t) => {
      const { store } = await usedStore(engine, t);
      for (const each of statement.split(';')) await sql.raw(each).execute(store.database);
      const { faults } = await auditBooks(store);
      assert.match(faults.map((each) => each.check).join(), check);
    });

  /** SQLite follows the statement; PostgreSQL’s planner finds the same plans by itself. */
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
    const sound = openPayments(store, RAILS, new PaymentEvents(), NO_REPORT);
    await sound.books.opened;
    assert.equal(sound.books.open(), store);
    await sql.raw('delete from paid_answer').execute(store.database);
    let reported = 0;
    const suspended = openPayments(store, RAILS, new PaymentEvents(), {
      ...NO_REPORT,
      audited: ({ faults }) => {
        reported = faults.length;
      },
    });
    await suspended.books.opened;
    assert.equal(reported, 1);
    assert.throws(() => suspended.books.open(), { code: 'payments-suspended' });
  });
});
