/** Compares the answers that clients received with the books: nothing lost, nothing charged twice. */
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { auditBooks } from '../../../src/payments/audit.ts';
import {
  answerReference,
  creditAccount,
  entriesOf,
} from '../../../src/payments/credits/credits.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Asked, Client } from './client.ts';

type Account = { accountId: string; granted: number };

/** Every way in which the books contradict themselves or the clients, in words. */
export async function findFaults(
  store: Store,
  accounts: readonly Account[],
  clients: readonly Client[],
): Promise<string[]> {
  const asked = clients.flatMap((client) => client.asked);
  const audit = await auditBooks(store);
  const faults = [
    ...audit.faults.map(({ check, subject }) => `not so: ${check} (${subject})`),
    ...clients.flatMap((client) => client.faults),
    ...asked.flatMap(faultsOfQuestion),
  ];
  for (const [index, account] of accounts.entries())
    faults.push(
      ...(await faultsOfAccount(
        store,
        account,
        asked.filter(({ key }) => key === index),
      )),
    );
  return faults;
}

async function faultsOfAccount(
  store: Store,
  { accountId, granted }: Account,
  asked: readonly Asked[],
): Promise<string[]> {
  const consumed = (await entriesOf(store, accountId)).filter(({ kind }) => kind === 'consume');
  const { balance } = await creditAccount(store, accountId);
  const paid = await paidQuestions(store, accountId, consumed);
  const sold = new Map(asked.filter(isSold).map((each) => [each.idempotencyKey, each]));
  const faults: string[] = [];
  if (consumed.length !== sold.size)
    faults.push(`${sold.size} questions were answered for ${consumed.length} credits`);
  if (balance !== granted - sold.size)
    faults.push(`${sold.size} of ${granted} credits spent leave ${balance}`);
  for (const key of sold.keys()) if (!paid.has(key)) faults.push(`${key} was answered unpaid`);
  for (const [key, bodyHash] of paid) {
    const body = sold.get(key)?.answers[0]?.body;
    if (body === undefined) faults.push(`${key} was charged, and its client told nothing`);
    // The record is of the JSON text; the response ends with a line feed.
    else if (sha256(body.trimEnd()) !== bodyHash) faults.push(`${key} was answered otherwise`);
  }
  if (balance > 0 && asked.some(({ answers }) => answers.some(({ status }) => status === 402)))
    faults.push(`a client was told of no credits while there were ${balance}`);
  // Every credit spent changes the balance, so no two paid answers show the same one.
  const balances = [...sold.values()].flatMap(({ answers }) =>
    answers.filter(({ isReplayed }) => !isReplayed).map((answer) => answer.balance),
  );
  if (new Set(balances).size !== balances.length) faults.push('two credits left the same balance');
  if (Math.min(granted, ...balances) < balance) faults.push('a client was told of too little');
  return faults.map((fault) => `${fault} (${accountId})`);
}

/** Hash of the recorded answer for every Idempotency-Key that one of these entries paid for. */
async function paidQuestions(
  { database }: Store,
  accountId: string,
  consumed: readonly { reference: string }[],
): Promise<Map<string, string>> {
  const references = new Set(consumed.map(({ reference }) => reference));
  const rows = await database
    .selectFrom('repeatable_request')
    .innerJoin('paid_answer', 'paid_answer.id', 'repeatable_request.answer_id')
    .select(['idempotency_key', 'paid_answer.id', 'body_hash'])
    .where('repeatable_request.account_id', '=', accountId)
    .execute();
  return new Map(
    rows
      .filter(({ id }) => references.has(answerReference(id)))
      .map(({ idempotency_key, body_hash }) => [idempotency_key, body_hash]),
  );
}

/** All answers under one Idempotency-Key must be the same. */
function faultsOfQuestion({ answers, idempotencyKey, name }: Asked): string[] {
  const distinct = (values: readonly unknown[]) => new Set(values).size;
  const statuses = answers.map(({ status }) => status);
  const fresh = answers.filter(({ status, isReplayed }) => status === 200 && !isReplayed);
  const checks = {
    'was answered in several ways':
      distinct(answers.map(({ body }) => body)) > 1 || distinct(statuses) > 1,
    'was answered anew more than once': fresh.length > 1,
    'was answered otherwise than with 200 or 402': statuses.some(
      (status) => status !== 200 && status !== 402,
    ),
    'was refused with credits left': answers.some(
      ({ status, balance }) => status === 402 && balance !== 0,
    ),
  };
  return Object.entries(checks)
    .filter(([, isSo]) => isSo)
    .map(([what]) => `${name} under ${idempotencyKey} ${what}`);
}

/** Whether the answer cost a credit. */
export function isSold({ answers: [answer] }: Asked): boolean {
  return answer?.status === 200 && JSON.parse(answer.body).found === true;
}
