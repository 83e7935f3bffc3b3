/**
 * The fate of transactions that a pool of nodes has accepted: some come late and out of order, some
 * are dropped or return once forgotten, and strangers who see an authorization in one settle it first.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Address,
  type Hex,
  keccak256,
  parseGwei,
  parseTransaction,
  toFunctionSelector,
  toHex,
} from 'viem';
import { newWallet, tokenAbi } from './chain.ts';
import { type Forward, isHex, type RpcReply, resultOf } from './intercepted-node.ts';

/** Fates of fifty transactions in a row, so that a short run meets every one. */
export const FATES = {
  kept: 28,
  delayed: 5,
  dropped: 3,
  forgotten: 3,
  returning: 3,
  'front-run': 3,
  overtaken: 3,
  'overtaken in vain': 2,
} as const;
export type Fate = keyof typeof FATES;

type Call = { to: Address; data: Hex };
/** A stranger's settlement is mined at once, waits, or waits and is dropped. */
export type Overtaking = Extract<Fate, 'front-run' | 'overtaken' | 'overtaken in vain'>;

type Parts = {
  forward: Forward;
  chainId: number;
  token: Address;
  random: () => number;
  /** Mines the pending transactions. */
  mine: () => Promise<void>;
};

const MAX_DELAY_MS = 400;
/** Enough for a transfer, and more than anyone else pays for it. */
const GAS = 200_000n;
const FEE = parseGwei('90');

const SETTLES = tokenAbi
  .filter((item) => item.type === 'function' && item.name === 'transferWithAuthorization')
  .map((signature) => toFunctionSelector(signature));

export function unreliableMempool({ forward, chainId, token, random, mine }: Parts) {
  const returning: Hex[] = [];
  const held = new Set<Promise<unknown>>();
  const submit = (serialized: Hex) =>
    forward({ method: 'eth_sendRawTransaction', params: [serialized] });
  const drop = (hash: Hex) => forward({ method: 'hardhat_dropTransaction', params: [hash] });
  const later = (work: () => Promise<unknown>) => {
    const working = delay(random() * MAX_DELAY_MS)
      .then(work)
      .finally(() => held.delete(working));
    held.add(working);
  };
  const isSettlement = (call: { to?: unknown; data?: unknown }): call is Call =>
    isHex(call.to) &&
    call.to.toLowerCase() === token.toLowerCase() &&
    isHex(call.data) &&
    SETTLES.some((selector) => String(call.data).startsWith(selector));

  /** Sends from a new account each time, so that no transaction waits for another's nonce. */
  const settle = async ({ to, data }: Call, how: Overtaking): Promise<void> => {
    const { account } = newWallet();
    const balance = toHex(GAS * FEE);
    await resultOf(forward({ method: 'hardhat_setBalance', params: [account.address, balance] }));
    const fees = { gas: GAS, maxFeePerGas: FEE, maxPriorityFeePerGas: FEE };
    const transaction = { type: 'eip1559', chainId, nonce: 0, to, data, ...fees } as const;
    const serialized = await account.signTransaction(transaction);
    await resultOf(submit(serialized));
    if (how === 'front-run') await mine();
    if (how === 'overtaken in vain') later(() => drop(keccak256(serialized)));
  };

  return {
    settle,
    isSettlement,
    /** Accepts a transaction: answers with its hash, or with the node's objection. */
    send: async (serialized: Hex, fate: Fate): Promise<RpcReply> => {
      const hash = keccak256(serialized);
      if (fate === 'forgotten') return { result: hash };
      if (fate === 'delayed' || fate === 'returning') {
        if (fate === 'delayed') later(() => submit(serialized));
        else returning.push(serialized);
        return { result: hash };
      }
      const call = parseTransaction(serialized);
      if (fate !== 'kept' && fate !== 'dropped' && isSettlement(call)) await settle(call, fate);
      const reply = await submit(serialized);
      if (fate === 'dropped') later(() => drop(hash));
      return reply;
    },
    /** Sends the transactions that were held back. Resolves once there are none. */
    release: async (): Promise<void> => {
      while (held.size > 0) await Promise.all(held);
      // Most are refused: their nonce has been given to another transaction.
      for (const serialized of returning.splice(0)) await submit(serialized);
    },
  };
}
