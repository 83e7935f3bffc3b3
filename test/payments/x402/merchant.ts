/** A service that sells by x402 on the test chain, and payers of both versions of the protocol. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { x402Client } from '@x402/core/client';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { createWalletClient, encodeFunctionData, http, multicall3Abi } from 'viem';
import deepSignal from '../../../src/api/agent/deep-signal/x402.ts';
import deepSignalForCredits from '../../../src/api/agent/deep-signal.ts';
import openApi from '../../../src/api/openapi.ts';
import signal from '../../../src/api/signal.ts';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { DEFAULT_TIMING, type X402Timing } from '../../../src/payments/x402/outcome.ts';
import { configuredX402 } from '../../../src/payments/x402/rail.ts';
import type { Settler } from '../../../src/payments/x402/settler.ts';
import type { Store } from '../../../src/store/store.ts';
import { BASE_URL } from '../../support/publication.ts';
import { type Described, describedService } from '../../transports/http/described.ts';
import {
  type Authorization,
  exactPayload,
  type SignedAuthorization,
  signAuthorization,
} from '../evm/authorization.ts';
import { type EvmChain, MULTICALL, tokenAbi, type Wallet } from '../evm/chain.ts';
import { servePaid } from '../support/paid-service.ts';
import { railWith, type Settings } from './rail-with.ts';

/** 0.19 of six decimals. */
export const PRICE = 190_000n;
export const RESOURCE = `${BASE_URL}${X402_PATH}`;

export type Merchant = Awaited<ReturnType<typeof serveMerchant>>;
export type MerchantOptions = Partial<Settings> & {
  /** Replaces functions of the merchant's own settler. */
  settler?: (own: Settler) => Partial<Settler>;
  timing?: Partial<X402Timing>;
};

/** The operator's settings. */
export function x402Settings(chain: EvmChain, change: Partial<Settings> = {}): Settings {
  return {
    payTo: payTo(chain),
    network: 'base-sepolia',
    asset: chain.token,
    rpcUrl: chain.rpcUrl,
    settleBy: { privateKey: chain.wallets.merchant.privateKey },
    confirmations: 1,
    walletFactories: [],
    ...change,
  };
}

export function payTo({ wallets }: EvmChain) {
  return wallets.merchant.account.address;
}

let document: Promise<Described> | undefined;

export async function serveMerchant(
  location: string,
  chain: EvmChain,
  { settler, timing: given, ...change }: MerchantOptions = {},
) {
  const timing = { ...DEFAULT_TIMING, pollingMs: 100, ...given };
  const settings = x402Settings(chain, change);
  const sale = { price: 0.19, resource: RESOURCE, timing };
  const service = await servePaid(location, {
    // MCP's resources need the signal.
    served: { operations: [deepSignal, deepSignalForCredits, openApi, signal], pages: [] },
    rails: ({ store, emit: watch }) => ({
      x402: settler
        ? railWith(settings, { store, watch }, { settler, timing, resource: RESOURCE })
        : configuredX402(settings, { store, watch }, sale),
    }),
  });
  // All merchants have the same document, which differs from that of the whole example.
  document ??= describedService(service.origin);
  const described = await document;
  const route = described.operations.find(({ path }) => path === X402_PATH);
  assert.ok(route);
  /** Asks for a startup with this payment, or none; checked against the OpenAPI document. */
  const ask = async (name: string, headers: Record<string, string> = {}): Promise<Response> => {
    const response = await service.post(X402_PATH, { name }, headers);
    await described.check(route, response.clone());
    if (response.status === 200) await delivered(service.store, response);
    return response;
  };
  return {
    ...service,
    ask,
    /** Asks for a startup with this authorization, in version 2. */
    buy: (signed: SignedAuthorization, name = 'acorn') => ask(name, version2(chain, signed)),
    /** Asks until no other process holds the payment: a service takes up open ones when it starts. */
    buyOnceFree: async (signed: SignedAuthorization): Promise<Response> => {
      for (;;) {
        const response = await ask('acorn', version2(chain, signed));
        if (response.status !== 409) return response;
        await delay(20);
      }
    },
    /** Asks for a startup with the `fetch` of a client that pays. */
    buyBy: async (paying: typeof fetch, name = 'acorn'): Promise<Response> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ name });
      const url = `${service.origin}${X402_PATH}`;
      const response = await paying(url, { method: 'POST', headers, body });
      if (response.status === 200) await delivered(service.store, response);
      return response;
    },
    /** States of the recorded payments. */
    states: async (): Promise<string[]> => {
      const rows = service.store.database.selectFrom('x402_payment').select('state');
      return (await rows.execute()).map(({ state }) => state);
    },
    recover: async () => service.payments.x402?.recover(),
  };
}

