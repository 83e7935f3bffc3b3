/** Shared by the operations and pages of the cohort. */

import {
  type CohortRecords,
  NO_RECORDS,
  readCohort,
} from '../../features/cohort/cohort-snapshot.ts';
import type { MemberHolder } from '../../features/cohort/members.ts';
import { memberUnauthorized } from '../../features/cohort/members.ts';
import type { Caller, OperationContext } from './context.ts';
import type { DocumentedError } from './operation.ts';
import { KEY_LIMIT } from './paid.ts';

export const MEMBER_UNAUTHORIZED: DocumentedError = {
  status: 401,
  code: 'unauthorized',
  when: 'the key is missing, malformed, revoked, or not a member’s',
};
export const STORE_UNAVAILABLE: DocumentedError = {
  status: 503,
  code: 'store-unavailable',
  when: 'the store of the cohort cannot be reached; ask again later',
};

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
