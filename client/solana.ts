/** Tops up a credit key by a stablecoin transfer on Solana. */
import type { Answer, Client } from './client.ts';
import { BellwetherApiError } from './errors.ts';
import { pause } from './send.ts';

/** Payment requirements, with the memo that reserves the transfer for one key. */
export type Transfer = Answer<'getSolanaRequirements'>['accepts'][number];
export type TopUp = Answer<'redeemSolanaPayment'>;

export type WaitOptions = {
  signal?: AbortSignal;
  /** Maximum time to wait for the transfer, in milliseconds; 120000 by default. */
  patienceMs?: number;
};

/** Interval between requests for a transfer that is not final, if the service names none. */
const PAUSE_MS = 5_000;

/**
 * The memo with which only this key can redeem a transfer. Signatures are public, so without a memo
 * anyone who sees one could redeem it first.
 */
export function transferMemo(creditKey: string): string {
  const [, publicId] = /^bw_([0-9A-Za-z]{12})_/.exec(creditKey) ?? [];
  if (publicId === undefined) throw new TypeError('This is no credit key: it begins with bw_.');
  return `bellwether:${publicId}`;
}

/**
 * Pays for a pack and redeems the transfer.
 *
 * @param pay sends the transfer with its memo from a wallet, and returns its base58 signature
 */
export async function topUpFromSolana(
  client: Client,
  creditKey: string,
  pay: (transfer: Transfer) => Promise<string>,
  options: WaitOptions = {},
): Promise<TopUp> {
  const { signal } = options;
  const { accepts } = await client.getSolanaRequirements({}, { signal });
  const [transfer] = accepts;
  if (!transfer) throw new Error('The service accepts no transfer on Solana.');
  const signature = await pay({ ...transfer, memo: transferMemo(creditKey) });
  return redeemWhenFinal(client, creditKey, signature, options);
}

/**
 * Redeems a transfer for the key once it is final.
 *
 * @throws BellwetherApiError `payment-not-found` if it is not final in time; try again later
 */
export async function redeemWhenFinal(
  client: Client,
  creditKey: string,
  signature: string,
  { signal, patienceMs = 120_000 }: WaitOptions = {},
): Promise<TopUp> {
  let patience = patienceMs;
  const headers = { authorization: `Bearer ${creditKey}` };
  for (;;) {
    try {
      return await client.redeemSolanaPayment({ signature }, { signal, headers });
    } catch (error) {
      if (!(error instanceof BellwetherApiError) || error.code !== 'payment-not-found') throw error;
      const wait = error.retryAfter === undefined ? PAUSE_MS : error.retryAfter * 1000;
      if (wait > patience) throw error;
      await pause(wait, signal);
      patience -= wait;
    }
  }
}
