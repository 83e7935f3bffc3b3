/** Determines the caller of an operation from an HTTP request. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../api/operation/context.ts';
import type { SentPayment } from '../../payments/x402/messages.ts';
import { takeToken } from './limits.ts';

export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  const { authorization, 'idempotency-key': idempotencyKey } = request.headers;
  return {
    key: bearerOf(authorization),
    holder: undefined,
    idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    payment: paymentOf(request),
    picksRail: false,
    take: (policy, client) => takeToken(policy, request, reply, client),
    // At this point the whole answer has been passed to the operating system. If the connection
    // breaks before that, only `close` is emitted.
    afterDelivery: (work) =>
      reply.raw.once('finish', () => {
        work().catch((err: unknown) => request.log.error({ err }, 'delivery was not recorded'));
      }),
  };
}

/** The credentials of the Bearer scheme (RFC 6750, section 2.1), not validated. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function paymentOf({ headers }: FastifyRequest): SentPayment | undefined {
  const { 'payment-signature': version2, 'x-payment': version1 } = headers;
  if (typeof version2 === 'string') return { version: 2, content: version2 };
  return typeof version1 === 'string' ? { version: 1, content: version1 } : undefined;
}
