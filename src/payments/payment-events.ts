/** Payment events for the operator's log and metrics. They contain no secrets. */

type Rail = 'credits' | 'x402' | 'solana' | 'checkout';

export type PaymentEvent = {
  rail: Rail;
  /** Kebab-case, such as `sold`, `refused`, `settled`. */
  event: string;
  /** Public ids, slugs, transaction hashes, amounts, reasons. */
  details: Readonly<Record<string, string | number | null>>;
};

export type PaymentWatch = (event: PaymentEvent) => void;

/** Forwards events to the listeners registered at that time. */
export class PaymentEvents {
  readonly #listeners = new Set<PaymentWatch>();

  readonly emit: PaymentWatch = (event) => {
    for (const listener of this.#listeners) listener(event);
  };

  listen(listener: PaymentWatch): void {
    this.#listeners.add(listener);
  }
}
