/**
 * What becomes of transactions that a pool of nodes has accepted: some come late and out of order,
 * some are dropped or come back when everybody has forgotten them, and strangers who see an
 * authorization in one settle it themselves.
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
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { tokenAbi } from './abis.ts';
import { type AskNode, isHex, type RpcReply, resultOf } from './json-rpc.ts';

/** What is done with a transaction that is sent; `kept` is all right. */
export const FATES = [
  'kept',
  'delayed',
  'dropped',
  'forgotten',
  'returning',
  'front-run',
  'overtaken',
  'overtaken in vain',
] as const;
export type Fate = (typeof FATES)[number];

export type Call = { to: Address; data: Hex };

export type Mempool = {
  /** Accepts a transaction and answers with its hash, or with what the node has against it. */
  send: (serialized: Hex, fate: Fate) => Promise<RpcReply>;
  /**
   * A stranger settles the authorization in a call: mined at once, waiting to be mined, or
   * waiting and then dropped.
   */
  settle: (call: Call, how: 'mined' | 'waiting' | 'in vain') => Promise<void>;
  /** Sends what was held back; resolves when nothing is held back any more. */
  release: () => Promise<void>;
};

type Parts = {
  ask: AskNode;
  chainId: number;
  token: Address;
  random: () => number;
  /** Mines what waits. */
  mine: () => Promise<void>;
};

/** The longest that a transaction is held back, in milliseconds. */
const MAX_DELAY = 400;
/** Enough for a transfer, and more than anybody else pays for it. */
const GAS = 200_000n;
const FEE = parseGwei('90');

const SETTLES = tokenAbi
  .filter((item) => item.type === 'function' && item.name === 'transferWithAuthorization')
  .map((signature) => toFunctionSelector(signature));

/** Whether a call settles an authorization. */
export function isSettlement(call: { to?: unknown; data?: unknown }, token: Address): boolean {
  return (
    isHex(call.to) &&
    call.to.toLowerCase() === token.toLowerCase() &&
    isHex(call.data) &&
    SETTLES.some((selector) => String(call.data).startsWith(selector))
  );
}

export function unreliableMempool({ ask, chainId, token, random, mine }: Parts): Mempool {
  const returning: Hex[] = [];
  const held = new Set<Promise<unknown>>();
  const submit = (serialized: Hex) =>
    ask({ method: 'eth_sendRawTransaction', params: [serialized] });
  const drop = (hash: Hex) => ask({ method: 'hardhat_dropTransaction', params: [hash] });
  const later = (work: () => Promise<unknown>) => {
    const working = delay(random() * MAX_DELAY)
      .then(work)
      .finally(() => held.delete(working));
    held.add(working);
  };

  /** Each time from an account of its own, so that no transaction waits for another's number. */
  const settle: Mempool['settle'] = async (call, how) => {
    const account = privateKeyToAccount(generatePrivateKey());
    const balance = toHex(GAS * FEE);
    await resultOf(ask({ method: 'hardhat_setBalance', params: [account.address, balance] }));
    const serialized = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: 0,
      gas: GAS,
      maxFeePerGas: FEE,
      maxPriorityFeePerGas: FEE,
      ...call,
    });
    await resultOf(submit(serialized));
    if (how === 'mined') await mine();
    if (how === 'in vain') later(() => drop(keccak256(serialized)));
  };

  const overtake = async (serialized: Hex, how: Parameters<Mempool['settle']>[1]) => {
    const { to, data } = parseTransaction(serialized);
    if (to && data && isSettlement({ to, data }, token)) await settle({ to, data }, how);
    return submit(serialized);
  };

  return {
    settle,
    send: async (serialized, fate) => {
      const accepted = { result: keccak256(serialized) };
      switch (fate) {
        case 'kept':
          return submit(serialized);
        case 'delayed':
          later(() => submit(serialized));
          return accepted;
        case 'dropped': {
          const reply = await submit(serialized);
          later(() => drop(accepted.result));
          return reply;
        }
        case 'forgotten':
          return accepted;
        case 'returning':
          returning.push(serialized);
          return accepted;
        case 'front-run':
          return overtake(serialized, 'mined');
        case 'overtaken':
          return overtake(serialized, 'waiting');
        case 'overtaken in vain':
          return overtake(serialized, 'in vain');
      }
    },
    release: async () => {
      while (held.size > 0) await Promise.all(held);
      // Most are refused: their number has been given to another transaction.
      for (const serialized of returning.splice(0)) await submit(serialized);
    },
  };
}
