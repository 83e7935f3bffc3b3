/** Routes of the hosted checkout: the redirect for buyers, and the provider's webhook. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Addresses } from '../../lib/addresses.ts';
import { UnavailableError } from '../../lib/errors.ts';
import type { Checkout } from '../../payments/checkout/checkout.ts';
import type { Payments } from '../../payments/payments.ts';
import { NO_STORE } from './headers.ts';
import { throttled } from './limits.ts';

export const WEBHOOK_PATH = '/api/checkout/webhook';

/** Limits how many sessions a client may open, since each is a call to the provider. */
const SESSIONS = { name: 'checkout', limit: { perMinute: 10, burst: 10 } };

export function checkoutRoutes(app: FastifyInstance, payments: Payments | undefined): void {
  const addresses = new Addresses(app.publisher.baseUrl);
  const configured = (): Checkout => {
    payments?.books.open();
    if (payments?.checkout) return payments.checkout;
    throw new UnavailableError(
      'payment-not-configured',
      'The checkout is not configured here; the operator can issue keys by hand.',
    );
  };
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The signature is computed over the raw bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    const open = async (_: FastifyRequest, reply: FastifyReply) => {
      const page = await configured().open({
        success: addresses.at('/checkout/done'),
        cancel: addresses.at('/pricing'),
      });
      return reply.headers(NO_STORE).redirect(page, 303);
    };
    scope.post('/checkout', { onRequest: throttled(SESSIONS) }, open);
    const receive = async (request: FastifyRequest, reply: FastifyReply) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await configured().receive(body, typeof signature === 'string' ? signature : undefined);
      return reply.headers(NO_STORE).send({ received: true });
    };
    scope.post(WEBHOOK_PATH, receive);
  });
}
