/**
 * Pays x402 requirements of version 2 with an EIP-3009 authorization, signed by any account that can
 * sign typed data (EIP-712), such as viem's. Needs no library.
 */
import type { Fetch } from './send.ts';
import type { Payer } from './x402.ts';

type Hex = `0x${string}`;

/** The part of an account that is used; viem's `privateKeyToAccount(…)` returns one. */
export type SigningAccount = {
  address: Hex;
  signTypedData: (data: {
    domain: { name: string; version: string; chainId: number; verifyingContract: Hex };
    types: Readonly<Record<string, readonly { name: string; type: string }[]>>;
    primaryType: 'TransferWithAuthorization';
    message: Readonly<Record<string, string | bigint>>;
  }) => Promise<Hex>;
};

/** Limits what may be spent; nothing else is ever signed. */
export type SpendingLimit = {
  /** CAIP-2, `eip155:8453`. */
  network: string;
  /** Address of the stablecoin. */
  asset: string;
  /** Maximum for one purchase, in the stablecoin's smallest unit. */
  maxAmount: bigint;
};

type Requirements = {
  scheme: string;
  network: string;
  asset: Hex;
  amount: string;
  payTo: Hex;
  maxTimeoutSeconds: number;
  extra: { name: string; version: string };
};
type PaymentRequired = { resource: unknown; accepts: readonly Requirements[] };

/** None of the service's payment requirements is within the spending limit. */
export class SpendingLimitError extends Error {
  readonly accepts: readonly unknown[];

  constructor(accepts: readonly unknown[]) {
    super('Nothing that the service accepts is within the spending limit; nothing was signed.');
    this.name = 'SpendingLimitError';
    this.accepts = accepts;
  }
}

/** Signs once for each purchase, and only within the limit. */
export function payWith(account: SigningAccount, limit: SpendingLimit): Payer {
  return (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const asked = await fetch(request.clone());
      const required = asked.headers.get('payment-required');
      if (asked.status !== 402 || required === null) return asked;
      const { resource, accepts } = decoded(required);
      const accepted = accepts.find((each) => isWithin(each, limit));
      if (!accepted) throw new SpendingLimitError(accepts);
      const payload = await authorization(account, accepted);
      request.headers.set(
        'payment-signature',
        encoded({ x402Version: 2, resource, accepted, payload }),
      );
      return fetch(request);
    };
}

function isWithin({ scheme, network, asset, amount }: Requirements, limit: SpendingLimit): boolean {
  return (
    scheme === 'exact' &&
    network === limit.network &&
    network.startsWith('eip155:') &&
    asset.toLowerCase() === limit.asset.toLowerCase() &&
    /^\d+$/.test(amount) &&
    BigInt(amount) <= limit.maxAmount
  );
}

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
const CLOCK_TOLERANCE_SECONDS = 600;

async function authorization(account: SigningAccount, accepted: Requirements) {
  const { network, asset, amount, payTo, maxTimeoutSeconds, extra } = accepted;
  const now = Math.floor(Date.now() / 1000);
  const message = {
    from: account.address,
    to: payTo,
    value: amount,
    validAfter: String(now - CLOCK_TOLERANCE_SECONDS),
    validBefore: String(now + maxTimeoutSeconds),
    nonce: hexOf(crypto.getRandomValues(new Uint8Array(32))),
  };
  const signature = await account.signTypedData({
    domain: {
      name: extra.name,
      version: extra.version,
      chainId: Number(network.slice('eip155:'.length)),
      verifyingContract: asset,
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...message,
      value: BigInt(message.value),
      validAfter: BigInt(message.validAfter),
      validBefore: BigInt(message.validBefore),
    },
  });
  return { signature, authorization: message };
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Base64 of the UTF-8 bytes; `btoa` only accepts Latin-1. */
function encoded(value: unknown): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
}

function decoded(header: string): PaymentRequired {
  const bytes = Uint8Array.from(atob(header), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as PaymentRequired;
}
