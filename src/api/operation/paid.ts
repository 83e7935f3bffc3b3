/** Shared by the paid operations: authentication, rate limits and errors. */

import { holderOfMemberKey, memberUnauthorized } from '../../features/cohort/members.ts';
import { type BellwetherError, UnavailableError } from '../../lib/errors.ts';
import type { Limit } from '../../lib/limits/token-bucket.ts';
import { type Holder, holderOf, unauthorized } from '../../payments/credits/accounts.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Caller, OperationContext } from './context.ts';
import { type DocumentedError, type Operation, STANDARD_LIMIT } from './operation.ts';

/** Rate limit of a key, across all paid addresses. */
export const KEY_LIMIT: Limit = { perMinute: 600, burst: 600 };

export const UNAUTHORIZED: DocumentedError = {
  status: 401,
  code: 'unauthorized',
  when: 'the credit key is missing, malformed, unknown or revoked',
};
export const INVALID_PAYMENT: DocumentedError = {
  status: 400,
  code: 'invalid-payment',
  when: 'the payment is malformed; nothing is charged',
};
export const SUSPENDED: DocumentedError = {
  status: 503,
  code: 'payments-suspended',
  when: 'the books do not balance, and the operator is to look at them',
};
export const NOT_CONFIGURED: DocumentedError = {
  status: 503,
  code: 'payment-not-configured',
  when: 'the operator has not configured this way to pay',
};
export const UNAVAILABLE: DocumentedError = {
  status: 503,
  code: 'payment-unavailable',
  when: 'the payment network does not answer; the same payment can be sent again, and pays once',
};

/** @throws BellwetherError `payment-not-configured` */
export function paymentsOf({ payments }: OperationContext): Payments {
  if (payments) return payments;
  throw notConfigured('Nothing is sold here.');
}

export function notConfigured(why: string): BellwetherError {
  return new UnavailableError(
    'payment-not-configured',
    `${why} Nothing was charged. get_startup_signal gives the published signal free of charge.`,
  );
}

/**
 * Verifies the key before the rest of the call is read, so that a wrong key is reported before an
 * invalid body. Calls without a valid key count towards the standard limit of their address, which
 * prevents guessing keys.
 *
 * @returns the caller, with the holder of the key
 * @throws BellwetherError `unauthorized`
 */
export async function authenticated(
  { needs }: Pick<Operation, 'needs'>,
  context: OperationContext,
  caller: Caller,
): Promise<Caller> {
  if (needs === 'member-key') return authenticatedMember(context, caller);
  const paysOtherwise = caller.picksRail && caller.key === undefined;
  if (needs !== 'credit-key' || paysOtherwise) return caller;
  try {
    // If nothing is sold, no keys exist.
    if (!context.payments) throw unauthorized();
    return { ...caller, holder: await holderOf(context.payments.books.open(), caller.key) };
  } catch (error) {
    await throttle(caller);
    throw error;
  }
}

async function authenticatedMember(
  { payments }: OperationContext,
  caller: Caller,
): Promise<Caller> {
  try {
    // Without a store, there are no members.
    if (!payments) throw memberUnauthorized();
    return { ...caller, member: await holderOfMemberKey(payments.books.reach(), caller.key) };
  } catch (error) {
    await throttle(caller);
    throw error;
  }
}

/** The holder of the key, counted. @throws BellwetherError `unauthorized`, `rate-limited` */
export async function keyHolder({ holder, take }: Caller): Promise<Holder> {
  if (!holder) throw unauthorized();
  await take({ name: 'key', limit: KEY_LIMIT }, holder.accountId);
  return holder;
}

/** Counts a call without payment towards the standard limit: it costs look-ups too. */
export function throttle(caller: Caller): Promise<void> {
  return caller.take({ name: 'default', limit: STANDARD_LIMIT });
}
