/** What must be paid, as both versions of x402 state it. */
import { encodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import { PaymentRequiredError } from '../payment-required.ts';
import type { Asset } from './chain.ts';
import type { EvmNetwork } from './network.ts';

/** How long an authorization has to live when it arrives at latest, in seconds. */
const TIMEOUT = 300;

export type Terms = {
  network: EvmNetwork;
  asset: Asset;
  payTo: `0x${string}`;
  /** In the asset's smallest unit. */
  amount: bigint;
  /** Address of the resource, and what it is. */
  resource: string;
  description: string;
};

/** Version 2, which is also what verification and settlement work with. */
export function requirements({ network, asset, payTo, amount }: Terms): PaymentRequirements {
  return {
    scheme: 'exact',
    network: network.caip2,
    asset: asset.address,
    amount: amount.toString(),
    payTo,
    maxTimeoutSeconds: TIMEOUT,
    // Of the EIP-712 domain that the payer signs.
    extra: { name: asset.name, version: asset.version },
  };
}

function version1({ network, asset, payTo, amount, resource, description }: Terms) {
  if (network.shortName === undefined) return [];
  return [
    {
      scheme: 'exact',
      network: network.shortName,
      maxAmountRequired: amount.toString(),
      resource,
      description,
      mimeType: 'application/json',
      payTo,
      maxTimeoutSeconds: TIMEOUT,
      asset: asset.address,
      extra: { name: asset.name, version: asset.version },
    },
  ];
}

function version2(terms: Terms, error: string): PaymentRequired {
  const { resource: url, description } = terms;
  return {
    x402Version: 2,
    error,
    resource: { url, description, mimeType: 'application/json' },
    accepts: [requirements(terms)],
  };
}

/** @param reason why what was sent did not do */
export function paymentRequired(terms: Terms, reason: string): PaymentRequiredError {
  const requirements = version2(terms, reason);
  return new PaymentRequiredError(reason, {
    body: { x402Version: 1, error: reason, accepts: version1(terms) },
    headers: { 'payment-required': encodePaymentRequiredHeader(requirements) },
    requirements: { ...requirements },
  });
}