/**
 * Waits until the service has recorded the delivery, which follows the response. Until then the
 * payer's next payment for the same request would get the same answer, and not be taken.
 */
async function delivered({ database }: Store, { headers }: Response): Promise<void> {
  const { txHash } = settlementIn(headers.get('x-payment-response'));
  const owed = database
    .selectFrom('x402_payment')
    .select('id')
    .where('transaction_hash', '=', String(txHash))
    .where('delivered_at', 'is', null);
  for (let tries = 0; tries < 3_000 && (await owed.executeTakeFirst()); tries++) await delay(10);
}

/** An authorization of the price to the merchant. */
export function pay(
  chain: EvmChain,
  wallet: Pick<Wallet, 'account'> = chain.wallets.payer,
  change: Partial<Authorization> = {},
): Promise<SignedAuthorization> {
  return signAuthorization(chain, wallet, { to: payTo(chain), value: PRICE, ...change });
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** Headers of version 1 that carry the authorization. */
export function version1(
  signed: SignedAuthorization,
  change: Record<string, unknown> = {},
): Record<string, string> {
  const payload = exactPayload(signed);
  const scheme = { x402Version: 1, scheme: 'exact', network: 'base-sepolia' };
  return { 'x-payment': encode({ ...scheme, payload, ...change }) };
}

/** Headers of version 2 that carry the authorization. @param change of the accepted requirements */
export function version2(
  chain: EvmChain,
  signed: SignedAuthorization,
  change: Record<string, string> = {},
  url = RESOURCE,
): Record<string, string> {
  const accepted = {
    scheme: 'exact',
    network: `eip155:${chain.chainId}` as const,
    asset: chain.token,
    amount: PRICE.toString(),
    payTo: payTo(chain),
    maxTimeoutSeconds: 300,
    extra: { name: 'Test Dollar', version: '2' },
    ...change,
  };
  const resource = { url, description: '', mimeType: 'application/json' };
  const payment = { x402Version: 2, resource, accepted, payload: exactPayload(signed) };
  return { 'payment-signature': encodePaymentSignatureHeader(payment) };
}

/**
 * `fetch` of the official client, paying from a wallet.
 *
 * @param send sends its requests
 */
export function payingFetch(
  chain: EvmChain,
  payer: Pick<Wallet, 'account'>,
  { version = 2, send = fetch }: { version?: 1 | 2; send?: typeof fetch } = {},
): typeof fetch {
  if (version === 1)
    return async (input, init) => {
      // Loaded lazily: it takes long, and few tests use it.
      const { wrapFetchWithPayment: wrap } = await import('../../chains/x402-version-1.ts');
      // Its type demands a viem client with more actions than it uses.
      const signer = writerFor(chain, payer) as unknown as Parameters<typeof wrap>[1];
      return (wrap(send, signer, PRICE) as typeof fetch)(input, init);
    };
  // The client only pays in stablecoins that it knows, unless configured otherwise.
  const client = x402Client.fromConfig({
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(payer.account) }],
    spendControls: { allowedAssets: true },
  });
  return wrapFetchWithPayment(send, client) as typeof fetch;
}

export function settlementIn(header: string | null): Record<string, unknown> {
  return JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8'));
}

/** The status and the problem's code, or a 402's reason. */
export async function refusalIn(response: Response): Promise<string> {
  const { code, error } = (await response.json()) as { code?: string; error?: string };
  return `${response.status} ${code ?? error}`;
}

/** Settles authorizations in one transaction, as anyone who has seen them can. */
export async function settleAs(
  chain: EvmChain,
  by: Wallet,
  ...authorizations: SignedAuthorization[]
): Promise<void> {
  const calls = authorizations.map(
    ({ from, to, value, validAfter, validBefore, nonce, signature }) => ({
      target: chain.token,
      allowFailure: false,
      callData: encodeFunctionData({
        abi: tokenAbi,
        functionName: 'transferWithAuthorization',
        args: [from, to, value, validAfter, validBefore, nonce, signature],
      }),
    }),
  );
  const multicall = { address: MULTICALL, abi: multicall3Abi, functionName: 'aggregate3' } as const;
  await writerFor(chain, by).writeContract({ ...multicall, args: [calls] });
}

/** Gives all dollars of a wallet to another. */
export async function emptyWallet(chain: EvmChain, from: Wallet, to: Wallet): Promise<void> {
  const token = { address: chain.token, abi: tokenAbi, functionName: 'transfer' } as const;
  const args = [to.account.address, await chain.balanceOf(from.account.address)] as const;
  await writerFor(chain, from).writeContract({ ...token, args });
}

function writerFor({ rpcUrl, publicClient }: EvmChain, { account }: Pick<Wallet, 'account'>) {
  return createWalletClient({ account, chain: publicClient.chain, transport: http(rpcUrl) });
}
