/** Payments whose outcome is open: each one that paid is answered or owed, and never forgotten. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { auditBooks } from '../../../src/payments/audit.ts';
import { debts, deliverDebt } from '../../../src/payments/debts.ts';
import { cli } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import type { Authorization, SignedAuthorization } from '../evm/authorization.ts';
import { newWallet, type Wallet } from '../evm/chain.ts';
import { type Facilitator, startFacilitator } from '../evm/facilitator.ts';
import { type Intercept, type Intercepted, lagging } from '../evm/intercepted-node.ts';
import { SQLITE } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  emptyWallet,
  type Merchant,
  type MerchantOptions,
  PRICE,
  pay,
  payingFetch,
  payTo,
  refusalIn,
  settleAs,
  version1,
} from './merchant.ts';

/** As short as the tests allow. */
const timing = {
  pollingMs: 20,
  patienceMs: 400,
  settlementTimeoutMs: 400,
  requestTimeoutMs: 5_000,
};

const market = openMarket(SQLITE);
let folder: string;
let merchant: Merchant;
let payer: Wallet;
beforeEach(async () => {
  folder = await temporaryFolder();
  payer = newWallet();
  await market.chain.mint(payer.account.address, 10n * PRICE);
  // Nodes that lag know of the money too.
  await market.chain.mine(2);
  await serve();
});

const serve = async (change: MerchantOptions = {}) => {
  const location = `${folder}/bellwether.sqlite`;
  merchant = await market.serve({ location, rpcUrl: market.node.url, timing, ...change });
};
/** Mines pending transactions, and from then on each one at once. */
const mineAgain = async () => {
  await market.chain.setAutomine(true);
  await market.chain.mine(1);
};
const stranger = () => market.chain.wallets.stranger;
const sign = (change: Partial<Authorization> = {}) => pay(market.chain, payer, change);
const settleByStranger = (signed: SignedAuthorization) =>
  settleAs(market.chain, stranger(), signed);
/** Spends the nonce of an authorization on something else. */
const spendNonce = async ({ nonce }: SignedAuthorization) =>
  settleByStranger(await sign({ nonce, to: stranger().account.address }));
/** A node that takes no transaction. */
const dropSent: Intercept = async ({ method }) =>
  method === 'eth_sendRawTransaction'
    ? { error: { code: -32_000, message: 'dropped' } }
    : undefined;
const now = () => BigInt(Math.floor(Date.now() / 1000));
const is = async (response: Response, refusal: string | RegExp) =>
  assert.match(await refusalIn(response), new RegExp(refusal));
const isPending = (response: Response) => is(response, '503 settlement-pending');
const isAnsweredOnce = async (signed: SignedAuthorization) => {
  assert.equal((await merchant.buyOnceFree(signed)).status, 200);
  assert.equal(await market.paid(), 1n);
};

