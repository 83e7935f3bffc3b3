/**
 * Sells an answer for one x402 payment: verify, look up, settle, answer. Held to the merchant's
 * rules of Wang et al., "When HTTP 402 Meets the Blockchain" (USENIX Security 2026): nothing leaves
 * before settlement succeeded, what verification set in motion is rolled back when it fails, the
 * nonce is reserved before any work, and an authorization is good for one resource and body.
 */
import { getAddress } from 'viem';
import { BellwetherError } from '../../lib/errors.ts';
import { sha256 } from '../../lib/files.ts';
import type { X402PaymentTable } from '../../store/tables.ts';
import { type Offer, repeatableSince } from '../credits/credit-sale.ts';
import { type Payment, readPayment, type SentPayment } from './messages.ts';
import { withoutAddress } from './chain.ts';
import { normalized, refusal } from './checks.ts';
import {
  abandoned,
  claim,
  forgetAnswers,
  letGo,
  markSettling,
  release,
  stateOf,
  whileHeld,
} from './records.ts';
import { paymentRequired, requirements, type Terms } from './requirements.ts';
import { finishAbandoned, type Refuse, resume, settle, type X402Parts } from './settlement.ts';

export type Receipt = {
  body: string;
  transaction: string;
  /** CAIP-2, or the short name for clients of version 1. */
  network: string;
  payer: string;
};

/** What is bought: the request's own words, and how its answer is looked up. */
type Order = {
  input: string;
  /** Undefined for what cannot be had: then nothing is settled. */
  look: () => Promise<Offer | undefined>;
};

export type X402Rail = {
  /** @throws PaymentRequiredError without a payment, always */
  ask: () => Promise<never>;
  /** @returns undefined where the order cannot be filled; nothing was settled then */
  pay: (sent: SentPayment, order: Order) => Promise<Receipt | undefined>;
  /** Finishes what a process left behind when it died. */
  recover: () => Promise<void>;
};

export function x402Rail(parts: X402Parts): X402Rail {
  const { store, chain, settings } = parts;
  const underWay = new Map<string, Promise<X402PaymentTable | undefined>>();
  const terms = async (): Promise<Terms> => {
    const asset = await chain.asset();
    return { ...settings.terms, asset, amount: smallestUnits(settings.price, asset.decimals) };
  };
  return {
    ask: async () => {
      throw paymentRequired(await terms(), 'Payment is required.');
    },
    pay: async (sent, order) => {
      const current = await terms();
      const refuse = (reason: string): never => {
        parts.watch({ rail: 'x402', event: 'refused', details: { reason } });
        throw paymentRequired(current, reason);
      };
      const payment = readPayment(sent) ?? refuse('invalid_payload');
      const id = paymentId(payment, current);
      const requestHash = sha256(order.input);
      // Calls with the very same payment and body wait for the first of them.
      const call = `${id} ${requestHash} ${payment.signature}`;
      const waiting = underWay.get(call);
      const working =
        waiting ?? purchase(parts, { id, payment, requestHash, order }, current, refuse);
      if (!waiting) {
        underWay.set(call, working);
        working.finally(() => underWay.delete(call)).catch(() => undefined);
      }
      const row = await working;
      return row && receipt(row, payment, current);
    },
    recover: async () => {
      await forgetAnswers(store);
      for (const row of await abandoned(store)) {
        // A node of another chain than the settings name knows nothing of it.
        await chain.asset();
        await finishAbandoned(parts, row);
      }
    },
  };
}

type Purchase = { id: string; payment: Payment; requestHash: string; order: Order };

async function purchase(
  parts: X402Parts,
  { id, payment, requestHash, order }: Purchase,
  terms: Terms,
  refuse: Refuse,
): Promise<X402PaymentTable | undefined> {
  const { store, chain } = parts;
  const { signature, authorization } = payment;
  const reason = refusal(payment, terms, Math.floor(Date.now() / 1000));
  // One that was paid with once may have expired since.
  const state = await stateOf(store, id);
  if (reason !== undefined && state === undefined) return refuse(reason);
  const claimed = await claim(store, {
    id,
    payer: getAddress(authorization.from),
    requestHash,
    amount: terms.amount,
    validBefore: authorization.validBefore,
    payload: JSON.stringify({ signature, authorization }),
    // What is settled stays so, and is answered again at no cost.
    sinceBlock: state === 'settled' ? 0n : await chain.blockNumber(),
  });
  if (claimed.kind === 'bound') return refuse('authorization_bound_to_another_request');
  if (claimed.kind === 'busy') throw inProgress();
  const isSame = JSON.parse(claimed.row.payload).signature === signature;
  if (claimed.kind === 'settled') {
    if (!isSame || !isFetchable(claimed.row)) return refuse('authorization_already_used');
    return claimed.row;
  }
  return whileHeld(store, id, async () => {
    if (claimed.row.state === 'settling') {
      if (isSame) return resume(parts, claimed.row, terms, refuse);
      await letGo(store, id);
      return refuse('authorization_bound_to_another_request');
    }
    try {
      if (reason !== undefined) return refuse(reason);
      const verdict = await verified(parts, payment, terms);
      if (!verdict.isValid) return refuse(verdict.reason);
      const offer = await order.look();
      if (!offer) {
        await release(store, claimed.row);
        return undefined;
      }
      if (!(await markSettling(store, claimed.row, offer))) throw inProgress();
    } catch (error) {
      await release(store, claimed.row);
      throw error;
    }
    return settle(parts, claimed.row, terms, refuse);
  });
}

async function verified({ settler }: X402Parts, payment: Payment, terms: Terms) {
  try {
    return await settler.verify(normalized(payment, terms), requirements(terms));
  } catch (error) {
    throw new BellwetherError(
      'payment-unavailable',
      'The payment cannot be verified right now; nothing was charged. Try again shortly.',
      { cause: withoutAddress(error), details: { retryAfter: 5 } },
    );
  }
}

function isFetchable({ body, settled_at }: X402PaymentTable): boolean {
  return body !== null && settled_at !== null && settled_at >= repeatableSince();
}

function receipt(row: X402PaymentTable, { version }: Payment, { network }: Terms): Receipt {
  return {
    body: row.body ?? '',
    transaction: row.transaction_hash ?? '',
    network: version === 1 ? (network.shortName ?? network.caip2) : network.caip2,
    payer: row.payer,
  };
}

function paymentId({ authorization: { from, nonce } }: Payment, { network, asset }: Terms): string {
  return [network.caip2, asset.address, from, nonce].join('/').toLowerCase();
}

/** `0.19` of six decimals is 190000. */
function smallestUnits(price: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = price.split('.');
  if (fraction.length > decimals)
    throw new BellwetherError('payment-unavailable', 'The price has more decimals than the asset.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

function inProgress(): BellwetherError {
  return new BellwetherError(
    'payment-in-progress',
    'This authorization is being settled by another call; ask again with the same one.',
    { details: { retryAfter: 1 } },
  );
}
