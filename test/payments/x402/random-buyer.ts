/**
 * Buys with the official clients as programs do: a reply that is lost or says to ask again is
 * followed by the same payment, by a new one, or by giving up. It remembers all it was told.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address, Hex } from 'viem';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { readPayment } from '../../../src/payments/x402/messages.ts';
import type { EvmChain } from '../evm/chain.ts';
import type { Wallet } from '../evm/wallets.ts';
import { payingFetch, payingFetchV1, settlementIn } from './merchant.ts';
import type { MortalMerchant } from './mortal-merchant.ts';

/** What came back for an authorization. */
export type Told = {
  /** 0 for a reply that was lost. */
  status: number;
  /** Of a problem, or the reason that a 402 gives. */
  code: string;
  /** That the answer says was made for it. */
  transaction: string | undefined;
  body: string;
};

/** An authorization with the headers that carried it, and all that came back for them. */
export type Authorized = { nonce: Hex; headers: Record<string, string>; told: Told[] };

export type Purchase = {
  payer: Address;
  name: string;
  version: 1 | 2;
  authorized: Authorized[];
  hasGivenUp: boolean;
};

export type Buying = {
  chain: EvmChain;
  payer: Pick<Wallet, 'account'>;
  merchants: readonly MortalMerchant[];
  random: () => number;
};

const NAMES = ['acorn', 'birch', 'Acorn Example'];
/** Shares of what is done after an answer that is none. */
const GIVES_UP = 0.06;
const PAYS_ANEW = 0.35;
const ASKS_AT_ONCE = 0.4;
/** Share of replies that are lost on their way to the buyer. */
const LOST = 0.03;
/** Otherwise it waits for so long at most, in milliseconds. */
const MAX_PAUSE = 400;
/** So often it asks; who has not been answered then gives up. */
const MAX_TRIES = 25;

export async function buy(buying: Buying): Promise<Purchase> {
  const { payer, random } = buying;
  const version = random() < 0.5 ? 1 : 2;
  const purchase: Purchase = {
    payer: payer.account.address,
    name: NAMES[Math.floor(random() * NAMES.length)] ?? '',
    version,
    authorized: [],
    hasGivenUp: false,
  };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const last = purchase.authorized.at(-1);
    const isRefused = last?.told.at(-1)?.status === 402;
    const isAnew = last === undefined || isRefused || random() < PAYS_ANEW;
    const told = await ask(buying, purchase, isAnew ? undefined : last.headers);
    if (told === 200) return purchase;
    if (random() < GIVES_UP) break;
    if (random() >= ASKS_AT_ONCE) await delay(random() * MAX_PAUSE);
  }
  purchase.hasGivenUp = true;
  return purchase;
}

/**
 * @param again headers of a payment that was made before; by default the client makes a new one
 * @returns the status, or 0 where the reply was lost
 */
export async function ask(
  { chain, payer, merchants, random }: Buying,
  purchase: Purchase,
  again?: Record<string, string>,
): Promise<number> {
  const merchant = merchants[Math.floor(random() * merchants.length)];
  assert.ok(merchant);
  const { origin, death } = await merchant.address();
  const send = recording(purchase, random, death);
  const paying =
    purchase.version === 1 ? payingFetchV1(chain, payer, send) : payingFetch(payer, send);
  try {
    const response = await (again ? send : paying)(`${origin}${X402_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...again },
      body: JSON.stringify({ name: purchase.name }),
    });
    return response.status;
  } catch (error) {
    // What fetch throws for every connection that is refused or cut off.
    if (error instanceof TypeError) return 0;
    throw error;
  }
}

/** `fetch` that remembers which authorizations it sent, and what came back for each. */
function recording(
  { authorized }: Purchase,
  random: () => number,
  death: AbortSignal,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const sent = authorizationIn(request.headers);
    if (!sent) return fetch(request, { signal: death });
    let known = authorized.find(({ nonce }) => nonce === sent.nonce);
    if (!known) {
      known = { ...sent, told: [] };
      authorized.push(known);
    }
    try {
      const response = await fetch(request, { signal: death });
      const body = await response.text();
      if (random() < LOST) throw new TypeError('the reply was lost');
      known.told.push(toldBy(response, body));
      return new Response(body, response);
    } catch (error) {
      known.told.push({ status: 0, code: 'lost', transaction: undefined, body: '' });
      throw error;
    }
  };
}

function authorizationIn(headers: Headers): Omit<Authorized, 'told'> | undefined {
  for (const [version, name] of [
    [1, 'x-payment'],
    [2, 'payment-signature'],
  ] as const) {
    const content = headers.get(name);
    if (content === null) continue;
    const payment = readPayment({ version, content });
    assert.ok(payment);
    // Its pattern was checked when it was read.
    return { nonce: payment.authorization.nonce as Hex, headers: { [name]: content } };
  }
  return undefined;
}

function toldBy({ status, headers }: Response, body: string): Told {
  if (status === 200) {
    const { transaction } = settlementIn(headers.get('x-payment-response'));
    return { status, code: '', transaction: String(transaction), body };
  }
  const { code, error } = JSON.parse(body);
  return { status, code: String(code ?? error), transaction: undefined, body };
}
