/** Payment requirements in both versions of x402. */
import { encodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { EVM_NETWORK_CHAIN_ID_MAP } from '@x402/evm/v1';
import type { Address, Hex } from 'viem';
import { type Authorization, PaymentRequiredError } from './messages.ts';

/** An EVM network. Version 2 uses its CAIP-2 id, version 1 a short name. */
export type EvmNetwork = {
  chainId: number;
  /** `eip155:84532` */
  caip2: `eip155:${number}`;
  /** `base-sepolia`; undefined if version 1 has no name for the chain. */
  shortName: string | undefined;
};

export type Asset = {
  address: Address;
  /** Name in its EIP-712 domain. */
  name: string;
  version: string;
  decimals: number;
  /** Bytecode of its contract. */
  code: Hex;
};

export type Terms = {
  network: EvmNetwork;
  asset: Asset;
  payTo: Address;
  /** In the asset's smallest unit. */
  amount: bigint;
  resource: string;
  description: string;
};

/** How long an authorization has to stay valid after the request. */
const MAX_TIMEOUT_SECONDS = 300;

/** @param text `base`, or `eip155:8453` */
export function evmNetwork(text: string): EvmNetwork | undefined {
  const names = Object.entries(EVM_NETWORK_CHAIN_ID_MAP);
  const [, digits] = /^eip155:([1-9]\d{0,14})$/.exec(text) ?? [];
  const chainId =
    digits === undefined ? names.find(([name]) => name === text)?.[1] : Number(digits);
  if (chainId === undefined) return undefined;
  const shortName = names.find(([, id]) => id === chainId)?.[0];
  return { chainId, caip2: `eip155:${chainId}`, shortName };
}

/** @param reason for rejecting the call */
export function paymentRequired(terms: Terms, reason: string): PaymentRequiredError {
  const { resource: url, description } = terms;
  const required = {
    x402Version: 2 as const,
    error: reason,
    resource: { url, description, mimeType: 'application/json' },
    accepts: [requirements(terms)],
  };
  return new PaymentRequiredError(reason, {
    body: { x402Version: 1, error: reason, accepts: version1(terms) },
    headers: { 'payment-required': encodePaymentRequiredHeader(required) },
    requirements: required,
  });
}

/** Requirements in the form of version 2, which verification and settlement use for both versions. */
export function requirements({ network, asset, payTo, amount }: Terms): PaymentRequirements {
  return {
    scheme: 'exact',
    network: network.caip2,
    asset: asset.address,
    amount: amount.toString(),
    payTo,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    // Part of the EIP-712 domain that the payer signs.
    extra: { name: asset.name, version: asset.version },
  };
}

/** The payment in the form of version 2, for verification and settlement. */
export function normalized(
  { signature, authorization }: Authorization,
  terms: Terms,
): PaymentPayload {
  return {
    x402Version: 2,
    resource: { url: terms.resource },
    accepted: requirements(terms),
    payload: { signature, authorization },
  };
}

function version1(terms: Terms) {
  const { network, resource, description } = terms;
  if (network.shortName === undefined) return [];
  const { amount, ...common } = requirements(terms);
  const about = { resource, description, mimeType: 'application/json' };
  return [{ ...common, network: network.shortName, maxAmountRequired: amount, ...about }];
}
