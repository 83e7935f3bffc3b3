/** Shared by the paid operations: authentication, rate limits and errors. */

import { holderOfMemberKey, memberUnauthorized } from '../../features/cohort/members.ts';
import { type BellwetherError, UnavailableError } from '../../lib/errors.ts';
import type { Limit } from '../../lib/limits/token-bucket.ts';
import { type Holder, holderOf, unauthorized } from '../../payments/credits/accounts.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Caller, OperationContext } from './context.ts';
import { type Operation, STANDARD_LIMIT } from './operation.ts';

/** Rate limit of a key, across all paid addresses. */
export const KEY_LIMIT: Limit = { perMinute: 600, burst: 600 };

export const UNAUTHORIZED = {
  '401 unauthorized': 'the credit key is missing, malformed, unknown or revoked',
} as const;
export const SUSPENDED = {
  '503 payments-suspended': 'the books do not balance, and the operator is to look at them',
} as const;
export const NOT_CONFIGURED = {
  '503 payment-not-configured': 'the operator has not configured this way to pay',
} as const;
export const UNAVAILABLE = {
  '503 payment-unavailable':
    'the payment network does not answer; the same payment can be sent again, and pays once',
} as const;

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
  const { key } = caller;
  const paysOtherwise = caller.picksRail && key === undefined;
  if (needs !== 'member-key' && (needs !== 'credit-key' || paysOtherwise)) return caller;
  const isMember = needs === 'member-key';
  const books = context.payments?.books;
  try {
    // Without a store, there are no keys.
    if (!books) throw isMember ? memberUnauthorized() : unauthorized();
    return isMember
      ? { ...caller, member: await holderOfMemberKey(books.reach(), key) }
      : { ...caller, holder: await holderOf(books.open(), key) };
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
