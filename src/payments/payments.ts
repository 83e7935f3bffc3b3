/**
 * The ways to pay that an operator has configured, over one store. Books that do not balance stop
 * all of them: better no sale than a guess.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BellwetherError, messageOf } from '../lib/errors.ts';
import { migrate } from '../store/migrate.ts';
import type { Store } from '../store/store.ts';
import { type Audit, auditLedger } from './audit.ts';
import type { Checkout } from './checkout/checkout.ts';
import { forgetRepeatable } from './credits/credit-sale.ts';
import type { PaymentEvents, PaymentWatch } from './events.ts';
import type { SolanaRail } from './solana/rail.ts';
import type { X402Rail } from './x402/rail.ts';

/** What every rail is made of. */
export type RailParts = { store: Store; watch: PaymentWatch };

export type PaymentRails = {
  x402: X402Rail | undefined;
  solana: SolanaRail | undefined;
  checkout: Checkout | undefined;
};

export type Payments = PaymentRails & {
  /** @throws BellwetherError `payments-suspended` while the books are at fault */
  books: () => Store;
  watch: PaymentWatch;
  /** Tells of everything that happens from now on. */
  listen: (listener: PaymentWatch) => void;
  /** Looks after what is left over; returns when told to stop. */
  close: () => Promise<void>;
};

/** Slugs of the price list's tiers that anybody can buy; keys can also be issued by hand. */
export function tiersOnSale(payments: Payments | undefined): ReadonlySet<string> {
  if (!payments) return new Set();
  return new Set([
    ...(payments.checkout ? ['deep-signal-call', 'deep-signal-pack-100'] : []),
    ...(payments.x402 ? ['deep-signal-x402'] : []),
    ...(payments.solana ? ['deep-signal-solana-pack-100'] : []),
  ]);
}

/** Leftovers are looked for this often, in milliseconds. */
const TIDIED_EVERY = 30_000;

/**
 * Brings the store up to date, audits it, and opens the rails on it.
 *
 * @param report told of the audit, and of what fails in the background
 */
export async function openPayments(
  store: Store,
  rails: PaymentRails,
  events: PaymentEvents,
  report: { audited: (audit: Audit) => void; failed: (reason: string) => void },
): Promise<Payments> {
  await migrate(store);
  const audit = await auditLedger(store);
  report.audited(audit);
  const isSound = audit.faults.length === 0;
  const stopping = new AbortController();
  const tidying = isSound ? tidy(store, rails, stopping.signal, report.failed) : undefined;
  return {
    ...rails,
    watch: events.emit,
    listen: (listener) => events.listen(listener),
    books: () => {
      if (isSound) return store;
      throw new BellwetherError(
        'payments-suspended',
        'Payments are suspended until the operator has looked at the books; nothing was charged. Everything that is free goes on.',
      );
    },
    close: async () => {
      stopping.abort();
      await tidying;
      await store.close();
    },
  };
}

async function tidy(
  store: Store,
  { x402 }: PaymentRails,
  signal: AbortSignal,
  failed: (reason: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await forgetRepeatable(store);
      await x402?.recover();
    } catch (error) {
      failed(messageOf(error));
    }
    await delay(TIDIED_EVERY, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
