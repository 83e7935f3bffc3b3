/** A service that sells packs through the checkout, with checks of the latest purchase. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { auditBooks } from '../../../src/payments/audit.ts';
import { type Checkout, checkout } from '../../../src/payments/checkout/checkout.ts';
import { keyMailer } from '../../../src/payments/checkout/mail.ts';
import { openStore } from '../../../src/store/store.ts';
import { BASE_URL } from '../../support/publication.ts';
import { mailServer } from './mail-server.ts';
import { servePaid } from './paid-service.ts';
import type { Engine } from './stores.ts';
import { buyerOf, eventOf, PACK, post, SETTINGS, type Told } from './stripe.ts';

export const KEY = /bw_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/;
const MAIL_FROM = 'Bellwether <keys@signals.example.org>';

export type CheckoutShop = Awaited<ReturnType<typeof openShop>>;

export async function openShop(engine: Engine) {
  const made = await engine.make();
  const mail = await mailServer();
  const settings = { ...SETTINGS, smtpUrl: mail.url, mailFrom: MAIL_FROM };
  const config = { checkout: { isComplete: true, settings } } as const;
  const served = await servePaid(made.location, { config });
  let session = '';
  const event = (change: Partial<Told> = {}) => eventOf({ session, ...change });
  const mailed = () => mail.mails.filter(({ to }) => to === buyerOf(session));
  const grants = async (): Promise<string[]> => {
    const rows = await made.store.database
      .selectFrom('ledger_entry')
      .select(['kind', 'amount'])
      .where('reference', '=', `checkout:${session}`)
      .execute();
    return rows.map(({ kind, amount }) => `${kind} ${amount}`);
  };
  const creditsOf = (key: string) =>
    fetch(`${served.origin}/api/account/credits`, { headers: { authorization: `Bearer ${key}` } });

  return {
    ...served,
    mail,
    creditsOf,
    event,
    mailed,
    grants,
    session: () => session,
    /** Begins another purchase. */
    begin: () => {
      session = `cs_test_${randomUUID()}`;
    },
    /** Sends an event of the purchase. @returns the status of the response */
    tell: async (change: Partial<Told> = {}) => (await post(served.origin, event(change))).status,
    /** Refused mails, oldest first. */
    refused: () => mail.refused.filter(({ to }) => to === buyerOf(session)),
    /** Kinds of the events about the purchase. */
    events: () =>
      served.events.flatMap(({ event: kind, details }) =>
        details['session'] === session ? [kind] : [],
      ),
    /** Checks that there is one grant and one mail, whose key has the granted credits. */
    isFulfilled: async (): Promise<void> => {
      assert.deepEqual(await grants(), ['grant 100']);
      const [only, ...others] = mailed();
      assert.equal(others.length, 0, 'mailed more than once');
      const response = await creditsOf(keyIn(only?.text));
      const { balance, purchased } = (await response.json()) as Record<string, unknown>;
      assert.deepEqual({ balance, purchased }, { balance: 100, purchased: 100 });
    },
    isUntouched: async () => assert.deepEqual([await grants(), mailed()], [[], []]),
    /** Checks that the books balance, and that logged events contain neither keys nor addresses. */
    isInOrder: async (): Promise<void> => {
      assert.deepEqual((await auditBooks(made.store)).faults, []);
      const logged = JSON.stringify(served.events);
      assert.doesNotMatch(logged, KEY);
      assert.ok(!logged.includes('@'), logged);
    },
    /** Reserves the delivery until then, as another process would. */
    holdUntil: async (moment: number): Promise<void> => {
      await made.store.database
        .updateTable('checkout')
        .set({ held_until: new Date(moment).toISOString() })
        .where('session_id', '=', session)
        .execute();
    },
    /** Another service on the same books. */
    anotherProcess: (): { receive: Checkout['receive']; end: () => Promise<void> } => {
      const store = openStore(made.location);
      const service = { baseUrl: BASE_URL, operator: 'Example' };
      const mailer = keyMailer({ smtpUrl: mail.url, from: MAIL_FROM, ...service });
      const parts = { store, mailer, settings: SETTINGS, pack: PACK, watch: () => undefined };
      return { receive: checkout(parts).receive, end: store.close };
    },
    close: async (): Promise<void> => {
      await served.stop();
      await made.drop();
      await mail.down();
    },
  };
}

export function keyIn(text = ''): string {
  return KEY.exec(text)?.[0] ?? assert.fail('no key was mailed');
}
