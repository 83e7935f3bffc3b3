/** Who a request comes from, as far as paid operations need to know. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Limiter } from '../../lib/limits/limiter.ts';
import type { Caller } from '../../operations/operation.ts';
import type { SentPayment } from '../../payments/x402/messages.ts';
import { takeToken } from './limits.ts';

/** @param limiter absent where nobody is limited */
export function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  limiter: Limiter | undefined,
): Caller {
  const { authorization, 'idempotency-key': idempotencyKey } = request.headers;
  return {
    key: bearerOf(authorization),
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    payment: paymentOf(request),
    picksRail: false,
    take: async (policy, client) => {
      if (limiter) await takeToken(limiter, policy, request, reply, client);
    },
  };
}

/** The credentials of the Bearer scheme (RFC 6750, section 2.1), whatever they are. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function paymentOf({ headers }: FastifyRequest): SentPayment | undefined {
  const { 'payment-signature': version2, 'x-payment': version1 } = headers;
  if (typeof version2 === 'string') return { version: 2, content: version2 };
  return typeof version1 === 'string' ? { version: 1, content: version1 } : undefined;
}
