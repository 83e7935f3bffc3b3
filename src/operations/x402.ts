/** Sells a deep signal for a payment that comes with the call. */
import type { z } from 'zod';
import { BellwetherError } from '../lib/errors.ts';
import type { Limit } from '../lib/limits/token-bucket.ts';
import type { Receipt } from '../payments/x402/rail.ts';
import { type Caller, type OperationContext, Reply, STANDARD_LIMIT } from './operation.ts';
import { type DeepSignalInput, notConfigured, offer, paymentsOf } from './paid.ts';

/**
 * Payments that are looked at for one address, whatever comes of them: each costs the node and the
 * store some requests before it is known what it is worth.
 */
const LOOKED_AT: Limit = { perMinute: 600, burst: 120 };

/** @throws PaymentRequiredError, BellwetherError `not-tracked` and those of the rail */
export async function sellByX402(
  input: z.output<typeof DeepSignalInput>,
  context: OperationContext,
  caller: Caller,
): Promise<Reply> {
  const payments = paymentsOf(context);
  const { x402 } = payments;
  if (!x402)
    throw notConfigured(
      'Payment by x402 is not configured here; a credit key is needed (/pricing).',
    );
  payments.books();
  if (!caller.payment) {
    await heldUp(caller);
    return x402.ask();
  }
  await caller.take({ name: 'x402', limit: LOOKED_AT });
  let miss: Record<string, unknown> = {};
  const order = {
    input: JSON.stringify(input),
    look: async () => {
      const { answer, offer: offered } = await offer(context.published, input.name);
      if (answer.found) return offered;
      miss = answer;
      return undefined;
    },
  };
  const receipt = await x402.pay(caller.payment, order).catch(async (error: unknown) => {
    await heldUp(caller);
    throw error;
  });
  if (receipt)
    return new Reply(JSON.parse(receipt.body), settlementHeaders(receipt, caller.payment.version));
  await heldUp(caller);
  throw new BellwetherError(
    'not-tracked',
    'No tracked startup has this name; nothing was settled.',
    { details: miss },
  );
}

/** What is not paid for costs us look-ups all the same: who asks for much of it has to wait. */
function heldUp(caller: Caller): Promise<void> {
  return caller.take({ name: 'default', limit: STANDARD_LIMIT });
}

/** Specification, section 4, and what the libraries of both versions read. */
function settlementHeaders({ transaction, network, payer }: Receipt, version: 1 | 2) {
  const settled = { success: true, transaction, txHash: transaction, network, payer };
  const header = Buffer.from(JSON.stringify(settled)).toString('base64');
  return {
    'x-payment-response': header,
    ...(version === 2 && { 'payment-response': header }),
  };
}
