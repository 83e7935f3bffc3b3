/**
 * The two messages of x402: the 402 response that states the requirements, and the payment. Supports
 * protocol versions 1 and 2, with EIP-3009 authorizations.
 */
import type { Hex } from 'viem';
import { z } from 'zod';
import { BellwetherError } from '../../lib/errors.ts';
import { parsedJson } from '../../lib/parse-json.ts';

export const PaymentRequirements = z
  .looseObject({
    x402Version: z.literal(2),
    error: z.string(),
    resource: z.looseObject({ url: z.url() }),
    accepts: z.array(z.looseObject({ network: z.string(), asset: z.string(), amount: z.string() })),
  })
  .meta({
    id: 'PaymentRequirements',
    description: 'Without a key: what to pay, by x402 version 2',
  });

/** A 402 response. Its body has the requirements of version 1, a header those of version 2. */
export class PaymentRequiredError extends BellwetherError {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** The requirements of version 2 as an object, for transports without headers. */
  readonly requirements: z.infer<typeof PaymentRequirements>;

  /** @param reason for rejecting the call, in words or as a stable code */
  constructor(
    reason: string,
    sent: Pick<PaymentRequiredError, 'body' | 'headers' | 'requirements'>,
  ) {
    super('payment-required', reason, { status: 402 });
    this.body = sent.body;
    this.headers = sent.headers;
    this.requirements = sent.requirements;
  }
}

/** Version 1 is sent in `X-PAYMENT`, version 2 in `PAYMENT-SIGNATURE`; over MCP it is an object. */
export type SentPayment = { version: 1 | 2; content: string | object };

const hex = (pattern: RegExp) =>
  z.custom<Hex>((value) => typeof value === 'string' && pattern.test(value));
const Address = hex(/^0x[0-9a-fA-F]{40}$/);
const Uint = z.string().regex(/^(?:0|[1-9]\d{0,77})$/);
const Exact = z.object({
  // For a wallet that is not deployed yet, the signature includes the deploying call (ERC-6492).
  signature: hex(/^0x(?:[0-9a-fA-F]{2}){65,8192}$/),
  authorization: z.object({
    from: Address,
    to: Address,
    value: Uint,
    validAfter: Uint,
    validBefore: Uint,
    nonce: hex(/^0x[0-9a-fA-F]{64}$/),
  }),
});
const Version1 = z
  .object({
    x402Version: z.literal(1),
    scheme: z.string(),
    network: z.string(),
    payload: Exact,
  })
  .transform(({ payload, scheme, network }) => ({ ...payload, version: 1, scheme, network }));
const Version2 = z
  .object({
    x402Version: z.literal(2),
    resource: z.object({ url: z.string() }).optional(),
    accepted: z.object({
      scheme: z.string(),
      network: z.string(),
      asset: z.string(),
      amount: z.string(),
      payTo: z.string(),
    }),
    payload: Exact,
  })
  .transform(({ payload, accepted, resource }) => {
    const { scheme, network } = accepted;
    return { ...payload, version: 2, scheme, network, accepted, resource: resource?.url };
  });

export type Authorization = z.infer<typeof Exact>;

export type Payment = Authorization & {
  version: number;
  scheme: string;
  network: string;
  /** Version 2 repeats the requirements that the client accepted. */
  accepted?: { asset: string; amount: string; payTo: string };
  resource?: string | undefined;
};

/** Node itself rejects headers above 16 kB. */
const MAX_HEADER_CHARACTERS = 64 * 1024;

/** Undefined if the payment is malformed. */
export function readPayment({ version, content }: SentPayment): Payment | undefined {
  const value = typeof content === 'string' ? decoded(content) : content;
  return (version === 1 ? Version1 : Version2).safeParse(value).data;
}

function decoded(header: string): unknown {
  if (header.length > MAX_HEADER_CHARACTERS || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header))
    return undefined;
  return parsedJson(Buffer.from(header, 'base64').toString('utf8'));
}