describe('a payment by the service’s wallet', () => {
  it('whose node reads a block behind its receipts is pending until it has caught up', async () => {
    market.node.intercept = lagging(1);
    const signed = await sign();
    await isPending(await merchant.buy(signed));
    await isPending(await merchant.buy(signed));
    assert.deepEqual(await merchant.states(), ['settling']);
    await market.chain.mine(2);
    await isAnsweredOnce(signed);
  });

  it('whose broadcast has its reply lost is answered, also by the next process', async () => {
    market.node.intercept = async (call, forward, client) => {
      if (call.method !== 'eth_sendRawTransaction') return lagging(1)(call, forward, client);
      await forward(call);
      return 'lost';
    };
    const signed = await sign();
    await isPending(await merchant.buy(signed));
    await serve();
    await isPending(await merchant.buyOnceFree(signed));
    await market.chain.mine(2);
    await isAnsweredOnce(signed);
  });

  it('that a stranger has sent, and that is not mined yet, is pending and then answered', async () => {
    const signed = await sign();
    await market.chain.setAutomine(false);
    await settleByStranger(signed);
    await isPending(await merchant.buy(signed));
    await market.chain.mine(1);
    await isAnsweredOnce(signed);
  });

  it('that a stranger has settled before it came is answered, for one request', async () => {
    const signed = await sign();
    await settleByStranger(signed);
    const answer = await merchant.buy(signed);
    assert.equal(answer.status, 200);
    assert.equal(await (await merchant.buy(signed)).text(), await answer.text());
    await is(await merchant.buy(signed, 'birch'), 'authorization_bound_to_another_request');
    assert.equal(await market.paid(), 1n);
  });

  it('that was settled thousands of blocks ago is found in ranges that nodes accept', async () => {
    const signed = await sign();
    market.node.intercept = dropSent;
    await isPending(await merchant.buy(signed));
    await market.chain.mine(6_000);
    await settleByStranger(signed);
    await market.chain.mine(6_000);
    market.node.intercept = async ({ method, params }, forward) => {
      const [{ fromBlock = '0x0', toBlock = '0x0' } = {}] = params as [Record<string, string>];
      const head = await forward({ method: 'eth_blockNumber', params: [] });
      const last = toBlock === 'latest' ? String(head.result) : toBlock;
      const isTooLong = method === 'eth_getLogs' && Number(last) - Number(fromBlock) >= 5_000;
      return isTooLong ? { error: { code: -32_005, message: 'range too large' } } : undefined;
    };
    await isAnsweredOnce(signed);
  });

  it('that was settled before it expired, and comes after, is answered', async () => {
    const signed = await sign({ validBefore: now() + 3n });
    await settleByStranger(signed);
    await isAnsweredOnce(signed);
    const forged = { ...signed, signature: (await sign()).signature };
    await is(await merchant.buy(forged), 'already_used');
    const other = await pay(market.chain, stranger(), { from: signed.from });
    await is(await merchant.buy({ ...other, validBefore: 1n }), 'valid_before');
    assert.equal(await market.paid(), 1n);
  });

  it('that was refused, and that a stranger settles then, is owed', async () => {
    const { chain } = market;
    const signed = await sign();
    // It was verified; the money goes elsewhere before the transfer is sent.
    let isEmptied = false;
    market.node.intercept = async ({ method }) => {
      if (method !== 'eth_estimateGas' || isEmptied) return undefined;
      isEmptied = true;
      await chain.testClient.setBalance({ address: payer.account.address, value: 10n ** 18n });
      await emptyWallet(chain, payer, newWallet());
      return undefined;
    };
    assert.equal((await merchant.buy(signed)).status, 402);
    await chain.mint(payer.account.address, PRICE);
    await settleByStranger(signed);
    await merchant.recover();
    assert.equal((await debts(merchant.store)).length, 1);
    await isAnsweredOnce(signed);
  });
});

describe('a payment through a facilitator', () => {
  let facilitator: Facilitator;
  before(async () => {
    facilitator = await startFacilitator(market.chain, stranger());
  });
  after(() => facilitator.stop());
  beforeEach(async () => {
    await serve({ settleBy: { facilitatorUrl: facilitator.url } });
    facilitator.losesAnswers = true;
  });

  it('that checks the balance again after a lost reply does not forget what it sent', async () => {
    // Leaves the payer money for one call.
    const value = (await market.chain.balanceOf(payer.account.address)) - PRICE;
    await settleByStranger(await sign({ value, to: newWallet().account.address }));
    await market.chain.mine(2);
    market.node.intercept = lagging(1);
    const signed = await sign();
    await isPending(await merchant.buy(signed));
    facilitator.losesAnswers = false;
    // The facilitator finds the wallet empty now, and says that it sends nothing.
    await isPending(await merchant.buy(signed));
    await market.chain.mine(2);
    await isAnsweredOnce(signed);
  });

  it('that waits to be mined outlasts the last seconds of its authorization', async () => {
    await market.chain.setAutomine(false);
    const signed = await sign({ validBefore: now() + 8n });
    await isPending(await merchant.buy(signed));
    await delay(Number(signed.validBefore - 5n - now()) * 1000);
    await isPending(await merchant.buy(signed));
    await market.chain.mine(1);
    await isAnsweredOnce(signed);
  });
});

