/** Finishes payments that a dead process left, and deletes what is no longer needed. */
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { repeatableSince } from '../paid-answer.ts';
import { changeRows, deleteRows, findRow, findRows } from '../rows.ts';
import { releaseHold, takeOver } from './claims.ts';
import type { X402Parts } from './outcome.ts';
import { markSpent } from './payment-records.ts';
import { lookFor } from './settlement.ts';
import { useOf } from './trace.ts';
import { forgetWithheld } from './withheld.ts';

export async function recover(parts: X402Parts): Promise<void> {
  const { store, chain, settler } = parts;
  await forgetAnswers(store);
  await forgetWithheld(store);
  // Unfinished payments that no process holds.
  const rows = await findRows(store.database, 'x402_payment', {
    state: ['<>', 'settled'],
    held_until: ['<', new Date().toISOString()],
  });
  if (rows.length === 0) return;
  // Fails if the node is on a different chain than configured, since it would not know the payments.
  await chain.asset();
  await settler.resend();
  for (const row of rows) await finish(parts, row);
}

/** Deletes answers that can no longer be fetched again. Undelivered ones are debts and stay. */
async function forgetAnswers({ database }: Store): Promise<void> {
  const delivered_at = ['<', repeatableSince()] as const;
  const old = { state: 'settled', body: ['is not', null], delivered_at } as const;
  await changeRows(database, 'x402_payment', old, { body: null });
}

async function finish(parts: X402Parts, left: X402PaymentTable): Promise<void> {
  const { store, chain, settings, watch } = parts;
  // Its holder died before verification.
  if (left.state === 'reserved' && left.body === null) return forget(store, left);
  const { timing } = settings;
  if (left.state === 'settling' && !(await takeOver(store, left.id, timing))) return;
  const row = await findRow(store.database, 'x402_payment', { id: left.id });
  if (!row) return;
  const now = BigInt(Math.floor(Date.now() / 1000));
  const end = BigInt(row.valid_before);
  const seen = await lookFor(parts, row);
  if (seen.kind === 'answered') return;
  // A stalled node may show an old chain. What is unknown now is retried later.
  const isOver =
    end <= now &&
    (seen.kind === 'spent' ||
      (seen.kind === 'unused' && (await chain.isOver(useOf(row), end).catch(() => false))));
  if (isOver && end + BigInt(timing.lateBlocksSeconds) < now) {
    await forget(store, row);
    watch({ rail: 'x402', event: 'expired', details: { company: row.company } });
  } else if (isOver && row.open_for !== null) await markSpent(store, row.id);
  else if (row.state === 'settling') await releaseHold(store, row.id);
}

/** Unless it has changed: a process that claimed it since may have submitted the transfer. */
function forget({ database }: Store, { id, state, held_until }: X402PaymentTable): Promise<void> {
  return deleteRows(database, 'x402_payment', { id, state, held_until });
}
