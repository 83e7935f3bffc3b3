/** Events as Stripe sends them, signed as Stripe signs them. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { WEBHOOK_PATH } from '../../../src/transports/http/checkout.ts';
import { SETTINGS } from './stripe-server.ts';

export const PACK = { slug: 'deep-signal-pack-100', credits: 100 };

export const COMPLETED = 'checkout.session.completed';
export const PAID_LATER = 'checkout.session.async_payment_succeeded';

export type Told = {
  session: string;
  type?: string;
  status?: 'paid' | 'unpaid';
  /** Null where the session has none. */
  email?: string | null;
  metadata?: Record<string, string> | null;
  /** When the event happened. */
  at?: Date;
};

export function buyerOf(session: string): string {
  return `${session}@buyer.example.org`;
}

/** The body of an event about a session. */
export function eventOf({
  session,
  type = COMPLETED,
  status = 'paid',
  email = buyerOf(session),
  metadata = { pack: PACK.slug },
  at = new Date(),
}: Told): string {
  return JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    created: Math.floor(at.getTime() / 1000),
    data: {
      object: {
        id: session,
        object: 'checkout.session',
        mode: 'payment',
        payment_status: status,
        metadata,
        customer_details: email === null ? null : { email, name: 'Ada Example' },
      },
    },
  });
}

/** @param about `age` of the signature in seconds */
export function signatureOf(
  payload: string,
  { secret = SETTINGS.webhookSecret, age = 0 }: { secret?: string; age?: number } = {},
): string {
  const timestamp = Math.floor(Date.now() / 1000) - age;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Sends a body to the webhook. @param signature its own without one, none at all for null */
export function post(
  origin: string,
  payload: string,
  signature: string | null = signatureOf(payload),
): Promise<Response> {
  return fetch(`${origin}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== null && { 'stripe-signature': signature }),
    },
    body: payload,
  });
}