describe('a second authorization', () => {
  it('of the official client, which signs anew when it is called again, is not sent', async () => {
    const paying = payingFetch(market.chain, payer);
    await market.chain.setAutomine(false);
    await isPending(await merchant.buyBy(paying));
    await isPending(await merchant.buyBy(paying));
    await mineAgain();
    assert.equal((await merchant.buyBy(paying)).status, 200);
    assert.equal(await market.paid(), 1n);
    // The next call pays for itself.
    assert.equal((await merchant.buyBy(paying)).status, 200);
    assert.equal((await merchant.buyBy(paying, 'birch')).status, 200);
    assert.equal(await market.paid(), 3n);
  });

  it('fetches the answer that the first has paid for, for that request and payer alone', async () => {
    const [first, second] = [await sign(), await sign()];
    await market.chain.setAutomine(false);
    await isPending(await merchant.buy(first));
    const { address: from } = payer.account;
    await is(await merchant.buy(await pay(market.chain, stranger(), { from })), 'signature');
    await isPending(await merchant.ask('acorn', version1(second)));
    await mineAgain();
    const bodies = new Set<string>();
    for (const signed of [second, first, second]) {
      const answer = await merchant.buy(signed);
      assert.equal(answer.status, 200);
      bodies.add(await answer.text());
    }
    assert.equal(bodies.size, 1);
    assert.deepEqual([await market.chain.isUsed(second), await market.paid()], [false, 1n]);
    await is(await merchant.buy(second, 'birch'), 'authorization_bound_to_another_request');
  });

  it('is free once the first can pay nothing any more', async () => {
    const [first, second] = [await sign(), await sign()];
    await market.chain.setAutomine(false);
    market.node.intercept = dropSent;
    await isPending(await merchant.buy(first));
    await isPending(await merchant.buy(second));
    await market.chain.setAutomine(true);
    await spendNonce(first);
    market.node.intercept = () => undefined;
    // It starts over, and its holder is told so.
    await is(await merchant.buy(second), '409 payment-in-progress');
    await isAnsweredOnce(second);
    await is(await merchant.buy(first), 'nonce');
  });

  it('of many at the same instant pays once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => sign()));
    const answers = await Promise.all(all.map((signed) => merchant.buy(signed)));
    for (const signed of all) answers.push(await merchant.buy(signed));
    const statuses = answers.map(({ status }) => status);
    assert.ok(
      statuses.every((status) => [200, 409, 503].includes(status)),
      statuses.join(),
    );
    assert.ok(
      statuses.slice(10).every((status) => status !== 503),
      statuses.join(),
    );
    assert.equal(await market.paid(), 1n);
  });
});

describe('a node that fails', () => {
  const failures: Record<string, Intercepted> = {
    'a status of 502': 502,
    'an error of its own': { error: { code: -32_603, message: 'internal error' } },
    'a limit': { error: { code: -32_005, message: 'rate limit exceeded' } },
    'no JSON': '<html>',
    'a broken connection': 'lost',
  };
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
      // Cached after the first success, so that only the first method's failure is seen without this.
      if (method !== 'eth_chainId') assert.equal((await merchant.ask('acorn')).status, 402);
      let sold = 0n;
      for (const [kind, failure] of Object.entries(failures)) {
        const signed = await sign();
        market.node.intercept = async (call) =>
          method.includes(call.method) ? failure : undefined;
        const failed = await merchant.buy(signed);
        assert.ok(Number(failed.headers.get('retry-after')) > 0, kind);
        await is(failed, '503 payment-unavailable');
        assert.equal(await market.paid(), sold);
        market.node.intercept = () => undefined;
        if (method === 'eth_chainId') continue;
        assert.equal((await merchant.buy(signed)).status, 200, kind);
        sold += 1n;
        assert.equal(await market.paid(), sold);
      }
    });
});

