/**
 * Tops up a key for a stablecoin transfer on Solana. The transaction is read once it is final, and
 * counts for the amount by which the recipient's token accounts grew, in any form of instructions. Each
 * signature is redeemed once, and a memo names its owner. Only `transaction.ts` imports Solana's
 * library, which loads slowly and is only needed by a configured rail.
 */
import { BellwetherError, UnavailableError } from '../../lib/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Holder } from '../credits/accounts.ts';
import { appendEntry, lockAccount } from '../credits/credits.ts';
import type { PaymentWatch } from '../payment-events.ts';
import { findRow, insertRow } from '../rows.ts';
import { memoOwner } from './memo.ts';
import type { SolanaNode, Transfer } from './transaction.ts';

export const REDEEMABLE_SECONDS = 7 * 24 * 60 * 60;

type SolanaSettings = {
  cluster: string;
  mint: string;
  payTo: string;
  decimals: number;
  /** Price of a pack in the mint's smallest unit, and the credits that it grants. */
  price: bigint;
  credits: number;
};

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SIGNATURE_BYTES = 64;

export function isSignature(text: string): boolean {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return false;
  const zeros = text.length - text.replace(/^1+/, '').length;
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(BASE58.indexOf(digit));
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeros + bytes === SIGNATURE_BYTES;
}

export type SolanaRail = ReturnType<typeof solanaRail>;

type Parts = {
  store: Store;
  node: SolanaNode;
  settings: SolanaSettings;
  watch: PaymentWatch;
};

export function solanaRail(parts: Parts) {
  const { settings, watch } = parts;
  return {
    settings,
    /** @returns the new balance and the credits granted */
    redeem: async (holder: Holder, signature: string) => {
      try {
        return await redeem(parts, holder, signature);
      } catch (error) {
        if (error instanceof BellwetherError)
          watch({ rail: 'solana', event: 'refused', details: { signature, reason: error.code } });
        throw error;
      }
    },
  };
}

async function redeem(
  { store, node, settings, watch }: Parts,
  holder: Holder,
  signature: string,
): Promise<{ balance: number; granted: number }> {
  if (await isRedeemed(store.database, signature)) throw redeemed();
  const transfer = await lookUp(node, signature);
  await validate(store, transfer, settings, holder);
  const { accountId } = holder;
  const granted = Number(transfer.gained / settings.price) * settings.credits;
  const balance = await store.transaction(async (transaction) => {
    const last = await lockAccount(transaction, accountId);
    if (await isRedeemed(transaction, signature)) throw redeemed();
    await insertRow(transaction, 'solana_redemption', {
      signature,
      account_id: accountId,
      amount: transfer.gained.toString(),
      slot: transfer.slot.toString(),
      redeemed_at: new Date().toISOString(),
    });
    return appendEntry(transaction, accountId, last, {
      kind: 'top-up',
      amount: granted,
      reference: `solana:${signature}`,
    });
  });
  const details = { signature, granted, amount: transfer.gained.toString(), key: holder.publicId };
  watch({ rail: 'solana', event: 'topped-up', details });
  return { balance, granted };
}

async function lookUp(node: SolanaNode, signature: string): Promise<Transfer> {
  const transfer = await node.transfer(signature).catch((error: unknown) => {
    throw new UnavailableError(
      'payment-unavailable',
      'The Solana node does not answer as it should right now; nothing was redeemed. Try again shortly.',
      { cause: error, details: { retryAfter: 5 } },
    );
  });
  if (transfer) return transfer;
  throw new BellwetherError(
    'payment-not-found',
    'No final transaction has this signature yet. Finality takes about half a minute; ask again then.',
    { status: 402, details: { retryAfter: 10 } },
  );
}

/** Checks that the transfer pays for a pack and belongs to this key. */
async function validate(
  store: Store,
  { succeeded, gained, time, memos }: Transfer,
  { price, payTo, mint }: SolanaSettings,
  holder: Holder,
): Promise<void> {
  const refuse = (code: string, message: string, status = 422) => {
    throw new BellwetherError(code, message, { status });
  };
  if (!succeeded) refuse('payment-failed', 'The transaction failed on chain and paid nothing.');
  if (gained <= 0n)
    refuse(
      'wrong-recipient',
      `The transaction paid nothing of ${mint} to token accounts of ${payTo}.`,
    );
  if (gained < price)
    refuse(
      'payment-too-small',
      `The transaction paid ${gained} of the ${price} units that a pack costs; packs are paid in one transfer.`,
      402,
    );
  if (time < Date.now() / 1000 - REDEEMABLE_SECONDS)
    refuse(
      'payment-too-old',
      `Transfers are redeemed within ${REDEEMABLE_SECONDS / 86_400} days; this one is older.`,
    );
  const owner = await memoOwner(store, memos);
  if (owner.kind === 'unclear')
    refuse(
      'memo-unclear',
      'The transfer’s memo is meant for a key, and it cannot be told which: no key can redeem it. The operator grants its credits by hand to a buyer who proves the payment.',
    );
  if (owner.kind === 'account' && owner.accountId !== holder.accountId)
    refuse('payment-of-another-key', 'The transfer’s memo names another key.');
}

async function isRedeemed(database: Store['database'], signature: string): Promise<boolean> {
  return (await findRow(database, 'solana_redemption', { signature })) !== undefined;
}

function redeemed(): BellwetherError {
  return new BellwetherError('already-redeemed', 'This signature has been redeemed already.', {
    status: 409,
  });
}
