/** Shared by the operations and pages of the cohort. */

import {
  type CohortRecords,
  NO_RECORDS,
  readCohort,
} from '../../features/cohort/cohort-snapshot.ts';
import { type MemberHolder, memberUnauthorized } from '../../features/cohort/members.ts';
import type { Caller, OperationContext } from './context.ts';
import { KEY_LIMIT } from './paid.ts';

export const MEMBER_UNAUTHORIZED = {
  '401 unauthorized': 'the key is missing, malformed, revoked, or not a member’s',
} as const;
export const STORE_UNAVAILABLE = {
  '503 store-unavailable': 'the store of the cohort cannot be reached; ask again later',
} as const;

/** The cohort's records. @throws BellwetherError `store-unavailable` if there is no store */
export async function cohortRecords({
  payments,
}: Pick<OperationContext, 'payments'>): Promise<CohortRecords> {
  return payments ? readCohort(payments.books.reach()) : NO_RECORDS;
}

/** The member who calls, counted. @throws BellwetherError `unauthorized`, `rate-limited` */
export async function memberOf({ member, take }: Caller): Promise<MemberHolder> {
  if (!member) throw memberUnauthorized();
  await take({ name: 'key', limit: KEY_LIMIT }, member.id);
  return member;
}
