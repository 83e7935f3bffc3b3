/** Stripe's side of the checkout: signed events, and a server that opens sessions. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import Stripe from 'stripe';
import type { CheckoutSettings } from '../../../src/payments/checkout/checkout.ts';
import { WEBHOOK_PATH } from '../../../src/transports/http/checkout.ts';
import { serveHttp } from '../../support/http-server.ts';

export const PACK = { slug: 'deep-signal-pack-100', credits: 100 };
/** A seller that this Stripe knows. */
export const SETTINGS: CheckoutSettings = {
  secretKey: 'sk_test_of_nobody',
  webhookSecret: 'whsec_of_nobody',
  priceId: 'price_pack',
};

export const COMPLETED = 'checkout.session.completed';
export const PAID_LATER = 'checkout.session.async_payment_succeeded';

export type Told = {
  session: string;
  type?: string;
  status?: 'paid' | 'unpaid';
  /** Null if the session has none. */
  email?: string | null;
  metadata?: Record<string, string> | null;
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
}: Told): string {
  const object = {
    ...{ id: session, object: 'checkout.session', mode: 'payment', payment_status: status },
    metadata,
    customer_details: email === null ? null : { email, name: 'Ada Example' },
  };
  const created = Math.floor(Date.now() / 1000);
  const id = `evt_${randomUUID()}`;
  return JSON.stringify({ id, object: 'event', type, created, data: { object } });
}

/** @param options `age` of the signature in seconds */
export function signatureOf(
  payload: string,
  { secret = SETTINGS.webhookSecret, age = 0 }: { secret?: string; age?: number } = {},
): string {
  const timestamp = Math.floor(Date.now() / 1000) - age;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Sends a body to the webhook. @param signature its own by default; null for none */
export function post(
  origin: string,
  body: string,
  signature: string | null = signatureOf(body),
): Promise<Response> {
  const type = { 'content-type': 'application/json; charset=utf-8' };
  const headers = { ...type, ...(signature !== null && { 'stripe-signature': signature }) };
  return fetch(`${origin}${WEBHOOK_PATH}`, { method: 'POST', headers, body });
}

export type StripeServer = Awaited<ReturnType<typeof stripeServer>>;

export async function stripeServer() {
  const { port, close } = await serveHttp(async (request, response) => {
    stripe.requests.push(request);
    const form = new URLSearchParams(await text(request));
    const isKnown = request.headers.authorization === `Bearer ${SETTINGS.secretKey}`;
    const isOpening = `${request.method} ${request.url}` === 'POST /v1/checkout/sessions';
    const status = stripe.failure ?? (isKnown ? (isOpening ? 200 : 404) : 401);
    if (status === 200) stripe.opened.push(form);
    const id = `cs_test_${stripe.opened.length}`;
    const session = { id, object: 'checkout.session', url: `${CHECKOUT_PAGE}${id}` };
    const body = status === 200 ? session : { error: { type: 'api_error', message: 'No.' } };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const stripe = {
    api: { host: '127.0.0.1', port, protocol: 'http' } as const,
    /** Forms that sessions were opened with. */
    opened: [] as URLSearchParams[],
    requests: [] as IncomingMessage[],
    /** The status of all responses, if set. */
    failure: undefined as number | undefined,
    close,
  };
  return stripe;
}

export const CHECKOUT_PAGE = 'https://checkout.stripe.com/c/pay/';
