import { z } from 'zod';
import { DeepSignal } from '../../../features/deep-signal/deep-signal.ts';
import { X402_PATH } from '../../../payments/rails.ts';
import { sellByX402 } from '../../operation/deep-signal-sale.ts';
import { documented, operation } from '../../operation/operation.ts';
import { NOT_CONFIGURED, SUSPENDED, UNAVAILABLE } from '../../operation/paid.ts';
import { DeepSignalInput } from '../deep-signal.ts';

/** x402 version 1; version 2 is in the PAYMENT-REQUIRED header. */
const Requirements = z
  .looseObject({
    x402Version: z.literal(1),
    error: z.string().meta({ description: 'Why the payment, if any, did not do' }),
    accepts: z.array(
      z.looseObject({
        scheme: z.literal('exact'),
        network: z.string(),
        maxAmountRequired: z.string().meta({ description: 'In the asset’s smallest unit' }),
        resource: z.url(),
        payTo: z.string(),
        asset: z.string(),
        maxTimeoutSeconds: z.int(),
      }),
    ),
  })
  .meta({ id: 'PaymentRequired', description: 'Payment requirements of x402, version 1' });

/** Specification, section 4: the paid signal without a key. */
export default operation({
  name: 'buy_deep_signal',
  summary: 'Paid: a deep signal for one x402 payment, without a key',
  description:
    'Answers 402 with the requirements (version 1 in the body, version 2 in PAYMENT-REQUIRED). The caller signs an EIP-3009 transferWithAuthorization and asks again with it in X-PAYMENT (version 1) or PAYMENT-SIGNATURE (version 2). The answer comes once the transfer is confirmed; a startup that is not tracked, or not covered, settles nothing. The same authorization with the same body fetches the answer again for 24 hours and pays once. While a payment is open, another one of the same payer for the same name is not sent, and gets the same answer.',
  tag: 'Paid',
  input: DeepSignalInput,
  aliases: { company: 'name' },
  output: DeepSignal,
  rest: { methods: ['POST'], path: X402_PATH, type: 'application/json' },
  effects: { isIdempotent: true, isOnChain: true },
  needs: 'x402-payment',
  replyHeaders: {
    'X-PAYMENT-RESPONSE': 'The settlement: base64 of JSON with txHash, network and payer',
    'PAYMENT-RESPONSE': 'The same for clients of version 2',
  },
  errors: documented({
    '400 invalid-payment': 'the payment is malformed; nothing is charged',
    '402 payment-required': [
      'a payment is missing or does not do; the body says what does',
      undefined,
      Requirements,
    ],
    '404 not-tracked': 'the startup is not tracked; nothing is settled',
    '404 not-covered':
      'the startup is tracked and the current period does not cover it; nothing is settled',
    '409 payment-in-progress':
      'another call is settling this payment; ask again with the same authorization',
    ...NOT_CONFIGURED,
    ...UNAVAILABLE,
    '503 settlement-pending':
      'the transfer may have been sent and is not confirmed; ask again with the same authorization',
    ...SUSPENDED,
  }),
  examples: [{ name: 'langfuse' }],
  isLive: true,
  run: sellByX402,
});
