/**
 * Audits the books: balances equal the sum of their entries, and every movement has its counterpart.
 * Each check is one statement of portable SQL that returns its violations.
 */
import { sql } from 'kysely';
import type { Store, StoreTransaction } from '../store/store.ts';
import type { EntryKind } from '../store/store-tables.ts';
import { type Debt, debts } from './debts.ts';

type AuditFault = { check: string; subject: string };
export type Audit = {
  faults: AuditFault[];
  /** Answers that were paid for but not delivered. These are not faults of the books. */
  debts: Debt[];
  counts: Record<keyof typeof COUNTS, number>;
};

const MAX_FAULTS = 100;

/**
 * Each statement returns the `subject` of every violation. Counterparts are joined on an indexed key;
 * joining on references alone would scan a whole table for each row.
 */
export const CHECKS: Readonly<Record<string, string>> = {
  'an account’s entries are numbered without gaps': `
    select account_id as subject from ledger_entry group by account_id having count(*) <> max(number) or min(number) <> 1`,
  'a balance equals the sum of the entries up to it, and is not below zero': `
    select reference as subject from (
      select reference, balance, sum(amount) over (partition by account_id order by number) as total from ledger_entry
    ) as entries where balance <> total or balance < 0`,
  'a balance is a number that is exact': `
    select reference as subject from ledger_entry where balance > ${Number.MAX_SAFE_INTEGER} or abs(amount) > ${Number.MAX_SAFE_INTEGER}`,
  'a consumption has its answer': `
    select reference as subject from ledger_entry e where kind = 'consume' and (amount <> -1 or not exists (
      select 1 from paid_answer a where a.id = substr(e.reference, 8) and e.reference = 'answer:' || a.id
        and a.account_id = e.account_id and a.rail = 'credits'))`,
  'an answer for credits has its consumption': `
    select id as subject from paid_answer a where rail = 'credits' and not exists (
      select 1 from ledger_entry e where e.reference = 'answer:' || a.id and e.kind = 'consume')`,
  'a refund has its consumption': `
    select reference as subject from ledger_entry r where kind = 'refund' and not exists (
      select 1 from ledger_entry e where e.reference = 'answer:' || substr(r.reference, 8) and e.kind = 'consume'
        and e.account_id = r.account_id and r.reference = 'refund:' || substr(e.reference, 8) and r.amount = -e.amount)`,
  ...counterparts('redemption', 'solana_redemption', 'signature', 'top-up', 'solana:'),
  ...counterparts('checkout', 'checkout', 'session_id', 'grant', 'checkout:'),
  'a settled payment has its transaction and its answer': `
    select id as subject from x402_payment p where state = 'settled' and (transaction_hash is null or not exists (
      select 1 from paid_answer a where a.id = p.answer_id and a.rail = 'x402'))`,
  'an answer for x402 has its settled payment': `
    select id as subject from paid_answer a where rail = 'x402' and not exists (
      select 1 from x402_payment p where p.answer_id = a.id and p.state = 'settled')`,
};

/** Each row of the table has its entry, and each entry has its row; the operator's own grants have none. */
function counterparts(
  name: string,
  table: string,
  key: string,
  kind: EntryKind,
  prefix: string,
): Record<string, string> {
  const pair = `e.reference = '${prefix}' || r.${key} and e.account_id = r.account_id`;
  return {
    [`a ${name} has its ${kind}`]: `
      select ${key} as subject from ${table} r where not exists (
        select 1 from ledger_entry e where ${pair} and e.kind = '${kind}')`,
    [`a ${kind} has its ${name}`]: `
      select reference as subject from ledger_entry e where kind = '${kind}' and (kind <> 'grant' or reference like '${prefix}%') and not exists (
        select 1 from ${table} r where r.${key} = substr(e.reference, ${prefix.length + 1}) and ${pair})`,
  };
}

/** Runs in one transaction, so that a concurrent sale is seen completely or not at all. */
export function auditBooks(store: Store): Promise<Audit> {
  return store.snapshot(auditWithin);
}

export async function auditWithin(transaction: StoreTransaction): Promise<Audit> {
  const faults: AuditFault[] = [];
  for (const [check, statement] of Object.entries(CHECKS)) {
    const limited = `${statement} limit ${MAX_FAULTS}`;
    const { rows } = await sql.raw<{ subject: string }>(limited).execute(transaction);
    for (const { subject } of rows) faults.push({ check, subject });
  }
  const queries = Object.entries(COUNTS).map(([name, query]) => `(${query}) as ${name}`);
  const { rows } = await sql
    .raw<Record<string, number | string | null>>(`select ${queries.join(', ')}`)
    .execute(transaction);
  const counts = Object.keys(COUNTS).map((name) => [name, Number(rows[0]?.[name] ?? 0)]);
  return {
    faults,
    debts: await debts({ database: transaction }),
    counts: Object.fromEntries(counts),
  };
}

const COUNTS = {
  accounts: 'select count(*) from account',
  entries: 'select count(*) from ledger_entry',
  answers: 'select count(*) from paid_answer',
  settlements: "select count(*) from x402_payment where state = 'settled'",
  credits: 'select cast(sum(amount) as text) from ledger_entry',
};
