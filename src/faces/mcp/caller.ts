/** Who calls a tool, and how what was paid is said: x402 has its own places in MCP messages. */
import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, LOCAL_CALLER, type Reply } from '../../operations/operation.ts';
import type { PaymentRequiredError } from '../../payments/payment-required.ts';
import { bearerOf } from '../../transports/http/caller.ts';
import type { McpParts } from './parts.ts';

/** https://docs.x402.org, "MCP transport" */
const PAYMENT = 'x402/payment';
const PAYMENT_RESPONSE = 'x402/payment-response';
const IDEMPOTENCY_KEY = 'bellwether/idempotency-key';

const Meta = z.object({
  [PAYMENT]: z.object({ x402Version: z.union([z.literal(1), z.literal(2)]) }).loose(),
});

export function toolCaller(
  { http, mcpReq }: ServerContext,
  { apiKey, take }: Pick<McpParts, 'apiKey' | 'take'>,
): Caller {
  const headers = http?.req?.headers;
  const { _meta: meta } = mcpReq;
  const payment = Meta.safeParse(meta).data?.[PAYMENT];
  const given = meta?.[IDEMPOTENCY_KEY];
  const idempotencyKey =
    given === undefined ? (headers?.get('idempotency-key') ?? undefined) : given;
  return {
    ...LOCAL_CALLER,
    key: bearerOf(headers?.get('authorization') ?? undefined) ?? apiKey,
    idempotencyKey,
    payment: payment && { version: payment.x402Version, content: payment },
    // The message itself was counted for its address.
    take: async (policy, client) => {
      if (client !== undefined) await take?.(policy, client);
    },
  };
}

/** What headers say elsewhere. */
export function replyMeta({ headers }: Reply): Pick<CallToolResult, '_meta'> {
  const settlement = headers['payment-response'] ?? headers['x-payment-response'];
  const balance = headers['x-credits-balance'];
  return {
    _meta: {
      ...(settlement !== undefined && {
        [PAYMENT_RESPONSE]: JSON.parse(Buffer.from(settlement, 'base64').toString('utf8')),
      }),
      ...(balance !== undefined && { 'bellwether/credits-balance': Number(balance) }),
    },
  };
}

/** The requirements as the result of the tool, for clients that pay, and how else to pay. */
export function paymentRequiredResult({ requirements }: PaymentRequiredError): CallToolResult {
  return {
    isError: true,
    structuredContent: { ...requirements },
    content: [{ type: 'text', text: JSON.stringify(requirements) }],
  };
}
