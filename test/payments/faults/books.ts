/** Compares what clients were told with the books: nothing lost, nothing charged twice. */
import { sha256 } from '../../../src/lib/atomic-files.ts';
import { auditBooks } from '../../../src/payments/audit.ts';
import {
  answerReference,
  creditAccount,
  entriesOf,
} from '../../../src/payments/credits/credits.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Asked, Client } from './client.ts';

export type Spent = {
  rounds: number;
  keys: readonly { accountId: string; granted: number }[];
  clients: readonly Client[];
};

export type Tally = {
  /** How often the service was killed. */
  kills: number;
  /** Questions, each under an Idempotency-Key of its own. */
  questions: number;
  answers: number;
  /** Requests that were sent again because they had been cut off. */
  retries: number;
  /** Questions whose charge was on the books when their answer was cut off. */
  recovered: number;
  misses: number;
  /** Answers of 402. */
  refusals: number;
  /** Questions that clients were told the startup for: one credit each. */
  charged: number;
  /** Consumptions in the books. */
  consumed: number;
  /** Keys with nothing left. */
  dry: number;
  /** Answers that nobody paid for, as far as the books know. */
  lost: number;
  /** Consumptions without a question of their own. */
  double: number;
  /** Answers of 500 and more, by code. */
  failures: Record<string, number>;
  /** What cannot be, in words. */
  faults: string[];
};

export async function settleAccounts(
  store: Store,
  { rounds, keys, clients }: Spent,
): Promise<Tally> {
  const asked = clients.flatMap((client) => client.asked);
  const answers = asked.flatMap((one) => one.answers);
  const failures: Record<string, number> = {};
  for (const [code, count] of clients.flatMap(({ refused }) => [...refused]))
    failures[code] = (failures[code] ?? 0) + count;
  const { faults } = await auditBooks(store);
  const tally: Tally = {
    kills: rounds,
    questions: asked.length,
    answers: answers.length,
    retries: answers.reduce((sum, { retries }) => sum + retries, 0),
    recovered: asked.filter((one) => isHit(one) && one.answers.every((each) => each.isReplayed))
      .length,
    misses: asked.filter((one) => isFound(one) === false).length,
    refusals: answers.filter(({ status }) => status === 402).length,
    charged: asked.filter(isHit).length,
    consumed: 0,
    dry: 0,
    lost: 0,
    double: 0,
    failures,
    faults: [
      ...faults.map(({ check, subject }) => `not so: ${check} (${subject})`),
      ...clients.flatMap((client) => client.faults),
      ...asked.flatMap(faultsOf),
    ],
  };
  for (const [index, key] of keys.entries())
    await settle(
      store,
      key,
      asked.filter((one) => one.key === index),
      tally,
    );
  return tally;
}

/** One account; counts into the tally. */
async function settle(
  store: Store,
  { accountId, granted }: Spent['keys'][number],
  asked: readonly Asked[],
  tally: Tally,
): Promise<void> {
  const consumed = (await entriesOf(store, accountId)).filter(({ kind }) => kind === 'consume');
  const { balance } = await creditAccount(store, accountId);
  const paid = await paidQuestions(store, accountId, consumed);
  const hits = new Map(asked.filter(isHit).map((one) => [one.idempotencyKey, one]));
  const unpaid = [...hits.keys()].filter((key) => !paid.has(key));
  tally.consumed += consumed.length;
  tally.dry += balance === 0 ? 1 : 0;
  tally.lost += unpaid.length;
  tally.double += consumed.length - (hits.size - unpaid.length);
  const fault = (text: string) => tally.faults.push(`${text} (${accountId})`);
  if (balance !== granted - hits.size)
    fault(`${hits.size} of ${granted} credits spent leave ${balance}`);
  for (const [key, bodyHash] of paid) {
    const body = hits.get(key)?.answers[0]?.body;
    if (body === undefined) fault(`${key} was charged, and its client told nothing`);
    // The record is of the JSON text; a line feed ends what is sent.
    else if (sha256(body.trimEnd()) !== bodyHash) fault(`${key} was answered otherwise`);
  }
  const answers = asked.flatMap((one) => one.answers);
  if (balance > 0 && answers.some(({ status }) => status === 402))
    fault(`a client was told of no credits while there were ${balance}`);
  // Every credit leaves another balance behind, so nobody hears of the same one for two of them.
  const told = [...hits.values()].flatMap((one) =>
    one.answers.filter(({ isReplayed }) => !isReplayed).map((each) => each.balance),
  );
  if (new Set(told).size !== told.length) fault('two credits left the same balance');
  if (Math.min(granted, ...told) < balance) fault('a client was told of less than there is');
}

/** Hash of the answer on record for every Idempotency-Key that one of these entries paid for. */
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

/** What was told under one Idempotency-Key must be one thing. */
function faultsOf({ answers, idempotencyKey, name }: Asked): string[] {
  const fresh = answers.filter(({ status, isReplayed }) => status === 200 && !isReplayed);
  const checks = {
    'was answered in several ways': new Set(answers.map((each) => each.body)).size > 1,
    'was answered with two statuses': new Set(answers.map((each) => each.status)).size > 1,
    'was answered anew more than once': fresh.length > 1,
    'was answered otherwise than with 200 or 402': answers.some(
      ({ status }) => status !== 200 && status !== 402,
    ),
    'was refused with credits left': answers.some(
      ({ status, balance }) => status === 402 && balance !== 0,
    ),
  };
  return Object.entries(checks)
    .filter(([, isSo]) => isSo)
    .map(([what]) => `${name} under ${idempotencyKey} ${what}`);
}

function isHit(asked: Asked): boolean {
  return isFound(asked) === true;
}

/** Undefined for a question that was refused. */
function isFound({ answers: [answer] }: Asked): boolean | undefined {
  return answer?.status === 200 ? JSON.parse(answer.body).found : undefined;
}
