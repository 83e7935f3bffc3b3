/** Everything that is sold: the configured rails on one store, whose books must balance. */
import type { Store } from '../store/store.ts';
import { Books, type BooksOptions } from './books.ts';
import { forgetRepeatable } from './credits/credit-sale.ts';
import type { PaymentEvents } from './payment-events.ts';
import type { PaymentRails } from './rails.ts';

export type Payments = PaymentRails & { books: Books; events: PaymentEvents };

/**
 * Migrates and audits the store as soon as it can be reached, and accepts payments from then on.
 *
 * @param report called with each audit, and with each failure in the background
 */
export function openPayments(
  store: Store,
  rails: PaymentRails,
  events: PaymentEvents,
  report: Omit<BooksOptions, 'tidy'>,
): Payments {
  const tidy = async () => {
    await forgetRepeatable(store);
    await rails.x402?.recover();
  };
  return { ...rails, events, books: new Books(store, { ...report, tidy }) };
}
