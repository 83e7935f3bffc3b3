/** A service that sells by x402 on the test chain, and payers of both versions of the protocol. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { x402Client } from '@x402/core/client';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { createWalletClient, encodeFunctionData, http, multicall3Abi, parseAbi } from 'viem';
import deepSignal from '../../../src/api/agent/deep-signal/x402.ts';
import deepSignalForCredits from '../../../src/api/agent/deep-signal.ts';
import openApi from '../../../src/api/openapi.ts';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { DEFAULT_TIMING, type X402Timing } from '../../../src/payments/x402/outcome.ts';
import { configuredX402 } from '../../../src/payments/x402/rail.ts';
import type { Settler } from '../../../src/payments/x402/settler.ts';
import type { Store } from '../../../src/store/store.ts';
import { BASE_URL } from '../../support/publication.ts';
import { type Described, describedService } from '../../transports/http/described.ts';
import { exactPayload, type SignedAuthorization, signAuthorization } from '../evm/authorization.ts';
import { type EvmChain, MULTICALL } from '../evm/chain.ts';
import { exactPayment } from '../evm/facilitator.ts';
import type { Wallet } from '../evm/wallets.ts';
import { type PaidService, servePaid } from '../support/paid-service.ts';
import { railWith, type Settings } from './rail-with.ts';

/** 0.19 of six decimals. */
export const PRICE = 190_000n;
export const RESOURCE = `${BASE_URL}${X402_PATH}`;

export type Merchant = PaidService & {
  chain: EvmChain;
  described: Described;
  /** Asks for a startup with this payment, or none; checked against the OpenAPI document. */
  ask: (name: string, headers?: Record<string, string>) => Promise<Response>;
  /** Asks for a startup and brings this authorization, in version 2. */
  buy: (signed: SignedAuthorization, name?: string) => Promise<Response>;
  /** Rows of payments that are kept. */
  records: () => Promise<{ state: string; transaction_hash: string | null }[]>;
};

/** The node is on this machine, and blocks come at once. */
const QUICK: X402Timing = { ...DEFAULT_TIMING, pollingMs: 100 };

/** What the operator would set. */
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

/** Who is paid: nobody else in the tests receives anything. */
export function payTo({ wallets }: EvmChain) {
  return wallets.merchant.account.address;
}

let merchantsDocument: Promise<Described> | undefined;

export async function serveMerchant(
  location: string,
  chain: EvmChain,
  change: Partial<Settings> = {},
  settler?: (own: Settler) => Settler,
  waits: Partial<X402Timing> = {},
): Promise<Merchant> {
  const timing = { ...QUICK, ...waits };
  const settings = x402Settings(chain, change);
  const service = await servePaid(location, {
    served: { operations: [deepSignal, deepSignalForCredits, openApi], pages: [] },
    rails: ({ store, emit }) => ({
      x402: settler
        ? railWith(settings, { store, watch: emit }, { settler, timing, resource: RESOURCE })
        : configuredX402(
            settings,
            { store, watch: emit },
            { price: 0.19, resource: RESOURCE, timing },
          ),
    }),
  });
  // All merchants have the same document, which is not that of the whole example.
  merchantsDocument ??= describedService(service.origin);
  const described = await merchantsDocument;
  const route = described.operations.find(({ path }) => path === X402_PATH);
  assert.ok(route);
  const ask: Merchant['ask'] = async (name, headers = {}) => {
    const response = await service.post(X402_PATH, { name }, headers);
    await described.check(route, response.clone());
    if (response.status === 200) await delivered(service.store, response);
    return response;
  };
  return {
    ...service,
    chain,
    described,
    ask,
    buy: (signed, name = 'acorn') => ask(name, version2(chain, signed)),
    records: () =>
      service.store.database
        .selectFrom('x402_payment')
        .select(['state', 'transaction_hash'])
        .execute(),
  };
}

/**
 * Waits until the service has noted that it has handed the answer out, which is after the client has
 * it. Until then the payer's next payment for the same would get the same answer, and not be taken.
 */
