/**
 * Settles payments that were verified. The chain is believed, and not what whoever sent a transfer
 * says of it: an authorization that was used for us has paid, whoever used it.
 */
import { getAddress, type Hash, type Hex } from 'viem';
import { BellwetherError } from '../../lib/errors.ts';
import type { Store } from '../../store/store.ts';
import type { X402PaymentTable } from '../../store/tables.ts';
import type { PaymentWatch } from '../events.ts';
import type { Authorization } from './messages.ts';
import { type Chain, type Used, withoutAddress } from './chain.ts';
import { normalized } from './checks.ts';
import { forget, letGo, markSent, markSettled, release } from './records.ts';
import { requirements, type Terms } from './requirements.ts';
import type { Settler } from './settler.ts';

type X402Settings = {
  terms: Omit<Terms, 'asset' | 'amount'>;
  /** In whole units of the asset, such as 0.19; exact to its last decimal. */
  price: string;
  /** Blocks, its own included, after which a transfer is believed. */
  confirmations: number;
};

export type X402Parts = {
  store: Store;
  chain: Chain;
  settler: Settler;
  settings: X402Settings;
  watch: PaymentWatch;
};

/** Refuses the payment, for a reason. */
export type Refuse = (reason: string) => never;

/** Blocks can be older than they come: so long after its end an authorization may still be used. */
const LATE_BLOCKS = 3_600n;

/** Sends the transfer, and believes what the chain says of it. */
export async function settle(
  parts: X402Parts,
  row: X402PaymentTable,
  terms: Terms,
  refuse: Refuse,
): Promise<X402PaymentTable> {
  const { store, chain, settler, watch } = parts;
  const { id } = row;
  let sent: Hash | undefined;
  const outcome = await settler
    .settle(normalized(JSON.parse(row.payload), terms), requirements(terms), async (hash) => {
      await markSent(store, id, hash);
      sent = hash;
    })
    .catch((error: unknown) => ({
      kind: 'unknown' as const,
      reason: withoutAddress(error).message,
    }));
  try {
    if (outcome.kind === 'settled')
      await chain.waitFor(outcome.transaction, parts.settings.confirmations);
    // Whoever sent it: others may settle an authorization that they have seen.
    const settled = await settledOnChain(parts, row);
    if (settled) return settled;
    const isOut = sent !== undefined && !(await chain.isReverted(sent));
    const mayHappen = outcome.kind !== 'failed' || isOut;
    if (!mayHappen && (await release(store, row, sent ?? row.transaction_hash))) {
      watch({ rail: 'x402', event: 'settlement-failed', details: { reason: outcome.reason } });
      return refuse(outcome.reason);
    }
  } catch (error) {
    await letGo(store, id);
    throw error;
  }
  await letGo(store, id);
  // Many of them tell of a wallet without gas, or of a facilitator that does not answer.
  const reason = outcome.kind === 'settled' ? 'not found on the chain yet' : outcome.reason;
  const details = { reason, transaction: sent ?? null };
  watch({ rail: 'x402', event: 'settlement-pending', details });
  throw settlementPending();
}

/** Takes up what a process that died left: the transfer may have happened, or not. */
export async function resume(
  parts: X402Parts,
  row: X402PaymentTable,
  terms: Terms,
  refuse: Refuse,
): Promise<X402PaymentTable> {
  const settled = await settledOnChain(parts, row);
  if (settled) return settled;
  // The hash was recorded by ourselves, as one.
  const sent = row.transaction_hash as Hash | null;
  if (sent !== null && (await parts.chain.isWaiting(sent))) {
    await letGo(parts.store, row.id);
    throw settlementPending();
  }
  return settle(parts, row, terms, refuse);
}

async function settledOnChain(
  { store, chain, settings, watch }: X402Parts,
  row: X402PaymentTable,
): Promise<X402PaymentTable | undefined> {
  const found = await chain.settlementOf(used(row), BigInt(row.since_block));
  if (!found) return undefined;
  if (found.confirmations < BigInt(settings.confirmations)) {
    await letGo(store, row.id);
    throw settlementPending();
  }
  const settled = await markSettled(store, row.id, found.transaction);
  const { amount, company } = settled;
  const details = { transaction: found.transaction, amount, company };
  watch({ rail: 'x402', event: 'settled', details });
  return settled;
}

/** Finishes what nobody works on any more, or forgets what can never happen. */
export async function finishAbandoned(parts: X402Parts, row: X402PaymentTable): Promise<void> {
  const { store, watch } = parts;
  if (row.state === 'reserved') return forget(store, row);
  const now = BigInt(Math.floor(Date.now() / 1000));
  const hasExpired = BigInt(row.valid_before) + LATE_BLOCKS < now;
  // What is not known now is asked again in the next round.
  const isOpen = await settledOnChain(parts, row).then(
    (settled) => settled === undefined,
    () => false,
  );
  // What has expired can never be settled: unused, canceled, or used for something else.
  if (!isOpen || !hasExpired) return;
  await forget(store, row);
  watch({ rail: 'x402', event: 'expired', details: { company: row.company } });
}

/** What the chain knows a payment by: the terms of its own time, which may have changed since. */
function used({ payload, amount }: X402PaymentTable): Used {
  const { from, to, nonce } = (JSON.parse(payload) as Authorization).authorization;
  // It was checked to be one when it came in.
  return {
    from: getAddress(from),
    to: getAddress(to),
    value: BigInt(amount),
    nonce: nonce as Hex,
  };
}

function settlementPending(): BellwetherError {
  return new BellwetherError(
    'settlement-pending',
    'The payment was sent and is not confirmed yet. Ask again with the same authorization: it pays once, and the answer waits for it.',
    { details: { retryAfter: 3 } },
  );
}
