/**
 * Sells an answer for a credit. The credit is spent in the transaction that records the answer, and
 * an answer that finds nothing is free. A request repeated within a day with the same Idempotency-Key
 * (draft-ietf-httpapi-idempotency-key-header) gets the same bytes for free.
 */

import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import { sha256 } from '../../lib/atomic-files.ts';
import { BellwetherError } from '../../lib/errors.ts';
import type { Store, StoreTransaction } from '../../store/store.ts';
import { type Offer, recordAnswer, repeatableSince } from '../paid-answer.ts';
import { deleteRows, findRow, insertRow } from '../rows.ts';
import { answerReference, appendEntry, lockAccount } from './credits.ts';

export type CreditSale = {
  body: string;
  balance: number;
  charged: 0 | 1;
  isRepeated: boolean;
};

type Request = {
  accountId: string;
  /** The request's content, compared when an Idempotency-Key is reused. */
  input: string;
  idempotencyKey: string | undefined;
};

/** @throws BellwetherError `insufficient-credits`, `idempotency-key-reused` */
export function sellForCredit(store: Store, request: Request, offer: Offer): Promise<CreditSale> {
  return queues.memo(request.accountId)(() => sell(store, request, offer));
}

/**
 * The sales of one account run one after the other. They would lock each other out in the database
 * anyway; queued here, they do not occupy connections. An account that many others have followed may
 * have a second queue.
 */
const queues = new LRUCache<string, LimitFunction>({ max: 10_000, memoMethod: () => pLimit(1) });

function sell(store: Store, request: Request, offer: Offer): Promise<CreditSale> {
  const { accountId } = request;
  return store.transaction(async (transaction): Promise<CreditSale> => {
    const last = await lockAccount(transaction, accountId);
    const { balance } = last;
    const repeated = await repeatedBody(transaction, request);
    if (repeated !== undefined) return { body: repeated, balance, charged: 0, isRepeated: true };
    if (!offer.isCharged) {
      await keepForRepeating(transaction, request, offer, null);
      return { body: offer.body, balance, charged: 0, isRepeated: false };
    }
    if (balance < 1)
      throw new BellwetherError(
        'insufficient-credits',
        'The key has no credits left; nothing was charged.',
        { status: 402, details: { balance } },
      );
    const answerId = await recordAnswer(transaction, offer, { rail: 'credits', accountId });
    const left = await appendEntry(transaction, accountId, last, {
      kind: 'consume',
      amount: -1,
      reference: answerReference(answerId),
    });
    await keepForRepeating(transaction, request, offer, answerId);
    return { body: offer.body, balance: left, charged: 1, isRepeated: false };
  });
}

async function repeatedBody(
  transaction: StoreTransaction,
  { accountId, idempotencyKey, input }: Request,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const key = { account_id: accountId, idempotency_key: idempotencyKey };
  const isOld = { recorded_at: ['<', repeatableSince()] } as const;
  await deleteRows(transaction, 'repeatable_request', { ...key, ...isOld });
  const known = await findRow(transaction, 'repeatable_request', key);
  if (!known) return undefined;
  if (known.request_hash === sha256(input)) return known.body;
  throw new BellwetherError(
    'idempotency-key-reused',
    'This Idempotency-Key was used for another request within the last 24 hours; each request needs its own.',
    { status: 422 },
  );
}

async function keepForRepeating(
  transaction: StoreTransaction,
  { accountId, idempotencyKey, input }: Request,
  { body }: Offer,
  answerId: string | null,
): Promise<void> {
  if (idempotencyKey === undefined) return;
  await insertRow(transaction, 'repeatable_request', {
    account_id: accountId,
    idempotency_key: idempotencyKey,
    request_hash: sha256(input),
    answer_id: answerId,
    body,
    recorded_at: new Date().toISOString(),
  });
}

export async function forgetRepeatable({ database }: Store): Promise<void> {
  await deleteRows(database, 'repeatable_request', { recorded_at: ['<', repeatableSince()] });
}
