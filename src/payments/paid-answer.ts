/** Answers for sale, and the record of each one sold. */
import { randomUUID } from 'node:crypto';
import { sha256 } from '../lib/atomic-files.ts';
import type { StoreTransaction } from '../store/store.ts';
import { insertRow } from './rows.ts';

export type Offer = {
  /** False if the answer is free. */
  isCharged: boolean;
  body: string;
  company: string;
  period: string;
};

/** How long a paid answer can be fetched again. */
const REPEATABLE_MS = 24 * 60 * 60 * 1000;

/** @returns the id of the record */
export async function recordAnswer(
  transaction: StoreTransaction,
  { company, period, body }: Omit<Offer, 'isCharged'>,
  { rail, accountId }: { rail: 'credits' | 'x402'; accountId: string | null },
): Promise<string> {
  const id = randomUUID();
  await insertRow(transaction, 'paid_answer', {
    ...{ id, rail, company, period },
    account_id: accountId,
    body_hash: sha256(body),
    recorded_at: new Date().toISOString(),
  });
  return id;
}

/** The time (ISO 8601) before which paid answers can no longer be fetched again. */
export function repeatableSince(): string {
  return new Date(Date.now() - REPEATABLE_MS).toISOString();
}
