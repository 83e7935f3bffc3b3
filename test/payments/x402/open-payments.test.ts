/** Payments whose outcome is open: what was taken is answered, or owed, and never forgotten. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { auditBooks } from '../../../src/payments/audit.ts';
import { debts, deliverDebt } from '../../../src/payments/debts.ts';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { openStore } from '../../../src/store/store.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { type EvmChain, startChain } from '../evm/chain.ts';
import { type InterceptedNode, interceptedNode, lagging } from '../evm/intercepted-node.ts';
import { newWallet, type Wallet } from '../evm/wallets.ts';
import { type FacilitatorServer, startFacilitator } from '../support/facilitator-server.ts';
import {
  delivered,
  emptyWallet,
  type Merchant,
  PRICE,
  pay,
  payingFetch,
  payTo,
  reasonOf,
  serveMerchant,
  settleAs,
  version1,
  version2,
} from './merchant.ts';
import type { Settings } from './rail-with.ts';

/** Nobody is waited for any longer than a test needs. */
const HASTY = { pollingMs: 20, patienceMs: 400, settlementTimeoutMs: 400, requestTimeoutMs: 5_000 };

let chain: EvmChain;
let node: InterceptedNode;
let folder: string;
let merchant: Merchant;
let payer: Wallet;
let receivedBefore: bigint;

before(async () => {
  chain = await startChain();
  node = await interceptedNode(chain.rpcUrl);
});
after(async () => {
  await node.close();
  await chain.stop();
});
beforeEach(async () => {
  folder = await temporaryFolder();
  node.intercept = () => undefined;
  merchant = await serve();
  payer = newWallet();
  await chain.mint(payer.account.address, 10n * PRICE);
  // Nodes that lag know of the money too.
  await chain.mine(2);
  receivedBefore = await chain.balanceOf(payTo(chain));
});
afterEach(async () => {
  await mineAgain();
  assert.deepEqual((await auditBooks(merchant.store)).faults, []);
  await merchant.stop();
});

const location = () => `${folder}/bellwether.sqlite`;
const serve = (change: Partial<Settings> = {}) =>
  serveMerchant(location(), chain, { rpcUrl: node.url, ...change }, undefined, HASTY);
/** Mines what waits, and from then on at once. */
const mineAgain = async () => {
  await chain.setAutomine(true);
  await chain.mine(1);
};
const sign = (change: Parameters<typeof pay>[2] = {}) => pay(chain, payer, change);
const ask = (signed: Awaited<ReturnType<typeof sign>>, name = 'acorn') =>
  merchant.ask(name, version2(chain, signed));
/** Asks until no other call holds the payment: a process looks after open ones when it starts. */
const askWhenFree = async (signed: Awaited<ReturnType<typeof sign>>) => {
  for (;;) {
    const response = await ask(signed);
    if (response.status !== 409) return response;
    await delay(20);
  }
};
const paid = async () => ((await chain.balanceOf(payTo(chain))) - receivedBefore) / PRICE;
const now = () => BigInt(Math.floor(Date.now() / 1000));

async function codeOf(response: Response, status: number): Promise<string> {
  const problem = (await response.json()) as { code?: string; error?: string };
  assert.equal(response.status, status, JSON.stringify(problem));
  return problem.code ?? problem.error ?? '';
}

const isPending = async (response: Response) =>
  assert.equal(await codeOf(response, 503), 'settlement-pending');

