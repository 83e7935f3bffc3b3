/**
 * A public RPC endpoint at its worst: a pool of nodes whose heads differ, which lose requests and
 * replies, refuse, answer nonsense, and treat transactions badly. All of it is drawn from one seeded
 * generator, until `heal`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { shuffled } from '../../../src/features/research/random.ts';
import type { EvmChain } from './chain.ts';
import {
  type Intercepted,
  interceptedNode,
  isHex,
  type RpcCall,
  type RpcReply,
  readAsOf,
  resultOf,
} from './intercepted-node.ts';
import { FATES, type Fate, type Overtaking, unreliableMempool } from './unreliable-mempool.ts';

export type DisagreeingNode = Awaited<ReturnType<typeof startDisagreeingNode>>;

/** Shares of requests that fail, for any method. */
const FAILURES = {
  'lost request': 0.006,
  'lost reply': 0.006,
  'status 429': 0.004,
  'status 502': 0.004,
  'broken JSON': 0.004,
  'error -32000': 0.006,
} as const;
type Failure = keyof typeof FAILURES;

/** The same for sent transactions: replies are lost, or wrong, after the node has done its work. */
const SENDING_FAILURES: Partial<Record<Failure, number>> = {
  'lost request': 0.03,
  'lost reply': 0.08,
  'broken JSON': 0.03,
  'error -32000': 0.03,
};
/** Shares of simulated authorizations that a stranger who saw them settles. */
const LEAKS: Record<Overtaking, number> = {
  'front-run': 0.015,
  overtaken: 0.015,
  'overtaken in vain': 0.01,
};
/** Share of reads that a lagging node answers, and by how many blocks it lags at most. */
const LAGGING = 0.3;
const MAX_LAG = 4;
/** Share of blocks after which most requests fail the same way until the next. */
const OUTAGES = 0.04;
const FAILING_IN_OUTAGE = 0.8;

/** Takes over the mining: a block about every `blockTimeMs`, and none otherwise. */
export async function startDisagreeingNode(
  chain: EvmChain,
  { random, blockTimeMs }: { random: () => number; blockTimeMs: number },
) {
  const node = await interceptedNode(chain.rpcUrl);
  const { forward } = node;
  const faults = new Map<string, number>();
  const count = (fault: string) => faults.set(fault, (faults.get(fault) ?? 0) + 1);
  const dead = new Set<string>();
  const first = await chain.publicClient.getBlockNumber();
  let head = first;
  let outage: Failure | undefined;
  let isHealed = false;
  let isStopped = false;

  const mine = async (): Promise<void> => {
    await resultOf(forward({ method: 'hardhat_mine', params: ['0x1'] }));
    head = BigInt(String(await resultOf(forward({ method: 'eth_blockNumber', params: [] }))));
  };
  const { chainId, token } = chain;
  const mempool = unreliableMempool({ forward, chainId, token, random, mine });
  const draw = <T extends string>(shares: Partial<Record<T, number>>): T | undefined => {
    const chance = random();
    let sum = 0;
    // The keys are those of the shares.
    for (const name of Object.keys(shares) as T[]) {
      sum += shares[name] ?? 0;
      if (chance < sum) return name;
    }
    return undefined;
  };
  const fates = dealFates(random);
  const failureOf = (isSending: boolean): Failure | undefined => {
    if (isHealed) return undefined;
    if (outage !== undefined && random() < FAILING_IN_OUTAGE) return outage;
    return draw<Failure>(isSending ? SENDING_FAILURES : FAILURES);
  };

  const answer = async (call: RpcCall): Promise<RpcReply> => {
    const [given] = call.params;
    if (call.method === 'eth_sendRawTransaction' && isHex(given)) {
      const fate = isHealed ? 'kept' : fates.next().value;
      if (fate !== 'kept') count(`transaction ${fate}`);
      return mempool.send(given, fate);
    }
    if (isHealed) return forward(call);
    if (call.method === 'eth_call' && mempool.isSettlement(Object(given))) {
      const leak = draw(LEAKS);
      if (leak) count(`simulation ${leak}`);
      if (leak) await mempool.settle(Object(given), leak);
    }
    const lag = random() < LAGGING ? BigInt(1 + Math.floor(random() * MAX_LAG)) : 0n;
    const old = lag > 0n && readAsOf(head - lag < first ? first : head - lag, call, forward);
    if (old) count('read lagging');
    return old || forward(call);
  };

  node.intercept = async (call, _, client): Promise<Intercepted> => {
    const failure = failureOf(call.method === 'eth_sendRawTransaction');
    if (failure !== undefined) count(failure);
    if (failure === 'lost request' || dead.has(client)) return 'lost';
    if (failure === 'status 429') return 429;
    if (failure === 'status 502') return 502;
    const reply = await answer(call).catch(() => 'lost' as const);
    if (failure === 'lost reply' || dead.has(client)) return 'lost';
    if (failure === 'broken JSON') return '{"jsonrpc":"2.0","resu';
    if (failure === 'error -32000')
      return { error: { code: -32_000, message: 'upstream request timeout' } };
    return reply;
  };

  await chain.setAutomine(false);
  const mining = (async () => {
    while (!isStopped) {
      await delay(blockTimeMs * (0.5 + random()));
      await mine();
      const failures = Object.keys(FAILURES) as Failure[];
      const isOut = !isHealed && random() < OUTAGES;
      outage = isOut ? failures[Math.floor(random() * failures.length)] : undefined;
      if (isOut) count('outage');
    }
  })();

  return {
    /** The endpoint's address for one client, which can be cut off by its name. */
    urlFor: (client: string) => `${node.url}/${client}`,
    /** As if the client's process had died: its requests may still take effect, without a reply. */
    cutOff: (client: string) => void dead.add(client),
    /** Number of times that each fault was injected. */
    faults,
    /** Behaves correctly from now on. Resolves once no transaction is held back. */
    heal: async (): Promise<void> => {
      isHealed = true;
      outage = undefined;
      await mempool.release();
      await mine();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      await mining;
      await chain.setAutomine(true);
      await node.close();
    },
  };
}

function* dealFates(random: () => number): Generator<Fate, never> {
  // The keys are those of the object.
  const names = Object.keys(FATES) as Fate[];
  const all = names.flatMap((name) => Array.from({ length: FATES[name] }, () => name));
  for (;;) yield* shuffled(all, random);
}
