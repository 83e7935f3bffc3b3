/** A service that sells for transfers on a Solana cluster, and books that are held against it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Address, getBase58Decoder } from '@solana/kit';
import type { PaymentConfig } from '../../../src/lib/config/payment-config.ts';
import { auditBooks } from '../../../src/payments/audit.ts';
import type { IssuedKey } from '../../../src/payments/credits/accounts.ts';
import { type SolanaSettings, solanaRail } from '../../../src/payments/solana/rail.ts';
import { solanaNode } from '../../../src/payments/solana/transaction.ts';
import type { Store } from '../../../src/store/store.ts';
import { describedExample } from '../../transports/http/described.ts';
import type { SolanaCluster } from '../solana/cluster.ts';
import { type PaidService, servePaid } from './paid-service.ts';

export const SOLANA_PATH = '/api/agent/deep-signal/solana';
/** What a pack costs, in the smallest unit of a mint of 6 decimals. */
export const PACK = 19_000_000n;

/** A response that the OpenAPI document describes. */
export type Answer = {
  status: number;
  /** Of the problem, where it is one. */
  code: unknown;
  body: Record<string, unknown>;
  headers: Headers;
};

export type SolanaShop = {
  served: PaidService;
  requirements: () => Promise<Answer>;
  redeem: (signature: unknown, key?: Pick<IssuedKey, 'key'>) => Promise<Answer>;
  /** POST of anything. */
  post: (body: string, headers?: Record<string, string>, query?: string) => Promise<Answer>;
  /** A key whose secret must not be told to anybody. */
  issue: (credits?: number) => Promise<IssuedKey>;
  /** Fails unless the books are sound and nobody was told a secret; then stops. */
  stop: () => Promise<void>;
};

/** What `servePaid` lets a test choose. */
export type Change = NonNullable<Parameters<typeof servePaid>[1]>;

/** Settings of the rail as an operator gives them. */
export function solanaConfig(
  { rpcUrl, mint }: Pick<SolanaCluster, 'rpcUrl' | 'mint'>,
  payTo: Address,
): Partial<PaymentConfig> {
  return { solana: { isComplete: true, settings: { rpcUrl, payTo, mint, cluster: 'devnet' } } };
}

/**
 * The rail put together by hand.
 *
 * @param patience how long the node is waited for, in milliseconds
 */
export function impatientRails(
  { rpcUrl, mint }: SolanaCluster,
  payTo: Address,
  patience: number,
): NonNullable<Change['rails']> {
  const pack = { decimals: 6, price: PACK, credits: 100 };
  const settings: SolanaSettings = { cluster: 'devnet', mint, payTo, ...pack };
  const node = solanaNode(rpcUrl, settings, patience);
  return ({ store, emit }) => ({ solana: solanaRail({ store, node, settings, watch: emit }) });
}

/** @param location what `openStore` takes */
export async function openShop(location: string, change: Change): Promise<SolanaShop> {
  const served = await servePaid(location, change);
  const described = await describedExample(served.origin);
  const issued: IssuedKey[] = [];
  const asked = async (method: 'GET' | 'POST', request: RequestInit = {}, query = '') => {
    const operation = described.operations.find(
      (each) => each.path === SOLANA_PATH && each.method === method,
    );
    assert.ok(operation, `${method} ${SOLANA_PATH} is in the document`);
    const response = await fetch(`${served.origin}${SOLANA_PATH}${query}`, { method, ...request });
    const body = (await described.check(operation, response)) ?? {};
    const { status, headers } = response;
    assert.equal('code' in body, status !== 200);
    return { status, code: body['code'], body, headers };
  };
  const post: SolanaShop['post'] = (body, headers = {}, query = '') =>
    asked('POST', { body, headers: { 'content-type': 'application/json', ...headers } }, query);
  return {
    served,
    requirements: () => asked('GET'),
    post,
    redeem: (signature, holder) =>
      post(JSON.stringify({ signature }), holder && { authorization: `Bearer ${holder.key}` }),
    issue: async (credits = 0) => {
      const key = await served.issue(credits);
      issued.push(key);
      return key;
    },
    stop: async () => {
      const { faults } = await auditBooks(served.store);
      const told = JSON.stringify(served.events);
      await served.stop();
      assert.deepEqual(faults, []);
      for (const { key, publicId } of issued)
        assert.ok(!told.includes(key.slice(`bw_${publicId}_`.length)), 'a secret was told');
    },
  };
}

/** Signatures that were redeemed for an account, and what its entries give it. */
export async function booksOf({ database }: Store, accountId: string) {
  const redeemed = await database
    .selectFrom('solana_redemption')
    .select(['signature', 'amount'])
    .where('account_id', '=', accountId)
    .execute();
  const entries = await database
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum('amount').as('credits'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { redeemed, credits: Number(entries?.credits ?? 0) };
}

/** Random bytes in base58; 64 of them are a signature of nothing. */
export function base58Of(bytes: number): string {
  return getBase58Decoder().decode(randomBytes(bytes));
}
