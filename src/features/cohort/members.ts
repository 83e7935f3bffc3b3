/**
 * Seats and members: members are invited under a handle, admitted with a key, and removed for a
 * reason.
 */
import {
  hashOfSecret,
  isValidSecret,
  keyFormat,
  newApiKey,
  randomText,
} from '../../lib/api-key.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { isPostgresql, type Store, type StoreTransaction } from '../../store/store.ts';
import type { CohortMemberTable } from '../../store/store-tables.ts';
import { lastSeats, momentOf } from './cohort-snapshot.ts';

/** A prefix of its own, so that people and secret scanners can tell member keys from credit keys. */
const MEMBER_KEY = keyFormat('bwm');
const ID_LENGTH = 12;

const HANDLE = /^[a-z0-9](?:[a-z0-9-]{1,28})[a-z0-9]$/;
/** Handles that would collide with addresses below /members or with our own entry. */
const RESERVED: ReadonlySet<string> = new Set(['apply', 'leaderboard', 'house', 'bellwether']);

export type MemberHolder = { id: string; handle: string };

export async function setSeats(store: Store, seats: number, now: Date): Promise<void> {
  await store.transaction(async (transaction) => {
    const at = await momentOf(transaction, now);
    const taken = (await seatedMembers(transaction)).length;
    if (seats < taken)
      throw refused('seats-taken', `${taken} seats are taken, so there cannot be only ${seats}.`);
    const number = ((await lastSeats(transaction))?.number ?? 0) + 1;
    await transaction
      .insertInto('cohort_seats')
      .values({ number, seats, recorded_at: at.toISOString() })
      .execute();
  });
}

/**
 * Invites a member, which reserves a seat under the handle.
 *
 * @param seatsByDefault number of seats if the operator has not set it
 * @throws BellwetherError `invalid-handle`, `handle-taken`, `no-seat`, `clock-behind`
 */
export async function inviteMember(
  store: Store,
  handle: string,
  seatsByDefault: number,
  now: Date,
): Promise<void> {
  if (!HANDLE.test(handle) || handle.includes('--') || RESERVED.has(handle))
    throw refused(
      'invalid-handle',
      `${JSON.stringify(handle)} cannot be a handle: 3 to 30 lower-case letters, digits and single hyphens, not ${[...RESERVED].join(', ')}.`,
    );
  await store.transaction(async (transaction) => {
    const at = await momentOf(transaction, now);
    const known = await transaction
      .selectFrom('cohort_member')
      .select('id')
      .where('handle', '=', handle)
      .executeTakeFirst();
    if (known) throw refused('handle-taken', `There is a member ${handle} already, or was one.`);
    const seats = (await lastSeats(transaction))?.seats ?? seatsByDefault;
    const taken = (await seatedMembers(transaction)).length;
    if (taken >= seats)
      throw refused(
        'no-seat',
        `${taken} of ${seats} seats are taken; bellwether cohort seats gives more.`,
      );
    await transaction
      .insertInto('cohort_member')
      .values({
        id: randomText(ID_LENGTH),
        handle,
        invited_at: at.toISOString(),
        admitted_at: null,
        removed_at: null,
        removal_reason: null,
      })
      .execute();
  });
}

/**
 * Admits an invited member.
 *
 * @returns the member's key, which cannot be shown again
 * @throws BellwetherError `unknown-member`, `already-admitted`
 */
export function admitMember(store: Store, handle: string, now: Date): Promise<string> {
  return store.transaction(async (transaction) => {
    const at = (await momentOf(transaction, now)).toISOString();
    const member = await memberNamed(transaction, handle);
    if (member.admitted_at !== null)
      throw refused('already-admitted', `${handle} was admitted at ${member.admitted_at}.`);
    await transaction
      .updateTable('cohort_member')
      .set({ admitted_at: at })
      .where('id', '=', member.id)
      .execute();
    return issueKey(transaction, member.id, at);
  });
}

