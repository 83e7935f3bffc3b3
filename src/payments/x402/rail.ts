/** Sells an answer for an x402 payment: states the requirements, and processes payments. */

import { getAddress, type Hex } from 'viem';
import { sha256 } from '../../lib/atomic-files.ts';
import type { PaymentConfig } from '../../lib/config/payment-config.ts';
import { BellwetherError, UnavailableError } from '../../lib/errors.ts';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import { evmChain, unavailable } from './chain.ts';
import { type Payment, readPayment, type SentPayment } from './messages.ts';
import { DEFAULT_TIMING, type Outcome, type X402Parts, type X402Timing } from './outcome.ts';
import { markDelivered, paymentId } from './payment-records.ts';
import { buy, type Order } from './purchase.ts';
import { recover } from './recovery.ts';
import { evmNetwork, paymentRequired, type Terms } from './requirements.ts';
import { facilitatorSettler, walletSettler } from './settler.ts';
import { unansweredTransfers } from './unanswered.ts';
import { SettlingWallet } from './wallet.ts';

export type Sale =
  | {
      kind: 'sold';
      body: string;
      transaction: string;
      /** The CAIP-2 id, or the short name for clients of version 1. */
      network: string;
      payer: string;
      payment: string;
    }
  /** The ordered answer does not exist, as the body explains; nothing was settled. */
  | { kind: 'missed'; body: string };

export type X402Rail = ReturnType<typeof x402Rail>;

type Settings = Extract<PaymentConfig['x402'], { isComplete: true }>['settings'];

/**
 * Builds the rail from the operator's settings.
 *
 * @param sale the price in whole units of the asset, and the address of paid calls
 * @throws BellwetherError `settings-invalid` for an unknown network
 */
export function configuredX402(
  settings: Settings,
  { store, watch }: Pick<X402Parts, 'store' | 'watch'>,
  sale: { price: number; resource: string; timing?: Partial<X402Timing> },
): X402Rail {
  const { confirmations, settleBy, rpcUrl, walletFactories } = settings;
  const timing = { ...DEFAULT_TIMING, ...sale.timing };
  const network = evmNetwork(settings.network);
  if (!network)
    throw new BellwetherError(
      'settings-invalid',
      `X402_NETWORK is "${settings.network}", which is no known network; its CAIP-2 name, like eip155:8453, always works.`,
    );
  const [asset, payTo] = [getAddress(settings.asset), getAddress(settings.payTo)];
  const chain = evmChain(network, rpcUrl, asset, timing);
  const settleByWallet = (privateKey: Hex) => {
    const wallet = new SettlingWallet(chain, store, { privateKey, asset, walletFactories });
    return walletSettler(chain, wallet, { ...settings, timing });
  };
  const settler =
    'facilitatorUrl' in settleBy
      ? facilitatorSettler(settleBy.facilitatorUrl, timing)
      : // Validated with the settings.
        settleByWallet(settleBy.privateKey as Hex);
  const description = 'Deep signal of one startup';
  const terms = { network, payTo, resource: sale.resource, description };
  const price = String(sale.price);
  const sold = { terms, price, confirmations, timing };
  return x402Rail({ store, chain, settler, watch, settings: sold });
}

export function x402Rail(parts: X402Parts) {
  const { store, chain, settings } = parts;
  const underWay = new Map<string, Promise<Outcome>>();
  const terms = async (): Promise<Terms> => {
    const asset = await chain.asset();
    return { ...settings.terms, asset, amount: smallestUnits(settings.price, asset.decimals) };
  };
  return {
    /** States the requirements. @throws PaymentRequiredError always */
    ask: async (): Promise<never> => {
      throw paymentRequired(await terms(), 'Payment is required.');
    },
    /**
     * @throws PaymentRequiredError, and BellwetherError `invalid-payment`, `settlement-pending`,
     *   `payment-in-progress`, `payment-unavailable`
     */
    pay: async (sent: SentPayment, order: Order): Promise<Sale> => {
      const watchRefusal = (reason: string) =>
        parts.watch({ rail: 'x402', event: 'refused', details: { reason } });
      // Before the node is asked, whose failure would have the client send it again.
      const payment = readPayment(sent);
      if (!payment) {
        watchRefusal('invalid_payload');
        throw invalidPayment(sent);
      }
      const current = await terms();
      const { from, nonce } = payment.authorization;
      const { network, asset } = current;
      const id = paymentId({ network: network.caip2, asset: asset.address, payer: from, nonce });
      const requestHash = sha256(order.input);
      // Concurrent calls with an identical payment and body share the first one's work.
      const call = `${id} ${requestHash} ${payment.signature}`;
      const waiting = underWay.get(call);
      const working = waiting ?? buy(parts, { id, payment, requestHash, order }, current);
      if (!waiting) {
        underWay.set(call, working);
        working.finally(() => underWay.delete(call)).catch(() => undefined);
      }
      const outcome = await working;
      switch (outcome.kind) {
        case 'answered':
          return sold(outcome.row, payment, current);
        case 'missed':
          return outcome;
        case 'refused':
          watchRefusal(outcome.reason);
          throw paymentRequired(current, outcome.reason);
        case 'pending':
          throw new UnavailableError(
            'settlement-pending',
            'The payment was sent and is not confirmed yet. Ask again with the same authorization: it pays once, and the answer waits for it.',
            { details: { retryAfter: 3 } },
          );
        case 'in-progress':
          throw new BellwetherError(
            'payment-in-progress',
            'This payment is being settled by another call; ask again with the same authorization.',
            { status: 409, details: { retryAfter: 1 } },
          );
        case 'unavailable':
          throw unavailable(outcome.cause);
      }
    },
    /** Records that the answer was delivered; until then it is a debt. */
    markDelivered: (payment: string) => markDelivered(store, payment),
    /** Finishes open payments, including those of processes that died. */
    recover: () => recover(parts),
    /** Transfers in the newest blocks for which the books have no answer. */
    unanswered: (blocks: number) => unansweredTransfers(parts, blocks),
  };
}

function invalidPayment({ version }: SentPayment): BellwetherError {
  return new BellwetherError(
    'invalid-payment',
    `The payment is not one of version ${version} of x402 with an EIP-3009 authorization; nothing was charged. Ask without a payment for what is required.`,
    { status: 400 },
  );
}

function sold(row: X402PaymentTable, { version }: Payment, { network }: Terms): Sale {
  return {
    kind: 'sold',
    body: row.body ?? '',
    transaction: row.transaction_hash ?? '',
    network: version === 1 ? (network.shortName ?? network.caip2) : network.caip2,
    payer: row.payer,
    payment: row.id,
  };
}

/** `0.19` with six decimals is 190000. */
function smallestUnits(price: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  if (fraction.length > decimals)
    throw new UnavailableError(
      'payment-unavailable',
      'The price has more decimals than the asset.',
    );
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
