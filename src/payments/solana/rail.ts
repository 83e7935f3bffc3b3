/**
 * Tops a key up for a stablecoin transfer on Solana: the transaction is looked up once it is final,
 * and judged by what the recipient's token accounts gained, so that any layout of instructions
 * counts and no text in it does. Each signature is redeemed once.
 */
import { BellwetherError } from '../../lib/errors.ts';
import type { Store } from '../../store/store.ts';
import { accountOfKey, type Holder } from '../credits/accounts.ts';
import { appendEntry, lockAccount } from '../credits/credits.ts';
import type { PaymentWatch } from '../events.ts';
import type { SolanaNode, Transfer } from './transaction.ts';

/** A transfer can be redeemed for so long, in seconds. */
export const REDEEMABLE_FOR = 7 * 24 * 60 * 60;
/** A memo of this form gives a transfer to the key of that public id alone. */
const BOUND_MEMO = /^bellwether:([0-9A-Za-z]{12})$/;

export type SolanaSettings = {
  cluster: string;
  mint: string;
  payTo: string;
  /** Of the mint. */
  decimals: number;
  /** Of a pack, in the mint's smallest unit, and the credits that it grants. */
  price: bigint;
  credits: number;
};

export type SolanaRail = {
  settings: SolanaSettings;
  /** @returns the new balance and what was granted */
  redeem: (holder: Holder, signature: string) => Promise<{ balance: number; granted: number }>;
};

type Parts = {
  store: Store;
  node: SolanaNode;
  settings: SolanaSettings;
  watch: PaymentWatch;
};

export function solanaRail(parts: Parts): SolanaRail {
  const { settings, watch } = parts;
  return {
    settings,
    redeem: async (holder, signature) => {
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
  await judge(store, transfer, settings, holder);
  const { accountId } = holder;
  const granted = Number(transfer.gained / settings.price) * settings.credits;
  const balance = await store.transaction(async (transaction) => {
    const last = await lockAccount(transaction, accountId);
    if (await isRedeemed(transaction, signature)) throw redeemed();
    await transaction
      .insertInto('solana_redemption')
      .values({
        signature,
        account_id: accountId,
        amount: transfer.gained.toString(),
        slot: transfer.slot.toString(),
        redeemed_at: new Date().toISOString(),
      })
      .execute();
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
    throw new BellwetherError(
      'payment-unavailable',
      'The Solana node does not answer as it should right now; nothing was redeemed. Try again shortly.',
      { cause: error, details: { retryAfter: 5 } },
    );
  });
  if (transfer) return transfer;
  throw new BellwetherError(
    'payment-not-found',
    'No final transaction has this signature yet. Finality takes about half a minute; ask again then.',
    { details: { retryAfter: 10 } },
  );
}

/** Whether the transfer pays for a pack of this key. */
async function judge(
  store: Store,
  { succeeded, gained, time, memos }: Transfer,
  { price, payTo, mint }: SolanaSettings,
  holder: Holder,
): Promise<void> {
  if (!succeeded)
    throw new BellwetherError(
      'payment-failed',
      'The transaction failed on chain and paid nothing.',
    );
  if (gained <= 0n)
    throw new BellwetherError(
      'wrong-recipient',
      `The transaction paid nothing of ${mint} to token accounts of ${payTo}.`,
    );
  if (gained < price)
    throw new BellwetherError(
      'payment-too-small',
      `The transaction paid ${gained} of the ${price} units that a pack costs; packs are paid in one transfer.`,
    );
  if (time < Date.now() / 1000 - REDEEMABLE_FOR)
    throw new BellwetherError(
      'payment-too-old',
      `Transfers are redeemed within ${REDEEMABLE_FOR / 86_400} days; this one is older.`,
    );
  for (const memo of memos) {
    const [, publicId] = BOUND_MEMO.exec(memo) ?? [];
    if (publicId === undefined || publicId === holder.publicId) continue;
    const owner = await accountOfKey(store, publicId).catch((error: unknown) => {
      // A key that nobody has binds it to nobody; books that cannot be read do not.
      if (error instanceof BellwetherError && error.code === 'unknown-key') return undefined;
      throw error;
    });
    if (owner !== undefined && owner !== holder.accountId)
      throw new BellwetherError('payment-of-another-key', 'The transfer’s memo names another key.');
  }
}

async function isRedeemed(database: Store['database'], signature: string): Promise<boolean> {
  const known = database
    .selectFrom('solana_redemption')
    .select('signature')
    .where('signature', '=', signature);
  return (await known.executeTakeFirst()) !== undefined;
}

function redeemed(): BellwetherError {
  return new BellwetherError('already-redeemed', 'This signature has been redeemed already.');
}
