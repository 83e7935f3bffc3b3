/** The configured rail with another settler. */
import assert from 'node:assert/strict';
import { getAddress, type Hex } from 'viem';
import type { PaymentConfig } from '../../../src/lib/config/payment-config.ts';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import type { X402Parts, X402Timing } from '../../../src/payments/x402/outcome.ts';
import { type X402Rail, x402Rail } from '../../../src/payments/x402/rail.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import { type Settler, walletSettler } from '../../../src/payments/x402/settler.ts';
import { SettlingWallet } from '../../../src/payments/x402/wallet.ts';

export type Settings = Extract<PaymentConfig['x402'], { isComplete: true }>['settings'];

export function railWith(
  { settleBy, confirmations, walletFactories, ...settings }: Settings,
  { store, watch }: Pick<X402Parts, 'store' | 'watch'>,
  {
    timing,
    resource,
    settler,
  }: {
    timing: X402Timing;
    resource: string;
    settler: (own: Settler) => Partial<Settler>;
  },
): X402Rail {
  const network = evmNetwork(settings.network);
  assert.ok(network && 'privateKey' in settleBy);
  const [asset, payTo] = [getAddress(settings.asset), getAddress(settings.payTo)];
  const chain = evmChain(network, settings.rpcUrl, asset, timing);
  // A key of the test chain.
  const privateKey = settleBy.privateKey as Hex;
  const wallet = new SettlingWallet(chain, store, { privateKey, asset, walletFactories });
  const own = walletSettler(chain, wallet, { confirmations, walletFactories, timing });
  const terms = { network, payTo, resource, description: '' };
  return x402Rail({
    ...{ store, chain, watch, settler: { ...own, ...settler(own) } },
    settings: { terms, price: '0.19', confirmations, timing },
  });
}
