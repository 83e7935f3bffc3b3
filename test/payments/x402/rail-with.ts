/** A rail whose parts a test changes; apart from the service, which takes longer to load. */
import assert from 'node:assert/strict';
import { getAddress, type Hex } from 'viem';
import type { PaymentConfig } from '../../../src/lib/config/payment-config.ts';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import type { X402Parts, X402Timing } from '../../../src/payments/x402/outcome.ts';
import { type X402Rail, x402Rail } from '../../../src/payments/x402/rail.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import { type Settler, walletSettler } from '../../../src/payments/x402/settler.ts';
import { SettlingWallet } from '../../../src/payments/x402/wallet.ts';
import type { Store } from '../../../src/store/store.ts';

export type Settings = Extract<PaymentConfig['x402'], { isComplete: true }>['settings'];

/** The rail as it is configured, but for what comes between it and its settler, or its wallet's store. */
export function railWith(
  settings: Settings,
  { store, watch }: Pick<X402Parts, 'store' | 'watch'>,
  {
    timing,
    resource,
    settler = (own) => own,
    walletStore = store,
  }: {
    timing: X402Timing;
    resource: string;
    settler?: (own: Settler) => Settler;
    walletStore?: Store;
  },
): X402Rail {
  const network = evmNetwork(settings.network);
  assert.ok(network && 'privateKey' in settings.settleBy);
  const chain = evmChain(network, settings.rpcUrl, getAddress(settings.asset), timing);
  const { confirmations, walletFactories } = settings;
  // A key of the test chain.
  const privateKey = settings.settleBy.privateKey as Hex;
  const asset = getAddress(settings.asset);
  const wallet = new SettlingWallet(chain, walletStore, { privateKey, asset, walletFactories });
  return x402Rail({
    store,
    chain,
    settler: settler(walletSettler(chain, wallet, { confirmations, walletFactories, timing })),
    watch,
    settings: {
      terms: { network, payTo: getAddress(settings.payTo), resource, description: '' },
      price: '0.19',
      confirmations,
      timing,
    },
  });
}
