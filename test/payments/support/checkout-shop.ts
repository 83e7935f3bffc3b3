/** A service that sells packs through the checkout, and what is asked of it about one purchase. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { auditBooks } from '../../../src/payments/audit.ts';
import { type Checkout, checkout } from '../../../src/payments/checkout/checkout.ts';
import { keyMailer } from '../../../src/payments/checkout/mail.ts';
import { openStore } from '../../../src/store/store.ts';
import { BASE_URL } from '../../support/publication.ts';
import { type Mail, mailServer } from './mail-server.ts';
import { servePaid } from './paid-service.ts';
import type { Engine } from './stores.ts';
import { buyerOf, eventOf, PACK, post, type Told } from './stripe-events.ts';
import { SETTINGS } from './stripe-server.ts';

export const KEY = /bw_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/;
const MAIL_FROM = 'Bellwether <keys@signals.example.org>';

export type CheckoutShop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(engine: Engine) {
  const made = await engine.make();
  const mail = await mailServer();
  const settings = { ...SETTINGS, smtpUrl: mail.url, mailFrom: MAIL_FROM };
  const served = await servePaid(made.location, {
    config: { checkout: { isComplete: true, settings } },
  });
  let session = '';
  const own = (mails: readonly Mail[]) => mails.filter(({ to }) => to === buyerOf(session));
  const event = (change: Partial<Told> = {}) => eventOf({ session, ...change });

  /** What the purchase granted. */
  const grants = async (): Promise<string[]> => {
    const granted = await made.store.database
      .selectFrom('ledger_entry')
      .select(['kind', 'amount'])
      .where('reference', '=', `checkout:${session}`)
      .execute();
    return granted.map(({ kind, amount }) => `${kind} ${amount}`);
  };
  const creditsOf = (key: string) =>
    fetch(`${served.origin}/api/account/credits`, { headers: { authorization: `Bearer ${key}` } });

  return {
    ...served,
    mail,
    grants,
    creditsOf,
    event,
    session: () => session,
    /** Begins another purchase; everything is about the one that was begun last. */
    begin: () => {
      session = `cs_test_${randomUUID()}`;
    },
    /** Tells the service of the purchase; @returns the status of the answer */
    tell: async (change: Partial<Told> = {}): Promise<number> => {
      const response = await post(served.origin, event(change));
      await response.arrayBuffer();
      return response.status;
    },
    mailed: () => own(mail.mails),
    refused: () => own(mail.refused),
    /** One grant and one mail, and what was mailed is a key to what was granted. */
    isFulfilled: async (): Promise<void> => {
      assert.deepEqual(await grants(), ['grant 100']);
      const [only, ...others] = own(mail.mails);
      assert.equal(others.length, 0, 'mailed more than once');
      assert.ok(only, 'nothing was mailed');
      const response = await creditsOf(keyIn(only));
      assert.equal(response.status, 200);
      const { balance, purchased } = (await response.json()) as Record<string, unknown>;
      assert.deepEqual({ balance, purchased }, { balance: 100, purchased: 100 });
    },
    isUntouched: async (): Promise<void> => {
      assert.deepEqual(await grants(), []);
      assert.equal(own(mail.mails).length, 0);
    },
    /** The books balance, and nothing that was logged is a secret or says who bought. */
    isInOrder: async (): Promise<void> => {
      const { faults } = await auditBooks(made.store);
      assert.deepEqual(faults, []);
      const logged = JSON.stringify(served.events);
      assert.doesNotMatch(logged, KEY);
      assert.ok(!logged.includes('@'), logged);
    },
    /** Another process has taken the delivery until then. */
    holdUntil: async (moment: number): Promise<void> => {
      await made.store.database
        .updateTable('checkout')
        .set({ held_until: new Date(moment).toISOString() })
        .where('session_id', '=', session)
        .execute();
    },
    /** A process of its own on the same books. */
    anotherProcess: (): { told: Checkout; end: () => Promise<void> } => {
      const store = openStore(made.location);
      const service = { baseUrl: BASE_URL, operator: 'Example' };
      const mailer = keyMailer({ smtpUrl: mail.url, from: MAIL_FROM, ...service });
      const parts = { store, mailer, settings: SETTINGS, pack: PACK, watch: () => undefined };
      return { told: checkout(parts), end: store.close };
    },
    close: async (): Promise<void> => {
      await served.stop();
      await made.drop();
      await mail.down();
    },
  };
}

export function keyIn({ text }: Mail): string {
  const [key] = KEY.exec(text) ?? [];
  assert.ok(key, 'no key was mailed');
  return key;
}
