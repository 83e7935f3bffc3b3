/** What happens with money, for the operator's log and metrics. Nothing in it is a secret. */

type Rail = 'credits' | 'x402' | 'solana' | 'checkout';

export type PaymentEvent = {
  rail: Rail;
  /** Kebab-case, such as `sold`, `refused`, `settled`. */
  event: string;
  /** Public ids, slugs, hashes of transactions, amounts, reasons. */
  details: Readonly<Record<string, string | number | null>>;
};

export type PaymentWatch = (event: PaymentEvent) => void;

/** Hands events on to whoever listens by then. */
export class PaymentEvents {
  readonly #listeners = new Set<PaymentWatch>();

  readonly emit: PaymentWatch = (event) => {
    for (const listener of this.#listeners) listener(event);
  };

  listen(listener: PaymentWatch): void {
    this.#listeners.add(listener);
  }
}