export function renewMemberKey(store: Store, handle: string, now: Date): Promise<string> {
  return store.transaction(async (transaction) => {
    const at = (await momentOf(transaction, now)).toISOString();
    const member = await memberNamed(transaction, handle);
    if (member.admitted_at === null)
      throw refused('unknown-member', `${handle} is invited and not admitted yet.`);
    await revokeKeys(transaction, member.id, at);
    return issueKey(transaction, member.id, at);
  });
}

/**
 * Removes a member and frees the seat. The picks stay and are graded, so that misses cannot be made
 * to disappear.
 *
 * @param isForgotten replaces the handle with an anonymous name
 * @returns the member's name from now on
 * @throws BellwetherError `unknown-member`
 */
export function removeMember(
  store: Store,
  handle: string,
  reason: string,
  now: Date,
  isForgotten = false,
): Promise<string> {
  return store.transaction(async (transaction) => {
    const at = (await momentOf(transaction, now)).toISOString();
    const member = await memberNamed(transaction, handle);
    const name = isForgotten ? `left-${randomText(ID_LENGTH).toLowerCase()}` : handle;
    await transaction
      .updateTable('cohort_member')
      .set({ removed_at: at, removal_reason: reason, handle: name })
      .where('id', '=', member.id)
      .execute();
    await revokeKeys(transaction, member.id, at);
    return name;
  });
}

/**
 * @param text the key as sent, if any
 * @throws BellwetherError `unauthorized`, identical for every reason
 */
export async function holderOfMemberKey(
  { database }: Store,
  text: string | undefined,
): Promise<MemberHolder> {
  const given = MEMBER_KEY.parse(text ?? '');
  const known =
    given &&
    (await database
      .selectFrom('cohort_key')
      .innerJoin('cohort_member', 'cohort_member.id', 'cohort_key.member_id')
      .select(['cohort_member.id', 'handle', 'secret_hash', 'revoked_at'])
      .where('public_id', '=', given.publicId)
      .executeTakeFirst());
  if (!isValidSecret(given, known?.secret_hash) || !known || known.revoked_at !== null)
    throw memberUnauthorized();
  return { id: known.id, handle: known.handle };
}

export function memberUnauthorized(): BellwetherError {
  return new BellwetherError(
    'unauthorized',
    'This needs the key of a member, as Authorization: Bearer bwm_…; /members#apply says how to become one.',
    { status: 401 },
  );
}

/**
 * The member, locked until the transaction ends: of several changes at once, each has to see the keys
 * that the one before it issued.
 *
 * @throws BellwetherError `unknown-member`
 */
async function memberNamed(
  transaction: StoreTransaction,
  handle: string,
): Promise<CohortMemberTable> {
  const query = transaction.selectFrom('cohort_member').selectAll().where('handle', '=', handle);
  const locking = isPostgresql(transaction) ? query.forUpdate() : query;
  const member = await locking.executeTakeFirst();
  if (!member)
    throw refused(
      'unknown-member',
      `No member is called ${JSON.stringify(handle)}; bellwether cohort list shows all.`,
    );
  if (member.removed_at !== null)
    throw refused('unknown-member', `${handle} left the cohort at ${member.removed_at}.`);
  return member;
}

/** Members that are invited or admitted, and not removed. */
function seatedMembers(transaction: StoreTransaction) {
  return transaction
    .selectFrom('cohort_member')
    .select('id')
    .where('removed_at', 'is', null)
    .execute();
}

async function issueKey(
  transaction: StoreTransaction,
  memberId: string,
  at: string,
): Promise<string> {
  const key = newApiKey();
  await transaction
    .insertInto('cohort_key')
    .values({
      public_id: key.publicId,
      member_id: memberId,
      secret_hash: hashOfSecret(key.secret),
      issued_at: at,
      revoked_at: null,
    })
    .execute();
  return MEMBER_KEY.format(key);
}

async function revokeKeys(
  transaction: StoreTransaction,
  memberId: string,
  at: string,
): Promise<void> {
  await transaction
    .updateTable('cohort_key')
    .set({ revoked_at: at })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .execute();
}

function refused(code: string, message: string): BellwetherError {
  return new BellwetherError(code, message);
}
