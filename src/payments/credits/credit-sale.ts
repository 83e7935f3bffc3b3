/**
 * Sells an answer for a credit. The credit moves in the transaction that records the answer; an
 * answer that finds nothing costs nothing; a request that is repeated under its Idempotency-Key
 * (draft-ietf-httpapi-idempotency-key-header) within a day gets the same bytes and costs nothing.
 */
import { randomUUID } from 'node:crypto';
import { BellwetherError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/files.ts';
import type { Store, StoreTransaction } from '../../store/store.ts';
import { appendEntry, lockAccount } from './credits.ts';
import { Turns } from '../turns.ts';

/** An answer that is for sale. */
export type Offer = {
  /** False for an answer that is given away. */
  isCharged: boolean;
  /** JSON, as it is sent. */
  body: string;
  /** Slug of the startup, and the period it is about. */
  company: string;
  period: string;
};

export type CreditSale = {
  body: string;
  /** Of the account, after it. */
  balance: number;
  charged: 0 | 1;
  isRepeated: boolean;
};

/** How long a request can be repeated, in milliseconds. */
const REPEATABLE_FOR = 24 * 60 * 60 * 1000;

type Request = {
  accountId: string;
  /** The request's own words, by which a repeated one is told from another. */
  input: string;
  idempotencyKey: string | undefined;
};

/**
 * @throws BellwetherError `insufficient-credits`, `idempotency-key-reused`
 */
export function sellForCredit(store: Store, request: Request, offer: Offer): Promise<CreditSale> {
  return TURNS.take(request.accountId, () => sell(store, request, offer));
}

const TURNS = new Turns();

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
        { details: { balance } },
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

/** The ledger's reference for what an answer cost. */
export function answerReference(answerId: string): string {
  return `answer:${answerId}`;
}

/** @returns the id of the record */
export async function recordAnswer(
  transaction: StoreTransaction,
  { company, period, body }: Offer,
  { rail, accountId }: { rail: 'credits' | 'x402'; accountId: string | null },
): Promise<string> {
  const id = randomUUID();
  await transaction
    .insertInto('paid_answer')
    .values({
      id,
      rail,
      account_id: accountId,
      company,
      period,
      body_hash: sha256(body),
      recorded_at: new Date().toISOString(),
    })
    .execute();
  return id;
}

async function repeatedBody(
  transaction: StoreTransaction,
  { accountId, idempotencyKey, input }: Request,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const known = await transaction
    .selectFrom('repeatable_request')
    .select(['request_hash', 'body', 'recorded_at'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst();
  if (!known) return undefined;
  if (known.recorded_at < repeatableSince()) {
    await transaction
      .deleteFrom('repeatable_request')
      .where('account_id', '=', accountId)
      .where('idempotency_key', '=', idempotencyKey)
      .execute();
    return undefined;
  }
  if (known.request_hash === sha256(input)) return known.body;
  throw new BellwetherError(
    'idempotency-key-reused',
    'This Idempotency-Key was used for another request within the last 24 hours; each request needs its own.',
  );
}

async function keepForRepeating(
  transaction: StoreTransaction,
  { accountId, idempotencyKey, input }: Request,
  { body }: Offer,
  answerId: string | null,
): Promise<void> {
  if (idempotencyKey === undefined) return;
  await transaction
    .insertInto('repeatable_request')
    .values({
      account_id: accountId,
      idempotency_key: idempotencyKey,
      request_hash: sha256(input),
      answer_id: answerId,
      body,
      recorded_at: new Date().toISOString(),
    })
    .execute();
}

/** Drops what can no longer be repeated. */
export async function forgetRepeatable({ database }: Store): Promise<void> {
  await database
    .deleteFrom('repeatable_request')
    .where('recorded_at', '<', repeatableSince())
    .execute();
}

/** The moment from which on what was answered can still be repeated. */
export function repeatableSince(): string {
  return new Date(Date.now() - REPEATABLE_FOR).toISOString();
}

/**
 * Gives a credit back for an answer that was paid with one; once.
 *
 * @returns the balance after it
 * @throws BellwetherError `not-refundable`
 */
export function refundAnswer(store: Store, answerId: string): Promise<number> {
  return store.transaction(async (transaction) => {
    const reference = `refund:${answerId}`;
    const consumed = await transaction
      .selectFrom('ledger_entry')
      .select('account_id')
      .where('reference', '=', answerReference(answerId))
      .executeTakeFirst();
    if (!consumed)
      throw new BellwetherError('not-refundable', `No credit was spent on an answer ${answerId}.`);
    const last = await lockAccount(transaction, consumed.account_id);
    const refunded = await transaction
      .selectFrom('ledger_entry')
      .select('recorded_at')
      .where('reference', '=', reference)
      .executeTakeFirst();
    if (refunded)
      throw new BellwetherError(
        'not-refundable',
        `The credit for answer ${answerId} was given back at ${refunded.recorded_at}.`,
      );
    return appendEntry(transaction, consumed.account_id, last, {
      kind: 'refund',
      amount: 1,
      reference,
    });
  });
}
