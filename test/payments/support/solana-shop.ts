/** A service that sells for transfers on Solana; each answer is checked against the OpenAPI document. */
import assert from 'node:assert/strict';
import { auditBooks } from '../../../src/payments/audit.ts';
import type { IssuedKey } from '../../../src/payments/credits/accounts.ts';
import { describedExample } from '../../transports/http/described.ts';
import type { SolanaNode } from '../solana/node.ts';
import { type ServePaidOptions, servePaid } from './paid-service.ts';

export const SOLANA_PATH = '/api/agent/deep-signal/solana';

export type SolanaShop = Awaited<ReturnType<typeof openShop>>;

/** The rail's settings as an operator gives them. */
export function solanaConfig({ rpcUrl, mint, payTo }: SolanaNode) {
  return {
    solana: { isComplete: true, settings: { rpcUrl, payTo, mint, cluster: 'devnet' } },
  } as const;
}

/** @param location as `openStore` takes it */
export async function openShop(location: string, change: ServePaidOptions) {
  const served = await servePaid(location, change);
  const described = await describedExample(served.origin);
  const issued: IssuedKey[] = [];
  const ask = async (method: 'GET' | 'POST', request: RequestInit = {}) => {
    const operation = described.operations.find(
      (each) => each.path === SOLANA_PATH && each.method === method,
    );
    assert.ok(operation);
    const response = await fetch(`${served.origin}${SOLANA_PATH}`, { method, ...request });
    const body = (await described.check(operation, response)) ?? {};
    const { status, headers } = response;
    return { status, code: body['code'], body, headers };
  };
  return {
    served,
    requirements: () => ask('GET'),
    redeem: (signature: unknown, holder?: Pick<IssuedKey, 'key'>) => {
      const authorization = holder && { authorization: `Bearer ${holder.key}` };
      const headers = { 'content-type': 'application/json', ...authorization };
      return ask('POST', { headers, body: JSON.stringify({ signature }) });
    },
    issue: async (credits = 0): Promise<IssuedKey> => {
      const key = await served.issue(credits);
      issued.push(key);
      return key;
    },
    /** Stops, and checks that the books balance and that the events contain no secret. */
    stop: async (): Promise<void> => {
      const { faults } = await auditBooks(served.store);
      const events = JSON.stringify(served.events);
      await served.stop();
      assert.deepEqual(faults, []);
      for (const { key, publicId } of issued)
        assert.ok(!events.includes(key.slice(`bw_${publicId}_`.length)), 'a secret is logged');
    },
  };
}
