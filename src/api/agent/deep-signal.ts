import { z } from 'zod';
import { DeepSignal, DeepSignalMiss } from '../../features/deep-signal/deep-signal.ts';
import { TypedText } from '../../lib/inputs.ts';
import { PaymentRequirements } from '../../payments/x402/messages.ts';
import { sellByKey, sellByX402 } from '../operation/deep-signal-sale.ts';
import { documented, operation } from '../operation/operation.ts';
import { KEY_LIMIT, NOT_CONFIGURED, SUSPENDED, UNAUTHORIZED } from '../operation/paid.ts';

export const DeepSignalInput = z.strictObject({
  name: TypedText(100).meta({
    description: 'Display name, alias, slug or GitHub organization',
    example: 'langfuse',
  }),
});

/** Specification, section 4: the paid signal. */
export default operation({
  name: 'get_deep_signal',
  summary: 'Paid: one startup’s scores, sector rank, thesis, comparables and history',
  description:
    'A call costs 0.19 EUR: one credit of a prepaid key (Authorization: Bearer; 100 credits for 19 EUR), or 0.19 in a stablecoin for the single call through x402 without a key; credits can be topped up with a stablecoin on Solana. Only a startup that is found is charged. The same Idempotency-Key gives the same answer again for 24 hours, free of charge. Through MCP the key comes in the Authorization header or the client’s environment (BELLWETHER_API_KEY), or an x402 payment in the request’s _meta["x402/payment"]; without either, the answer says how to pay.',
  tag: 'Paid',
  input: DeepSignalInput,
  aliases: { company: 'name' },
  output: z.union([DeepSignal, DeepSignalMiss]),
  rest: { methods: ['POST'], path: '/api/agent/deep-signal', type: 'application/json' },
  mcp: { title: 'Deep signal', refusal: PaymentRequirements },
  effects: { isIdempotent: true, isOnChain: true },
  needs: 'credit-key',
  keyLimit: KEY_LIMIT,
  replyHeaders: {
    'X-Credits-Balance': 'Credits that are left',
    'Idempotent-Replayed': '`true` for an answer that was given before',
  },
  errors: documented({
    ...UNAUTHORIZED,
    '402 insufficient-credits': 'the key has no credits left',
    '422 idempotency-key-reused':
      'the Idempotency-Key was used for another request within 24 hours',
    ...NOT_CONFIGURED,
    ...SUSPENDED,
  }),
  examples: [{ name: 'langfuse' }, { name: 'no such startup' }],
  isLive: true,
  run: (input, context, caller) =>
    caller.picksRail && caller.key === undefined
      ? sellByX402(input, context, caller)
      : sellByKey(input, context, caller),
});
