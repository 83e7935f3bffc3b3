/** Deep signals paid with credits of a key. */
import type { Answer, CallOptions, Client, Input } from './client.ts';

export type CreditPurchase = {
  /** `found: false` is free. */
  answer: Answer<'getDeepSignal'>;
  /** Credits left. */
  balance: number;
  /** The Idempotency-Key was used before, so this call was not charged. */
  isReplayed: boolean;
};

/** Buys a deep signal, and returns the remaining balance of the client's key. */
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
