/** Sells a deep signal for a credit of a key, or for an x402 payment sent with the call. */
import { z } from 'zod';
import { type DeepSignalMiss, deepSignal } from '../../features/deep-signal/deep-signal.ts';
import { NotFoundError } from '../../lib/errors.ts';
import type { Limit } from '../../lib/limits/token-bucket.ts';
import { sellForCredit } from '../../payments/credits/credit-sale.ts';
import type { Offer } from '../../payments/paid-answer.ts';
import type { Sale } from '../../payments/x402/rail.ts';
import type { Published } from '../../published/published.ts';
import { type Caller, type OperationContext, Reply } from './context.ts';
import { keyHolder, notConfigured, paymentsOf, throttle } from './paid.ts';

type Input = { name: string };

/** A deep signal with the fields that a sale needs. */
async function offerOf({ name }: Input, published: Published): Promise<Offer> {
  const answer = await deepSignal(published, name);
  return {
    isCharged: answer.found,
    body: JSON.stringify(answer),
    company: answer.found ? answer.slug : '',
    period: answer.period,
  };
}

const IdempotencyHeader = z.object({
  'Idempotency-Key': z
    .string('must be text')
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional(),
});

/** @throws ZodError for an invalid Idempotency-Key, and as `sellForCredit` does */
export async function sellByKey(
  input: Input,
  context: OperationContext,
  caller: Caller,
): Promise<Reply> {
  const payments = paymentsOf(context);
  const { 'Idempotency-Key': idempotencyKey } = IdempotencyHeader.parse({
    'Idempotency-Key': caller.idempotencyKey,
  });
  const { accountId, publicId } = await keyHolder(caller);
  const offer = await offerOf(input, context.published);
  const request = { accountId, input: JSON.stringify(input), idempotencyKey };
  const sale = await sellForCredit(payments.books.open(), request, offer);
  const event = sale.isRepeated ? 'repeated' : sale.charged === 1 ? 'sold' : 'not-found';
  const details = { key: publicId, company: offer.company };
  payments.events.emit({ rail: 'credits', event, details });
  return new Reply(JSON.parse(sale.body), {
    'x-credits-balance': String(sale.balance),
    ...(sale.isRepeated && { 'idempotent-replayed': 'true' }),
  });
}

/**
 * Limits how many payments are verified for one address, valid or not: each takes several requests to
 * the node and the store before its validity is known.
 */
const PAYMENT_LIMIT: Limit = { perMinute: 600, burst: 120 };

/** @throws PaymentRequiredError, `not-tracked`, `not-covered`, and those of the rail */
export async function sellByX402(
  input: Input,
  context: OperationContext,
  caller: Caller,
): Promise<Reply> {
  const payments = paymentsOf(context);
  const { x402 } = payments;
  if (!x402)
    throw notConfigured(
      'Payment by x402 is not configured here; a credit key is needed (/pricing).',
    );
  payments.books.open();
  if (!caller.payment) {
    await throttle(caller);
    return x402.ask();
  }
  await caller.take({ name: 'x402', limit: PAYMENT_LIMIT });
  const order = { input: JSON.stringify(input), look: () => offerOf(input, context.published) };
  const sale = await x402.pay(caller.payment, order).catch(async (error: unknown) => {
    await throttle(caller);
    throw error;
  });
  if (sale.kind === 'sold') {
    caller.afterDelivery(() => x402.markDelivered(sale.payment));
    return new Reply(JSON.parse(sale.body), settlementHeaders(sale, caller.payment.version));
  }
  await throttle(caller);
  // The body was written by `offerOf`.
  const details = JSON.parse(sale.body) as DeepSignalMiss;
  const { tracked, known, period } = details;
  const why = tracked
    ? `${known?.name ?? input.name} is tracked, but not covered in ${period}`
    : 'No tracked startup has this name';
  const code = tracked ? 'not-covered' : 'not-tracked';
  throw new NotFoundError(code, `${why}; nothing was settled.`, { details });
}

type Sold = Extract<Sale, { kind: 'sold' }>;

/** The header of the specification, section 4, and the one that libraries of each version read. */
function settlementHeaders({ transaction, network, payer }: Sold, version: 1 | 2) {
  const settled = { success: true, transaction, txHash: transaction, network, payer };
  const header = Buffer.from(JSON.stringify(settled)).toString('base64');
  return {
    'x-payment-response': header,
    ...(version === 2 && { 'payment-response': header }),
  };
}
