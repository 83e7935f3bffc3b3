/** The x402 rail of the operator's settings. */
import { getAddress, type Hex } from 'viem';
import { BellwetherError } from '../../lib/errors.ts';
import type { PaymentConfig } from '../../payment-settings.ts';
import type { RailParts } from '../payments.ts';
import { evmChain } from './chain.ts';
import { evmNetwork } from './network.ts';
import { type X402Rail, x402Rail } from './rail.ts';
import { facilitatorSettler, walletSettler } from './settler.ts';

type Settings = Extract<PaymentConfig['x402'], { isComplete: true }>['settings'];

/**
 * @param price in whole units of the asset
 * @param resource address that a paid call is sent to
 * @throws BellwetherError `settings-invalid` for a network that is not known
 */
export function configuredX402(
  settings: Settings,
  { store, watch }: RailParts,
  { price, resource }: { price: number; resource: string },
): X402Rail {
  const network = evmNetwork(settings.network);
  if (!network)
    throw new BellwetherError(
      'settings-invalid',
      `X402_NETWORK is "${settings.network}", which is no known network; its CAIP-2 name, like eip155:8453, always works.`,
    );
  const { confirmations, walletFactories, settleBy } = settings;
  const chain = evmChain(network, settings.rpcUrl, getAddress(settings.asset));
  const settler =
    'privateKey' in settleBy
      ? walletSettler(chain, {
          // The setting's own pattern has checked it.
          privateKey: settleBy.privateKey as Hex,
          confirmations,
          walletFactories,
        })
      : facilitatorSettler(settleBy.facilitatorUrl);
  const payTo = getAddress(settings.payTo);
  const terms = { network, payTo, resource, description: 'Deep signal of one startup' };
  return x402Rail({
    store,
    chain,
    settler,
    watch,
    settings: { terms, price: String(price), confirmations },
  });
}
