/**
 * Events of the payment provider. The signature proves the sender but not the shape: events of
 * another API version or a misconfigured endpoint are signed as well.
 */
import Stripe from 'stripe';
import { z } from 'zod';
import { BellwetherError } from '../../lib/errors.ts';

/** Events that may mean a session was paid. */
const PAID_EVENTS = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
]);

const Event = z.object({ type: z.string('must be text').min(1, 'must not be empty') });

const MAX_ID_CHARACTERS = 255;
const MAX_ADDRESS_CHARACTERS = 320;
/** One address without a name, in none of the forms that RFC 5322 reads as a list or a group. */
const ONE_ADDRESS = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;

const PaidEvent = z.object({
  data: z.object({
    object: z.object({
      // Used as the key of the grant.
      id: z
        .string('must be the session’s id')
        .regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')
        .max(MAX_ID_CHARACTERS, `must have at most ${MAX_ID_CHARACTERS} characters`),
      payment_status: z.string('must be text'),
      metadata: z.record(z.string(), z.string('must be text'), 'must be an object').nullish(),
      customer_details: z
        .object({
          email: z.string('must be text').max(MAX_ADDRESS_CHARACTERS, 'is too long').nullish(),
        })
        .nullish(),
    }),
  }),
});

type CheckoutSession = {
  id: string;
  isPaid: boolean;
  /** Metadata set by the seller when the session was opened. */
  metadata: Readonly<Record<string, string>>;
  /** Undefined if there is none, or not exactly one, since all recipients could spend the credits. */
  email: string | undefined;
};

/**
 * @param body the exact bytes, because they are signed
 * @returns undefined for events that are not about a payment
 * @throws BellwetherError `invalid-signature`, `malformed-request`
 * @throws ZodError for an event with an unexpected shape
 */
export async function verifiedSession(
  { webhooks }: Pick<Stripe, 'webhooks'>,
  body: Buffer,
  signature: string | undefined,
  secret: string,
): Promise<CheckoutSession | undefined> {
  const event = await verified(webhooks, body, signature ?? '', secret);
  if (!PAID_EVENTS.has(Event.parse(event).type)) return undefined;
  const { id, payment_status, metadata, customer_details } = PaidEvent.parse(event).data.object;
  const email = customer_details?.email ?? '';
  return {
    id,
    isPaid: payment_status === 'paid',
    metadata: metadata ?? {},
    email: ONE_ADDRESS.test(email) ? email : undefined,
  };
}

/** @returns the parsed body; unvalidated, because the library's type is only a declaration */
async function verified(
  webhooks: Stripe['webhooks'],
  body: Buffer,
  signature: string,
  secret: string,
): Promise<unknown> {
  try {
    return await webhooks.constructEventAsync(body, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError)
      throw new BellwetherError(
        'invalid-signature',
        'The event is not signed with the secret of this webhook, or too long ago.',
        { status: 400 },
      );
    throw new BellwetherError('malformed-request', 'The body is signed, and is no event.', {
      status: 400,
      cause: error,
    });
  }
}
