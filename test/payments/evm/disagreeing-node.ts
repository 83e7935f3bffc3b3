/**
 * A public RPC endpoint at its worst, in front of the test chain: a pool of nodes whose heads
 * differ, that lose requests and replies, refuse, talk nonsense, and treat transactions badly
 * (unreliable-mempool.ts). Everything is drawn from one seeded generator; until it is healed.
 */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { EvmChain } from './chain.ts';
import {
  connectNode,
  isHex,
  isObject,
  type RpcReply,
  type RpcRequest,
  resultOf,
} from './json-rpc.ts';
import { readAsOf } from './lagging-reads.ts';
import { type Fate, isSettlement, unreliableMempool } from './unreliable-mempool.ts';

export type DisagreeingNode = {
  /** The endpoint's address for a client of its own, by which it can be cut off. */
  urlFor: (client: string) => string;
  /** As when the client's process dies: what it asked for may still happen, and nobody hears of it. */
  cutOff: (client: string) => void;
  /** What was done, and how often. */
  faults: Map<string, number>;
  /** Keeps to the rules from now on; resolves when nothing is held back any more. */
  heal: () => Promise<void>;
  stop: () => Promise<void>;
};

/** What goes wrong with a request whatever it asks for, and how often. */
const FAILURES = {
  'lost request': 0.006,
  'lost reply': 0.006,
  'status 429': 0.004,
  'status 502': 0.004,
  'broken JSON': 0.004,
  'error -32000': 0.006,
} as const;
type Failure = keyof typeof FAILURES;

/** The same for transactions that are sent: replies are lost, or wrong, after all was done. */
const SENDING_FAILURES: Partial<Record<Failure, number>> = {
  'lost request': 0.03,
  'lost reply': 0.08,
  'broken JSON': 0.03,
  'error -32000': 0.03,
};
/** Of every fifty transactions in a row, so that none of it is missing in a short run. */
const FATES: Readonly<Record<Fate, number>> = {
  kept: 28,
  delayed: 5,
  dropped: 3,
  forgotten: 3,
  returning: 3,
  'front-run': 3,
  overtaken: 3,
  'overtaken in vain': 2,
};
/** Authorizations that are settled by a stranger who saw them simulated, before they are sent. */
const LEAKS: Partial<Record<Fate, number>> = {
  'front-run': 0.015,
  overtaken: 0.015,
  'overtaken in vain': 0.01,
};
/** Share of reads that a node behind the others answers, and by how many blocks it can be. */
const LAGGING = 0.3;
const MAX_LAG = 4;
/** Share of blocks after which most requests fail the same way until the next. */
const OUTAGES = 0.04;
const FAILING_IN_OUTAGE = 0.8;

/**
 * Takes over the mining: a block about every so often, and none by itself.
 *
 * @param options.blockTime in milliseconds
 */
