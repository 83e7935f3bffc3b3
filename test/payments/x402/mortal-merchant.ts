/**
 * A merchant that dies and is served again from the same store, in this process: its store is
 * closed and its node cut off at one instant, as when a process is killed between two awaits.
 */
import assert from 'node:assert/strict';
import deepSignal from '../../../src/api/agent/deep-signal/x402.ts';
import type { PaymentConfig } from '../../../src/lib/config/payment-config.ts';
import { configuredX402 } from '../../../src/payments/x402/rail.ts';
import type { EvmChain } from '../evm/chain.ts';
import type { DisagreeingNode } from '../evm/disagreeing-node.ts';
import { type PaidService, servePaid } from '../support/paid-service.ts';
import { RESOURCE, x402Settings } from './merchant.ts';

type Settings = Extract<PaymentConfig['x402'], { isComplete: true }>['settings'];

export type MortalMerchant = {
  /**
   * Where it is served, and what ends the connections of whoever asks there when it dies; waits
   * while one life is over and the next has not begun.
   */
  address: () => Promise<{ origin: string; death: AbortSignal }>;
  /** Ends this life; the next begins at once. */
  kill: () => void;
  /** Finishes what is left over. */
  recover: () => Promise<void>;
  stop: () => Promise<void>;
};

type Life = { service: PaidService; client: string; death: AbortController };

/** Waits of a service whose chain has a block every 100 ms. */
const TIMING = {
  requestTimeoutMs: 5_000,
  pollingMs: 150,
  patienceMs: 500,
  settlementTimeoutMs: 700,
  holdMs: 1_000,
  renewMs: 300,
};

export function startMortalMerchant(
  location: string,
  {
    name,
    chain,
    node,
    settleBy,
  }: {
    /** By which its node knows it. */
    name: string;
    chain: EvmChain;
    node: DisagreeingNode;
    settleBy: Settings['settleBy'];
  },
): MortalMerchant {
  let lives = 0;
  const endings: Promise<unknown>[] = [];
  const begin = async (): Promise<Life> => {
    lives += 1;
    const client = `${name}-${lives}`;
    const settings = x402Settings(chain, { rpcUrl: node.urlFor(client), settleBy });
    const sale = { price: 0.19, resource: RESOURCE, timing: TIMING };
    const service = await servePaid(location, {
      served: { operations: [deepSignal], pages: [] },
      rails: ({ store, emit }) => ({
        x402: configuredX402(settings, { store, watch: emit }, sale),
      }),
    });
    return { service, client, death: new AbortController() };
  };
  const end = async ({ service, client, death }: Life): Promise<void> => {
    // As fetch fails for a connection that breaks.
    death.abort(new TypeError('the merchant was killed'));
    node.cutOff(client);
    await service.store.close();
    // What it has under way fails, and nobody hears of it.
    endings.push(Promise.allSettled([service.stop()]));
  };
  let life = begin();
  return {
    address: async () => {
      const { service, death } = await life;
      return { origin: service.origin, death: death.signal };
    },
    kill: () => {
      life = life.then(async (ended) => {
        await end(ended);
        return begin();
      });
      // Whoever asks for the origin hears of it.
      life.catch(() => undefined);
    },
    recover: async () => {
      const { x402 } = (await life).service.payments;
      assert.ok(x402);
      await x402.recover();
    },
    stop: async () => {
      await (await life).service.stop();
      await Promise.all(endings);
    },
  };
}
