/**
 * Buys with the official clients as programs do: after a reply that is lost or says to retry, it
 * sends the same payment, sends a new one, or gives up. It records every reply.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Address, Hex } from 'viem';
import { readPayment } from '../../../src/payments/x402/messages.ts';
import type { EvmChain, Wallet } from '../evm/chain.ts';
import { payingFetch, settlementIn } from './merchant.ts';
import type { MortalMerchant } from './mortal-merchant.ts';

type Reply = {
  /** 0 if it was lost. */
  status: number;
  /** The problem's code, or a 402's reason. */
  code: string;
  /** The transaction that an answer names. */
  transaction: string | undefined;
  body: string;
};

/** An authorization with the headers that carried it, and every reply to them. */
export type Authorized = { nonce: Hex; headers: Record<string, string>; replies: Reply[] };

export type Purchase = {
  payer: Address;
  name: string;
  version: 1 | 2;
  authorized: Authorized[];
};

export type Buyer = {
  chain: EvmChain;
  payer: Wallet;
  merchants: readonly MortalMerchant[];
  random: () => number;
};

const NAMES = ['acorn', 'birch', 'Acorn Example'];
/** Shares of the reactions to a refusal. */
const GIVES_UP = 0.06;
const PAYS_ANEW = 0.35;
const ASKS_AT_ONCE = 0.4;
const MAX_PAUSE_MS = 400;
/** Share of replies that are lost on their way to the buyer. */
const LOST = 0.03;
const MAX_TRIES = 25;

export async function buy(buyer: Buyer): Promise<Purchase> {
  const { payer, random } = buyer;
  const purchase: Purchase = {
    payer: payer.account.address,
    name: NAMES[Math.floor(random() * NAMES.length)] ?? '',
    version: random() < 0.5 ? 1 : 2,
    authorized: [],
  };
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const last = purchase.authorized.at(-1);
    const isAnew = last?.replies.at(-1)?.status === 402 || random() < PAYS_ANEW;
    const status = await ask(buyer, purchase, isAnew ? undefined : last?.headers);
    if (status === 200 || random() < GIVES_UP) break;
    if (random() >= ASKS_AT_ONCE) await delay(random() * MAX_PAUSE_MS);
  }
  return purchase;
}

/**
 * @param again headers of an earlier payment; by default the client makes a new one
 * @returns the status, or 0 if the reply was lost
 */
export async function ask(
  { chain, payer, merchants, random }: Buyer,
  purchase: Purchase,
  again?: Record<string, string>,
): Promise<number> {
  const { name, version } = purchase;
  const merchant = merchants[Math.floor(random() * merchants.length)] ?? assert.fail();
  const { url, death } = await merchant.address();
  const send = recording(purchase, random, death);
  try {
    const { status } = await (again ? send : payingFetch(chain, payer, { version, send }))(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...again },
      body: JSON.stringify({ name }),
    });
    return status;
  } catch (error) {
    // `fetch` fails this way for a refused or broken connection.
    if (error instanceof TypeError) return 0;
    throw error;
  }
}

/** `fetch` that records the authorizations that it sent, and the replies to each. */
function recording(
  { authorized }: Purchase,
  random: () => number,
  death: AbortSignal,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const sent = authorizationIn(request.headers);
    if (!sent) return fetch(request, { signal: death });
    let own = authorized.find(({ nonce }) => nonce === sent.nonce);
    if (!own) {
      own = { ...sent, replies: [] };
      authorized.push(own);
    }
    try {
      const response = await fetch(request, { signal: death });
      const body = await response.text();
      if (random() < LOST) throw new TypeError('the reply was lost');
      own.replies.push(readReply(response, body));
      return new Response(body, response);
    } catch (error) {
      own.replies.push({ status: 0, code: 'lost', transaction: undefined, body: '' });
      throw error;
    }
  };
}

function authorizationIn(headers: Headers): Omit<Authorized, 'replies'> | undefined {
  for (const [version, name] of [
    [1, 'x-payment'],
    [2, 'payment-signature'],
  ] as const) {
    const content = headers.get(name);
    if (content === null) continue;
    const { authorization } = readPayment({ version, content }) ?? assert.fail();
    return { nonce: authorization.nonce, headers: { [name]: content } };
  }
  return undefined;
}

function readReply({ status, headers }: Response, body: string): Reply {
  const { transaction } = status === 200 ? settlementIn(headers.get('x-payment-response')) : {};
  const { code, error } = status === 200 ? { code: '', error: '' } : JSON.parse(body);
  const hash = transaction === undefined ? undefined : String(transaction);
  return { status, code: String(code ?? error), transaction: hash, body };
}