describe('a payment by the own wallet', () => {
  it('whose node reads a block behind its receipts is pending until it has caught up', async () => {
    node.intercept = lagging(1);
    const signed = await sign();
    await isPending(await ask(signed));
    await isPending(await ask(signed));
    assert.deepEqual(
      (await merchant.records()).map(({ state }) => state),
      ['settling'],
    );
    await chain.mine(2);
    assert.equal((await ask(signed)).status, 200);
    assert.equal(await paid(), 1n);
  });

  it('whose broadcast has its reply lost is answered for, also by the next process', async () => {
    node.intercept = async (call, forward) => {
      if (call.method !== 'eth_sendRawTransaction') return lagging(1)(call, forward);
      await forward(call);
      return 'lost';
    };
    const signed = await sign();
    await isPending(await ask(signed));
    await isPending(await ask(signed));
    await merchant.stop();
    merchant = await serve();
    await isPending(await askWhenFree(signed));
    await chain.mine(2);
    assert.equal((await askWhenFree(signed)).status, 200);
    assert.equal(await paid(), 1n);
  });

  it('that somebody else has sent, and that is not mined yet, is pending and then answered', async () => {
    const signed = await sign();
    await chain.setAutomine(false);
    await settleAs(chain, chain.wallets.stranger, signed);
    await isPending(await ask(signed));
    await chain.mine(1);
    assert.equal((await ask(signed)).status, 200);
    assert.equal(await paid(), 1n);
  });

  it('that somebody else has settled before it came is answered, once', async () => {
    const signed = await sign();
    await settleAs(chain, chain.wallets.stranger, signed);
    const answered = await ask(signed);
    assert.equal(answered.status, 200);
    assert.equal(await (await ask(signed)).text(), await answered.text());
    assert.equal(
      await reasonOf(await ask(signed, 'birch')),
      'authorization_bound_to_another_request',
    );
    assert.equal(await paid(), 1n);
  });

  it('that was settled before it expired, and comes after, is answered', async () => {
    const signed = await sign({ validBefore: now() + 3n });
    await settleAs(chain, chain.wallets.stranger, signed);
    assert.equal((await ask(signed)).status, 200);
    const forged = { ...signed, signature: (await sign()).signature };
    const other = await pay(chain, chain.wallets.stranger, { from: signed.from });
    assert.match(await reasonOf(await ask(forged)), /already_used/);
    assert.match(await reasonOf(await ask({ ...other, validBefore: 1n })), /valid_before/);
    assert.equal(await paid(), 1n);
  });

  it('whose nonce was used for something else is refused', async () => {
    const signed = await sign();
    const { nonce } = signed;
    const { stranger } = chain.wallets;
    await settleAs(chain, stranger, await sign({ nonce, to: stranger.account.address }));
    assert.match(await reasonOf(await ask(signed)), /nonce/);
    assert.deepEqual(await merchant.records(), []);
  });

  it('that was refused, and that somebody else settles then, is owed', async () => {
    const { stranger } = chain.wallets;
    const signed = await sign();
    // It was verified; the money goes elsewhere before the transfer is sent.
    let emptied = false;
    node.intercept = async ({ method }) => {
      if (method !== 'eth_estimateGas' || emptied) return undefined;
      emptied = true;
      await chain.testClient.setBalance({ address: payer.account.address, value: 10n ** 18n });
      await emptyWallet(chain, payer, newWallet());
      return undefined;
    };
    assert.equal((await ask(signed)).status, 402);
    await chain.mint(payer.account.address, PRICE);
    await settleAs(chain, stranger, signed);
    await merchant.payments.x402?.recover();
    assert.equal((await debts(merchant.store)).length, 1);
    assert.equal((await ask(signed)).status, 200);
    assert.equal(await paid(), 1n);
  });
});

describe('a payment through a facilitator', () => {
  let facilitator: FacilitatorServer;
  before(async () => {
    facilitator = await startFacilitator(chain, chain.wallets.stranger);
  });
  after(() => facilitator.stop());
  beforeEach(async () => {
    await merchant.stop();
    const settleBy = { facilitatorUrl: facilitator.url };
    merchant = await serve({ settleBy });
  });
  afterEach(() => {
    facilitator.losesAnswers = false;
  });

  it('that checks the balance again after a lost reply does not forget what it sent', async () => {
    await leaveOnePrice();
    node.intercept = lagging(1);
    facilitator.losesAnswers = true;
    const signed = await sign();
    await isPending(await ask(signed));
    facilitator.losesAnswers = false;
    // The facilitator finds the wallet empty now, and says that it sends nothing.
    await isPending(await ask(signed));
    await chain.mine(2);
    assert.equal((await ask(signed)).status, 200);
    assert.equal(await paid(), 1n);
  });

  it('that waits to be mined outlasts the last seconds of its authorization', async () => {
    facilitator.losesAnswers = true;
    await chain.setAutomine(false);
    const signed = await sign({ validBefore: now() + 8n });
    await isPending(await ask(signed));
    await delay(Number(signed.validBefore - 5n - now()) * 1000);
    await isPending(await ask(signed));
    await chain.mine(1);
    assert.equal(await paid(), 1n);
    assert.equal((await ask(signed)).status, 200);
    assert.equal(await paid(), 1n);
  });
});

