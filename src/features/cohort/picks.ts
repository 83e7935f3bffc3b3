/**
 * Rounds and picks. Picks are accepted until the round is locked, once for each startup that is
 * tracked and independent.
 */
import { randomUUID } from 'node:crypto';
import { randomText } from '../../lib/api-key.ts';
import { BellwetherError, NotFoundError } from '../../lib/errors.ts';
import type { Company } from '../../registry/schema.ts';
import { hasEnded, statusOf } from '../../registry/status.ts';
import type { Store, StoreTransaction } from '../../store/store.ts';
import type { CohortPickTable, CohortRoundTable } from '../../store/store-tables.ts';
import { momentOf } from './cohort-snapshot.ts';
import { commitmentOf } from './commitment.ts';

export type { CohortPickTable as RecordedPick, CohortRoundTable as Round };

export const MAX_PICKS = 20;
const NONCE_LENGTH = 32;
const ROUND = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Nonces that a member may choose; too long to be guessed. */
export const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

/**
 * @param locksAt deadline for picks
 * @throws BellwetherError `invalid-round`, `clock-behind`
 */
export async function openRound(store: Store, id: string, locksAt: Date, now: Date): Promise<void> {
  if (!ROUND.test(id) || id.length > 40)
    throw invalidRound(
      `${JSON.stringify(id)} cannot name a round: lower-case words joined by hyphens, like 2027-q1.`,
    );
  await store.transaction(async (transaction) => {
    const at = await momentOf(transaction, now);
    if (locksAt <= at)
      throw invalidRound(
        `The lock ${locksAt.toISOString()} is not in the future; it is ${at.toISOString()} now.`,
      );
    const open = await openRoundAt(transaction, at);
    if (open)
      throw invalidRound(`Round ${open.id} is open until ${open.locks_at}; one is open at a time.`);
    const known = await transaction
      .selectFrom('cohort_round')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (known) throw invalidRound(`There was a round ${id} already.`);
    await transaction
      .insertInto('cohort_round')
      .values({ id, opened_at: at.toISOString(), locks_at: locksAt.toISOString() })
      .execute();
  });
}

const invalidRound = (message: string) => new BellwetherError('invalid-round', message);

export type NewPick = {
  memberId: string;
  /** Undefined if the startup is not tracked. */
  company: Company | undefined;
  asked: string;
  nonce?: string | undefined;
};

/**
 * @throws BellwetherError `no-open-round`, `picks-locked`, `unknown-startup`, `not-eligible`,
 *   `picked-already`, `too-many-picks`, `clock-behind`
 */
export function makePick(
  store: Store,
  { memberId, company, asked, nonce = randomText(NONCE_LENGTH) }: NewPick,
  now: Date,
): Promise<{ pick: CohortPickTable; round: CohortRoundTable }> {
  return store.transaction(async (transaction) => {
    const at = await momentOf(transaction, now);
    const round = await roundFor(transaction, at);
    if (!company)
      throw new NotFoundError(
        'unknown-startup',
        `${JSON.stringify(asked)} is not a tracked startup, so it cannot be picked. /api/signal finds startups by name.`,
      );
    const { status, exit } = statusOf(company, at.toISOString().slice(0, 10));
    if (hasEnded(status))
      throw new BellwetherError(
        'not-eligible',
        `${company.name} was ${status}${exit?.announcedOn ? ` (announced ${exit.announcedOn})` : ''}; a pick is of a startup that is still independent.`,
        { status: 422 },
      );
    const own = await transaction
      .selectFrom('cohort_pick')
      .select(['company', 'made_at'])
      .where('member_id', '=', memberId)
      .where('round_id', '=', round.id)
      .execute();
    const before = own.find((one) => one.company === company.slug);
    if (before)
      throw conflict(
        'picked-already',
        `You picked ${company.name} in round ${round.id} at ${before.made_at}; a pick stands once it is made.`,
      );
    if (own.length >= MAX_PICKS)
      throw conflict(
        'too-many-picks',
        `A round takes ${MAX_PICKS} picks of a member, and you made them.`,
      );
    const committed = { member: memberId, round: round.id, company: company.slug, nonce };
    const pick: CohortPickTable = {
      id: randomUUID(),
      member_id: memberId,
      round_id: round.id,
      company: company.slug,
      nonce,
      commitment: commitmentOf(committed),
      made_at: at.toISOString(),
    };
    await transaction.insertInto('cohort_pick').values(pick).execute();
    return { pick, round };
  });
}

async function roundFor(transaction: StoreTransaction, at: Date): Promise<CohortRoundTable> {
  const open = await openRoundAt(transaction, at);
  if (open) return open;
  const last = await transaction
    .selectFrom('cohort_round')
    .selectAll()
    .orderBy('locks_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last)
    throw conflict(
      'picks-locked',
      `Round ${last.id} was locked at ${last.locks_at}; picks are taken before the lock alone. Nothing was recorded.`,
    );
  throw conflict('no-open-round', 'No round is open, so no picks are taken.');
}

async function openRoundAt(
  transaction: StoreTransaction,
  at: Date,
): Promise<CohortRoundTable | undefined> {
  return transaction
    .selectFrom('cohort_round')
    .selectAll()
    .where('locks_at', '>', at.toISOString())
    .executeTakeFirst();
}

function conflict(code: string, message: string): BellwetherError {
  return new BellwetherError(code, message, { status: 409 });
}