export async function startDisagreeingNode(
  chain: EvmChain,
  { random, blockTime }: { random: () => number; blockTime: number },
): Promise<DisagreeingNode> {
  const { ask, close } = await connectNode(chain.rpcUrl);
  const faults = new Map<string, number>();
  const dead = new Set<string>();
  const first = await chain.publicClient.getBlockNumber();
  let head = first;
  let outage: Failure | undefined;
  let isHealed = false;
  let isStopped = false;

  const mine = async (): Promise<void> => {
    await resultOf(ask({ method: 'hardhat_mine', params: ['0x1'] }));
    head = BigInt(String(await resultOf(ask({ method: 'eth_blockNumber', params: [] }))));
  };
  const mempool = unreliableMempool({
    ask,
    chainId: chain.chainId,
    token: chain.token,
    random,
    mine,
  });
  const count = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const drawn = <T extends string>(shares: Partial<Record<T, number>>): T | undefined => {
    const chance = random();
    let sum = 0;
    for (const [name, share] of Object.entries<number | undefined>(shares)) {
      sum += share ?? 0;
      // The keys are those of the shares.
      if (chance < sum) return name as T;
    }
    return undefined;
  };

  const dealFate = dealer(FATES, random);

  const failureOf = (isSending: boolean): Failure | undefined => {
    if (isHealed) return undefined;
    if (outage !== undefined && random() < FAILING_IN_OUTAGE) return outage;
    return drawn<Failure>(isSending ? SENDING_FAILURES : FAILURES);
  };

  const send = (serialized: unknown): Promise<RpcReply> => {
    const fate = isHealed ? 'kept' : dealFate();
    if (fate !== 'kept') count(`transaction ${fate}`);
    if (!isHex(serialized)) throw new TypeError('a transaction is sent as hexadecimal digits');
    return mempool.send(serialized, fate);
  };

  const simulated = async ([call]: unknown[]): Promise<void> => {
    if (!isObject(call) || !isHex(call['to']) || !isHex(call['data'])) return;
    const { to, data } = { to: call['to'], data: call['data'] };
    if (!isSettlement({ to, data }, chain.token)) return;
    const leak = drawn(LEAKS);
    if (leak === undefined) return;
    count(`simulation ${leak}`);
    const how = leak === 'front-run' ? 'mined' : leak === 'overtaken' ? 'waiting' : 'in vain';
    await mempool.settle({ to, data }, how);
  };

  const answer = async (request: RpcRequest): Promise<RpcReply> => {
    if (request.method === 'eth_sendRawTransaction') return send(request.params[0]);
    if (isHealed) return ask(request);
    if (request.method === 'eth_call') await simulated(request.params);
    const lag = random() < LAGGING ? BigInt(1 + Math.floor(random() * MAX_LAG)) : 0n;
    const lagging = lag > 0n && readAsOf(head - lag < first ? first : head - lag, request, ask);
    if (!lagging) return ask(request);
    count('read lagging');
    return lagging;
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const client = request.url ?? '';
    const asked: unknown = JSON.parse(await text(request));
    const requests = [asked].flat().map(requestIn);
    const failure = failureOf(requests.some(({ method }) => method === 'eth_sendRawTransaction'));
    if (failure !== undefined) count(failure);
    if (failure === 'lost request' || dead.has(client)) return void response.destroy();
    if (failure === 'status 429' || failure === 'status 502')
      return void response.writeHead(Number(failure.slice(-3))).end('<h1>Try later</h1>');
    const replies = await Promise.all(
      requests.map(async ({ id, ...each }) => ({ jsonrpc: '2.0', id, ...(await answer(each)) })),
    );
    if (failure === 'lost reply' || dead.has(client)) return void response.destroy();
    const told =
      failure === 'error -32000'
        ? replies.map(({ id }) => ({ jsonrpc: '2.0', id, error: UPSTREAM_TIMEOUT }))
        : replies;
    const body = JSON.stringify(Array.isArray(asked) ? told : told[0]);
    response.setHeader('content-type', 'application/json');
    response.end(failure === 'broken JSON' ? body.slice(0, -9) : body);
  };

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  await chain.setAutomine(false);
  const mining = (async () => {
    while (!isStopped) {
      await delay(blockTime * (0.5 + random()));
      await mine();
      outage = !isHealed && random() < OUTAGES ? outageOf(random) : undefined;
      if (outage !== undefined) count('outage');
    }
  })();

  return {
    urlFor: (client) => `http://127.0.0.1:${port}/${client}`,
    cutOff: (client) => dead.add(`/${client}`),
    faults,
    heal: async () => {
      isHealed = true;
      outage = undefined;
      await mempool.release();
      await mine();
    },
    stop: async () => {
      isStopped = true;
      await mining;
      await chain.setAutomine(true);
      close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const UPSTREAM_TIMEOUT = { code: -32_000, message: 'upstream request timeout' };

function outageOf(random: () => number): Failure | undefined {
  // The keys are those of the object.
  const failures = Object.keys(FAILURES) as Failure[];
  return failures[Math.floor(random() * failures.length)];
}

/** Deals so many of each in random order, and then the same number again. */
function dealer<T extends string>(
  numbers: Readonly<Record<T, number>>,
  random: () => number,
): () => T {
  // The keys are those of the record.
  const names = Object.keys(numbers) as T[];
  const all = names.flatMap((name) => Array.from({ length: numbers[name] }, () => name));
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...all];
    const [dealt] = left.splice(Math.floor(random() * left.length), 1);
    assert.ok(dealt);
    return dealt;
  };
}

function requestIn(value: unknown): RpcRequest & { id: unknown } {
  if (!isObject(value) || typeof value['method'] !== 'string')
    throw new TypeError('this is no JSON-RPC request');
  const { id, method, params } = value;
  return { id, method, params: Array.isArray(params) ? params : [] };
}
