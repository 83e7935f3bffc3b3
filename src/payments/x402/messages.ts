/** Reads the payment off a request: x402 version 1 and 2, an EIP-3009 authorization in either. */
import { z } from 'zod';

/** Version 1 comes in `X-PAYMENT`, version 2 in `PAYMENT-SIGNATURE`; MCP has the object itself. */
export type SentPayment = { version: 1 | 2; content: string | object };

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** A uint256 in decimal digits. */
const Uint = z.string().regex(/^(?:0|[1-9]\d{0,77})$/);
const Exact = z.object({
  // Those of wallets that are yet to be deployed carry the call that deploys them (ERC-6492).
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){65,8192}$/),
  authorization: z.object({
    from: Address,
    to: Address,
    value: Uint,
    validAfter: Uint,
    validBefore: Uint,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});
const Version1 = z.object({
  x402Version: z.literal(1),
  scheme: z.string(),
  network: z.string(),
  payload: Exact,
});
const Version2 = z.object({
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
});

export type Authorization = z.infer<typeof Exact>;

/** What the client says that it pays. */
export type Payment = Authorization & {
  version: 1 | 2;
  scheme: string;
  network: string;
  /** Version 2 repeats what it accepts, and for what. */
  accepted: { asset: string; amount: string; payTo: string } | undefined;
  resource: string | undefined;
};

/** Longest header that is read; Node refuses those above 16 kB itself. */
const LONGEST = 64 * 1024;

/** Undefined for what is no payment of a known form. */
export function readPayment({ version, content }: SentPayment): Payment | undefined {
  const value = typeof content === 'string' ? decoded(content) : content;
  if (version === 1) {
    const { data } = Version1.safeParse(value);
    if (!data) return undefined;
    const { scheme, network, payload } = data;
    return { ...payload, version, scheme, network, accepted: undefined, resource: undefined };
  }
  const { data } = Version2.safeParse(value);
  if (!data) return undefined;
  const { accepted, payload, resource } = data;
  const { scheme, network } = accepted;
  return { ...payload, version, scheme, network, accepted, resource: resource?.url };
}

function decoded(header: string): unknown {
  if (header.length > LONGEST || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return undefined;
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}