/** Leaves the payer money for one call. */
async function leaveOnePrice(): Promise<void> {
  const value = (await chain.balanceOf(payer.account.address)) - PRICE;
  const elsewhere = await sign({ value, to: newWallet().account.address });
  await settleAs(chain, chain.wallets.stranger, elsewhere);
  await chain.mine(2);
}

describe('a second authorization', () => {
  const buy = async (fetchPaying: typeof fetch, name = 'acorn') => {
    const response = await fetchPaying(`${merchant.origin}${X402_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    if (response.status === 200) await delivered(merchant.store, response);
    return response;
  };

  it('of the official client, which signs anew when it is called again, is not sent', async () => {
    const paying = payingFetch(payer);
    await chain.setAutomine(false);
    await isPending(await buy(paying));
    await isPending(await buy(paying));
    await mineAgain();
    const third = await buy(paying);
    assert.equal(third.status, 200);
    assert.equal(await paid(), 1n);
    // What was handed out is paid for anew by the next call; another name at any rate.
    assert.equal((await buy(paying)).status, 200);
    assert.equal((await buy(paying, 'birch')).status, 200);
    assert.equal(await paid(), 3n);
  });

  it('fetches what the first has paid for, and the first does', async () => {
    const [first, second] = [await sign(), await sign()];
    await chain.setAutomine(false);
    await isPending(await ask(first));
    await isPending(await merchant.ask('acorn', version1(second)));
    await mineAgain();
    const bodies = [];
    for (const signed of [second, first, second]) {
      const answered = await ask(signed);
      assert.equal(answered.status, 200);
      bodies.push(await answered.text());
    }
    assert.equal(new Set(bodies).size, 1);
    assert.equal(await chain.authorizationUsed(second.from, second.nonce), false);
    assert.equal(await paid(), 1n);
    // It stands for that request alone.
    assert.equal(
      await reasonOf(await ask(second, 'birch')),
      'authorization_bound_to_another_request',
    );
  });

  it('is of the payer who signed the first, and of no other', async () => {
    const first = await sign();
    await chain.setAutomine(false);
    await isPending(await ask(first));
    const forged = await pay(chain, chain.wallets.stranger, { from: payer.account.address });
    assert.match(await reasonOf(await ask(forged)), /signature/);
    await mineAgain();
    assert.equal((await ask(first)).status, 200);
  });

  it('is free once the first can pay nothing any more', async () => {
    const [first, second] = [await sign(), await sign()];
    const { stranger } = chain.wallets;
    await chain.setAutomine(false);
    node.intercept = async ({ method }) =>
      method === 'eth_sendRawTransaction'
        ? { error: { code: -32000, message: 'dropped' } }
        : undefined;
    await isPending(await ask(first));
    await isPending(await ask(second));
    await chain.setAutomine(true);
    const { nonce } = first;
    await settleAs(chain, stranger, await sign({ nonce, to: stranger.account.address }));
    node.intercept = () => undefined;
    // It begins anew, which the bearer is told.
    assert.equal(await codeOf(await ask(second), 409), 'payment-in-progress');
    assert.equal((await ask(second)).status, 200);
    assert.match(await reasonOf(await ask(first)), /nonce/);
    assert.equal(await paid(), 1n);
  });

  it('at the same instant, of many, pays once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => sign()));
    const answers = await Promise.all(all.map((signed) => ask(signed)));
    const statuses = [...new Set(answers.map(({ status }) => status))];
    assert.deepEqual(
      statuses.filter((status) => ![200, 409, 503].includes(status)),
      [],
    );
    for (const signed of all) {
      const answer = await ask(signed);
      assert.ok([200, 409].includes(answer.status), String(answer.status));
    }
    assert.equal(await paid(), 1n);
  });
});

describe('a node that fails', () => {
  const failures = {
    'a status of 502': 502,
    'an error of its own': { error: { code: -32603, message: 'internal error' } },
    'a limit': { error: { code: -32005, message: 'rate limit exceeded' } },
    'no JSON': '<html>',
    'a broken connection': 'lost',
  } as const;
  const methods = [
    'eth_chainId',
    'eth_blockNumber',
    'eth_call',
    'eth_getCode',
    'eth_getTransactionCount',
    'eth_estimateGas',
    'eth_feeHistory|eth_maxPriorityFeePerGas|eth_gasPrice|eth_getBlockByNumber',
  ];
  for (const method of methods)
    it(`at ${method} is our fault and costs nothing`, async () => {
      // What is asked once for all is known by then, but for the first of the methods.
      if (method !== 'eth_chainId') assert.equal((await merchant.ask('acorn')).status, 402);
      for (const [kind, failure] of Object.entries(failures)) {
        const signed = await sign();
        const sold = await paid();
        node.intercept = async (call) => (method.includes(call.method) ? failure : undefined);
        const failed = await ask(signed);
        assert.equal(await codeOf(failed.clone(), 503), 'payment-unavailable', kind);
        assert.ok(Number(failed.headers.get('retry-after')) > 0);
        assert.equal(await paid(), sold);
        node.intercept = () => undefined;
        if (method === 'eth_chainId') continue;
        assert.equal((await ask(signed)).status, 200, kind);
        assert.equal(await paid(), sold + 1n);
      }
    });
});

describe('what is owed', () => {
  /** Settled while nobody waits for it. */
  const owe = async () => {
    const signed = await sign();
    await chain.setAutomine(false);
    await isPending(await ask(signed));
    await mineAgain();
    await merchant.payments.x402?.recover();
    return signed;
  };

  it('is reported, suspends nothing, and is fetched by the buyer', async () => {
    const signed = await owe();
    const audit = await auditBooks(merchant.store);
    assert.deepEqual(audit.faults, []);
    const [debt] = audit.debts;
    assert.equal(audit.debts.length, 1);
    assert.equal(debt?.company, 'acorn');
    assert.ok(debt.payment.endsWith(signed.nonce));
    // It outlives the day after which answers are dropped.
    await merchant.store.database
      .updateTable('x402_payment')
      .set({ settled_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    await merchant.payments.x402?.recover();
    assert.equal((await ask(signed)).status, 200);
    assert.deepEqual(await debts(merchant.store), []);
  });

  it('is handed out by a command, once', async () => {
    await owe();
    const [debt] = await debts(merchant.store);
    assert.ok(debt);
    await merchant.stop();
    const environment = { DATA_DIR: folder };
    const listed = await cli(['books', 'debts', '--json'], environment);
    assert.equal(JSON.parse(listed.stdout)[0].transaction, debt.transaction, listed.stderr);
    const audited = await cli(['books', 'audit'], environment);
    assert.equal(audited.status, 0, audited.stderr);
    assert.match(audited.stdout, /owed: .*acorn/);
    const delivered = await cli(['books', 'deliver', debt.transaction], environment);
    assert.equal(JSON.parse(delivered.stdout).slug, 'acorn', delivered.stderr);
    const again = await cli(['books', 'deliver', debt.transaction], environment);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /No answer is owed/);
    merchant = await serve();
    assert.deepEqual(await debts(merchant.store), []);
  });

  it('is not what nobody is owed', async () => {
    const store = openStore(location());
    for (const transaction of ['', '0x', 'x'.repeat(10_000), "' or 1=1 --"])
      await assert.rejects(deliverDebt(store, transaction), { code: 'no-such-debt' });
    await store.close();
  });

  it('is told from transfers that are none of our payments', async () => {
    const answered = await sign();
    assert.equal((await ask(answered)).status, 200);
    const foreign = await sign();
    await settleAs(chain, chain.wallets.stranger, foreign);
    await chain.mint(payTo(chain), 5n);
    const signed = await sign();
    await chain.setAutomine(false);
    await isPending(await ask(signed));
    await mineAgain();
    const found = await merchant.payments.x402?.unanswered(4);
    assert.deepEqual(
      found?.map(({ amount, payment }) => [amount, payment?.slice(-66) ?? null]),
      [
        [String(PRICE), null],
        ['5', null],
        [String(PRICE), signed.nonce],
      ],
    );
    assert.equal((await ask(signed)).status, 200);
    assert.equal((await merchant.payments.x402?.unanswered(4))?.length, 2);
  });
});