export async function delivered({ database }: Store, { headers }: Response): Promise<void> {
  const { txHash } = settlementIn(headers.get('x-payment-response'));
  const owed = database
    .selectFrom('x402_payment')
    .select('id')
    .where('transaction_hash', '=', String(txHash))
    .where('delivered_at', 'is', null);
  for (let waited = 0; waited < 3_000 && (await owed.executeTakeFirst()); waited++) await delay(10);
}

/** An authorization of the price to the merchant. */
export function pay(
  chain: EvmChain,
  { account }: Wallet = chain.wallets.payer,
  change: Partial<Parameters<typeof signAuthorization>[0]> = {},
): Promise<SignedAuthorization> {
  return signAuthorization({ chain, account, to: payTo(chain), value: PRICE, ...change });
}

/** Headers of version 1 that carry it. */
export function version1(
  signed: SignedAuthorization,
  change: Record<string, unknown> = {},
): Record<string, string> {
  const payment = {
    x402Version: 1,
    scheme: 'exact',
    network: 'base-sepolia',
    payload: exactPayload(signed),
    ...change,
  };
  return { 'x-payment': Buffer.from(JSON.stringify(payment)).toString('base64') };
}

/** Headers of version 2 that carry it. */
export function version2(
  chain: EvmChain,
  signed: SignedAuthorization,
  change: Record<string, unknown> = {},
): Record<string, string> {
  const { payment } = exactPayment(chain, signed);
  const accepted = { ...payment.accepted, amount: PRICE.toString(), payTo: payTo(chain) };
  const resource = { url: RESOURCE, description: '', mimeType: 'application/json' };
  return {
    'payment-signature': encodePaymentSignatureHeader({
      ...payment,
      accepted,
      resource,
      ...change,
    }),
  };
}

/**
 * `fetch` of the official client of version 2, paying from a wallet.
 *
 * @param send what it sends its requests with
 */
export function payingFetch({ account }: Pick<Wallet, 'account'>, send = fetch): typeof fetch {
  // The client only pays in stablecoins that it knows, unless it is told otherwise.
  const client = x402Client.fromConfig({
    schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
    spendControls: { allowedAssets: true },
  });
  return wrapFetchWithPayment(send, client) as typeof fetch;
}

/** `fetch` of the official client of version 1, which few tests use and which takes long to load. */
export function payingFetchV1(
  chain: EvmChain,
  payer: Pick<Wallet, 'account'>,
  send = fetch,
): typeof fetch {
  const wallet = walletOf(chain, payer);
  return async (input, init) => {
    const { wrapFetchWithPayment: wrap } = await import('../../chains/x402-version-1.ts');
    // Its type is of a viem client with more actions than it uses.
    type Signer = Parameters<typeof wrap>[1];
    const paying = wrap(send, wallet as unknown as Signer, PRICE) as typeof fetch;
    return paying(input, init);
  };
}

export function settlementIn(header: string | null): Record<string, unknown> {
  return JSON.parse(Buffer.from(header ?? '', 'base64').toString('utf8'));
}

/** The reason that a 402 gives. */
export async function reasonOf(response: Response): Promise<string> {
  assert.equal(response.status, 402);
  const { error } = (await response.json()) as { error: string };
  return error;
}

const TOKEN = parseAbi([
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);

/** Settles authorizations in one transaction, as anybody can who has seen them. */
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
        abi: TOKEN,
        functionName: 'transferWithAuthorization',
        args: [from, to, value, validAfter, validBefore, nonce, signature],
      }),
    }),
  );
  await walletOf(chain, by).writeContract({
    address: MULTICALL,
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
  });
}

/** Gives all that a wallet has to somebody else. */
export async function emptyWallet(chain: EvmChain, from: Wallet, to: Wallet): Promise<void> {
  await walletOf(chain, from).writeContract({
    address: chain.token,
    abi: TOKEN,
    functionName: 'transfer',
    args: [to.account.address, await chain.balanceOf(from.account.address)],
  });
}

function walletOf(chain: EvmChain, { account }: Pick<Wallet, 'account'>) {
  const transport = http(chain.rpcUrl);
  return createWalletClient({ account, chain: chain.publicClient.chain, transport });
}