describe('a debt', () => {
  /** A payment that is settled after its caller has left. */
  const owe = async () => {
    const signed = await sign();
    await market.chain.setAutomine(false);
    await isPending(await merchant.buy(signed));
    await mineAgain();
    return signed;
  };

  it('is reported, suspends nothing, does not lapse, and is fetched by the buyer', async () => {
    const signed = await owe();
    await merchant.recover();
    const audit = await auditBooks(merchant.store);
    assert.deepEqual(
      audit.debts.map(({ company, payment }) => [company, payment.slice(-66)]),
      [['acorn', signed.nonce]],
    );
    // It outlives the day after which answers are dropped.
    await merchant.store.database
      .updateTable('x402_payment')
      .set({ settled_at: '2020-01-01T00:00:00.000Z' })
      .execute();
    await merchant.recover();
    await isAnsweredOnce(signed);
    assert.deepEqual(await debts(merchant.store), []);
  });

  it('is handed out by a command, once', async () => {
    await owe();
    await merchant.recover();
    const [debt] = await debts(merchant.store);
    const hash = debt?.transaction ?? assert.fail();
    const environment = { DATA_DIR: folder };
    const listed = await cli(['books', 'debts', '--json'], environment);
    assert.equal(JSON.parse(listed.stdout)[0].transaction, hash, listed.stderr);
    const audited = await cli(['books', 'audit'], environment);
    assert.equal(audited.status, 0, audited.stderr);
    assert.match(audited.stdout, /^Owed:\n.*\n.*acorn/m);
    const delivered = await cli(['books', 'deliver', hash], environment);
    assert.equal(JSON.parse(delivered.stdout).slug, 'acorn', delivered.stderr);
    const again = await cli(['books', 'deliver', hash], environment);
    assert.equal(again.status, 1);
    assert.match(again.stderr, /No answer is owed/);
    assert.deepEqual(await debts(merchant.store), []);
    for (const wrong of ['', '0x', 'x'.repeat(10_000), "' or 1=1 --"])
      await assert.rejects(deliverDebt(merchant.store, wrong), { code: 'no-such-debt' });
  });

  it('in a transaction of several payments is handed out by its own payment', async () => {
    const payments = [await sign(), await sign()] as const;
    market.node.intercept = dropSent;
    await isPending(await merchant.buy(payments[0]));
    await isPending(await merchant.buy(payments[1], 'birch'));
    market.node.intercept = () => undefined;
    await settleAs(market.chain, stranger(), ...payments);
    await merchant.recover();
    const owed = await debts(merchant.store);
    const { transaction } = owed[0] ?? assert.fail();
    const code = 'ambiguous-debt';
    await assert.rejects(deliverDebt(merchant.store, transaction ?? ''), { code });
    assert.equal(owed.length, 2);
    for (const { payment, company } of owed)
      assert.equal(JSON.parse(await deliverDebt(merchant.store, payment)).slug, company);
  });

  it('is told from transfers that belong to no payment', async () => {
    assert.equal((await merchant.buy(await sign())).status, 200);
    await settleByStranger(await sign());
    await market.chain.mint(payTo(market.chain), 5n);
    const signed = await owe();
    const unanswered = async () =>
      (await merchant.payments.x402?.unanswered(4))?.map(({ amount, payment }) => [
        amount,
        payment?.slice(-66) ?? null,
      ]);
    const foreign = [
      [String(PRICE), null],
      ['5', null],
    ];
    assert.deepEqual(await unanswered(), [...foreign, [String(PRICE), signed.nonce]]);
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.deepEqual(await unanswered(), foreign);
  });
});
