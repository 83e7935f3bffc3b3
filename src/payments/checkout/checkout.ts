/**
 * Sells packs through Stripe's hosted checkout. The provider's signed webhook grants the pack and
 * mails a key; each session is granted once, however often or late the webhook is called. The key is
 * created together with the mail: if sending fails, the key is revoked, and the error response makes
 * the provider send the event again.
 */
import Stripe from 'stripe';
import { messageOf, UnavailableError } from '../../lib/errors.ts';
import type { Store } from '../../store/store.ts';
import { addKey, openAccount, revokeKey } from '../credits/accounts.ts';
import { appendEntry, NO_ENTRY } from '../credits/credits.ts';
import type { PaymentWatch } from '../payment-events.ts';
import { changeRows, findRow, insertRow } from '../rows.ts';
import type { KeyMailer } from './mail.ts';
import { verifiedSession } from './webhook.ts';

export type CheckoutSettings = {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
  /** The provider's API, if it is not at its own address. */
  api?: Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'>;
};

type Pack = { slug: string; credits: number };

export type Checkout = ReturnType<typeof checkout>;

type Parts = {
  store: Store;
  mailer: KeyMailer;
  settings: CheckoutSettings;
  pack: Pack;
  watch: PaymentWatch;
};

/** How long a process reserves a delivery. */
const HOLD_MS = 60_000;

export function checkout(parts: Parts) {
  const { settings, pack } = parts;
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: 10_000,
    ...settings.api,
  });
  return {
    /** Opens a session. @returns the address of its page */
    open: async ({ success, cancel }: { success: string; cancel: string }): Promise<string> => {
      const session: Stripe.Checkout.SessionCreateParams = {
        mode: 'payment',
        line_items: [{ price: settings.priceId, quantity: 1 }],
        metadata: { pack: pack.slug },
        success_url: success,
        cancel_url: cancel,
      };
      const { url } = await stripe.checkout.sessions.create(session).catch(refuse);
      return url ?? refuse(new Error('the session has no page'));
    },
    /**
     * @param body the exact bytes, because they are signed
     * @throws BellwetherError `invalid-signature`, `malformed-request`, `delivery-failed`
     * @throws ZodError for a signed event with an unexpected shape
     */
    receive: async (body: Buffer, signature: string | undefined): Promise<void> => {
      const session = await verifiedSession(stripe, body, signature, settings.webhookSecret);
      // Skip sessions of the seller's other products, and sessions that are not paid yet.
      if (!session?.isPaid || session.metadata['pack'] !== pack.slug) return;
      await fulfil(parts, session.id, session.email);
    },
  };
}

/** Grants once, then delivers once. Both steps are idempotent. */
async function fulfil(parts: Parts, sessionId: string, email: string | undefined): Promise<void> {
  const { store, pack } = parts;
  const accountId = await store.transaction(async (transaction) => {
    const known = await findRow(transaction, 'checkout', { session_id: sessionId });
    if (known) return known.account_id;
    const id = await openAccount(transaction);
    await insertRow(transaction, 'checkout', {
      session_id: sessionId,
      account_id: id,
      granted_at: new Date().toISOString(),
      delivered_at: null,
      held_until: null,
    });
    await appendEntry(transaction, id, NO_ENTRY, {
      kind: 'grant',
      amount: pack.credits,
      reference: `checkout:${sessionId}`,
    });
    return id;
  });
  if (await holdDelivery(store, sessionId)) await deliver(parts, sessionId, accountId, email);
}

/**
 * Reserves the delivery for this process.
 *
 * @returns false if the key was already delivered
 * @throws BellwetherError `delivery-failed` while another process has reserved it: in case that
 *   process dies, the provider must send the event again
 */
async function holdDelivery({ database }: Store, sessionId: string): Promise<boolean> {
  const now = Date.now();
  const { numUpdatedRows } = await database
    .updateTable('checkout')
    .set({ held_until: new Date(now + HOLD_MS).toISOString() })
    .where('session_id', '=', sessionId)
    .where('delivered_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('held_until', 'is', null), eb('held_until', '<', new Date(now).toISOString())]),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  const left = await findRow(database, 'checkout', { session_id: sessionId, delivered_at: null });
  if (!left) return false;
  throw new UnavailableError(
    'delivery-failed',
    'The key is being mailed, and that may fail; the event should be sent again.',
  );
}

async function deliver(
  { store, mailer, pack, watch }: Parts,
  sessionId: string,
  accountId: string,
  email: string | undefined,
): Promise<void> {
  const { database } = store;
  const session = { session_id: sessionId };
  const { key, publicId } = await store.transaction((transaction) =>
    addKey(transaction, accountId, `checkout ${sessionId}`),
  );
  try {
    if (email === undefined) throw new Error('the session does not name one e-mail address');
    await mailer.send(email, { key, credits: pack.credits });
  } catch (error) {
    await revokeKey(store, publicId);
    await changeRows(database, 'checkout', session, { held_until: null });
    const details = { session: sessionId, reason: messageOf(error) };
    watch({ rail: 'checkout', event: 'delivery-failed', details });
    throw new UnavailableError(
      'delivery-failed',
      'The pack is granted, but its key could not be mailed; the event should be sent again.',
      { cause: error },
    );
  }
  await changeRows(database, 'checkout', session, { delivered_at: new Date().toISOString() });
  watch({ rail: 'checkout', event: 'fulfilled', details: { session: sessionId } });
}

function refuse(error: unknown): never {
  throw new UnavailableError(
    'checkout-unavailable',
    'The checkout cannot be opened right now; nothing was charged. Try again shortly.',
    { cause: new Error(messageOf(error)), details: { retryAfter: 10 } },
  );
}
