/** Deep signals for credits of a key. */
import type { Answer, CallOptions, Client, Input } from './client.ts';

export type CreditPurchase = {
  /** `found: false` costs nothing. */
  answer: Answer<'getDeepSignal'>;
  /** Credits that are left. */
  balance: number;
  /** The same Idempotency-Key was answered before, and nothing was charged now. */
  isReplayed: boolean;
};

/** A deep signal, with what is left of the client's key. */
export async function buyWithCredit(
  client: Client,
  input: Input<'getDeepSignal'>,
  options: CallOptions = {},
): Promise<CreditPurchase> {
  const response = await client.request('getDeepSignal', input, options);
  return {
    answer: (await response.json()) as CreditPurchase['answer'],
    balance: Number(response.headers.get('x-credits-balance')),
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  };
}
