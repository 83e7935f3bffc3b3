/** The Solana rail of the operator's settings. */
import type { PaymentConfig } from '../../payment-settings.ts';
import type { RailParts } from '../payments.ts';
import { type SolanaRail, solanaRail } from './rail.ts';
import { solanaNode } from './transaction.ts';

type Settings = Extract<PaymentConfig['solana'], { isComplete: true }>['settings'];

/** Of the stablecoins that are issued on Solana; the node's word on it is checked at each payment. */
const DECIMALS = 6;

/** @param pack its price in whole units of the mint, and the credits that it grants */
export function configuredSolana(
  { rpcUrl, ...given }: Settings,
  { store, watch }: RailParts,
  pack: { price: number; credits: number },
): SolanaRail {
  const settings = {
    ...given,
    decimals: DECIMALS,
    price: BigInt(Math.round(pack.price * 10 ** DECIMALS)),
    credits: pack.credits,
  };
  return solanaRail({ store, node: solanaNode(rpcUrl, settings), settings, watch });
}
