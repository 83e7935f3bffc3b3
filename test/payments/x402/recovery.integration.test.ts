/** Settlements that fail, that a stranger makes, that take long, and that a crash interrupts. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Hash } from 'viem';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { claim, NO_HOLD, releaseHold, whileHeld } from '../../../src/payments/x402/claims.ts';
import { DEFAULT_TIMING } from '../../../src/payments/x402/outcome.ts';
import type { Settler } from '../../../src/payments/x402/settler.ts';
import type { SignedAuthorization } from '../evm/authorization.ts';
import { startKillable } from '../faults/killable-service.ts';
import { onEachEngine } from '../support/stores.ts';
import { openMarket } from './market.ts';
import {
  emptyWallet,
  PRICE,
  pay,
  refusalIn,
  settleAs,
  settlementIn,
  version2,
  x402Settings,
} from './merchant.ts';

onEachEngine('a settlement', (engine) => {
  const market = openMarket(engine);
  const wallets = () => market.chain.wallets;
  const table = () => market.made.store.database.updateTable('x402_payment');
  /** Lets the holds of a process that died run out at once, or not for a while. */
  const setHolds = (until: number) =>
    table()
      .set({ held_until: new Date(until).toISOString() })
      .where('state', '<>', 'settled')
      .execute();
  const endHolds = () => setHolds(0);
  const expireAll = () =>
    table().set({ valid_before: '1' }).where('state', '=', 'settling').execute();
  /** Polls until the condition holds. */
  const until = async (isSo: () => Promise<boolean>) => {
    for (let tries = 0; tries < 600; tries++) {
      if (await isSo()) return;
      await delay(50);
    }
    assert.fail('it never is so');
  };
  /** Waits until a transfer has been sent: it is recorded first, and the node has it then. */
  const isSent = async (): Promise<boolean> => {
    const sent = market.made.store.database
      .selectFrom('x402_payment')
      .select('transaction_hash')
      .where('state', '=', 'settling')
      .where('transaction_hash', 'is not', null);
    const row = await sent.executeTakeFirst();
    // The column holds the node's name of it.
    const hash = row?.transaction_hash as Hash | undefined;
    if (hash === undefined) return false;
    return market.chain.publicClient.getTransaction({ hash }).then(Boolean, () => false);
  };
  const serveWith = (settle: (own: Settler) => Settler['settle']) =>
    market.serve({ settler: (own) => ({ settle: settle(own) }) });
  const serveLosing = () => serveWith(() => async () => ({ kind: 'unknown', reason: 'lost' }));

  it('that fails gives no answer, and leaves the authorization free', async () => {
    const { payer, stranger } = wallets();
    const merchant = await serveWith((own) => async (...given) => {
      await emptyWallet(market.chain, payer, stranger);
      return own.settle(...given);
    });
    const signed = await pay(market.chain);
    const reason = /^402 .*(?:insufficient|transaction_failed|balance)/;
    assert.match(await refusalIn(await merchant.buy(signed)), reason);
    // It is kept until it has expired, in case a stranger settles it.
    assert.deepEqual([await merchant.states(), await market.paid()], [['reserved'], 0n]);
    // With money there again, the same authorization is good for another request.
    await emptyWallet(market.chain, stranger, payer);
    const whole = await market.serve();
    assert.equal((await whole.buy(signed, 'birch')).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('that a stranger makes first counts as the payment', async () => {
    const signed = await pay(market.chain);
    const merchant = await serveWith((own) => async (...given) => {
      await settleAs(market.chain, wallets().stranger, signed);
      return own.settle(...given);
    });
    const response = await merchant.buy(signed);
    assert.deepEqual([response.status, await market.paid()], [200, 1n]);
    const { txHash } = settlementIn(response.headers.get('payment-response'));
    const hash = txHash as Hash;
    const { from } = await market.chain.publicClient.getTransaction({ hash });
    assert.equal(from, wallets().stranger.account.address.toLowerCase());
  });

  /** Buys twice, and lets a stranger settle once the service is about to settle both. */
  const whileBothSettle = async (
    payments: readonly [SignedAuthorization, SignedAuthorization],
    settledInstead: readonly SignedAuthorization[],
  ) => {
    const settled = Promise.withResolvers<void>();
    let asked = 0;
    const merchant = await serveWith((own) => async (...given) => {
      asked += 1;
      if (asked === 2)
        settled.resolve(settleAs(market.chain, wallets().stranger, ...settledInstead));
      await settled.promise;
      return own.settle(...given);
    });
    const [first, second] = payments;
    const answers = await Promise.all([merchant.buy(first), merchant.buy(second, 'birch')]);
    return [...answers.map(({ status }) => status), await market.paid()];
  };

  it('of two authorizations in one transaction pays for both', async () => {
    const payments = [await pay(market.chain), await pay(market.chain)] as const;
    assert.deepEqual(await whileBothSettle(payments, payments), [200, 200, 2n]);
  });

  it('pays for one, if the other nonce was spent on a stranger in the same transaction', async () => {
    const payments = [await pay(market.chain), await pay(market.chain)] as const;
    const { nonce } = payments[0];
    const to = wallets().stranger.account.address;
    const elsewhere = await pay(market.chain, undefined, { nonce, to });
    assert.deepEqual(await whileBothSettle(payments, [elsewhere, payments[1]]), [402, 200, 1n]);
  });

  it('is answered again without the chain, also while it does not answer', async () => {
    const merchant = await market.serve({ rpcUrl: market.node.url });
    const signed = await pay(market.chain);
    const first = await merchant.buy(signed);
    assert.equal(first.status, 200);
    market.node.intercept = async () => 'lost';
    const again = await merchant.buy(signed);
    assert.equal(await again.text(), await first.text());
  });

  it('of unknown outcome is looked for on the chain', async () => {
    const merchant = await serveWith((own) => async (...given) => {
      await own.settle(...given);
      throw new Error('the connection broke');
    });
    assert.equal((await merchant.buy(await pay(market.chain))).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('that was never sent says so, and is sent when asked again', async () => {
    const reason = 'the facilitator does not answer';
    let isDown = true;
    const merchant = await serveWith((own) => async (...given) => {
      return isDown ? { kind: 'unknown', reason } : own.settle(...given);
    });
    const signed = await pay(market.chain);
    const pending = await merchant.buy(signed);
    assert.ok(Number(pending.headers.get('retry-after')) > 0);
    assert.equal(await refusalIn(pending), '503 settlement-pending');
    const watched = merchant.events.find(({ event }) => event === 'settlement-pending');
    assert.deepEqual(watched?.details, { reason, transaction: null });
    // It may still happen, so the authorization stays with this request.
    const bound = '402 authorization_bound_to_another_request';
    assert.equal(await refusalIn(await merchant.buy(signed, 'birch')), bound);
    isDown = false;
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('counts after its confirmations', async () => {
    const timing = { settlementTimeoutMs: 200, patienceMs: 200 };
    const merchant = await market.serve({ confirmations: 3, timing });
    const signed = await pay(market.chain);
    assert.equal(await refusalIn(await merchant.buy(signed)), '503 settlement-pending');
    await market.chain.mine(1);
    assert.equal((await merchant.buy(signed)).status, 503);
    await market.chain.mine(1);
    assert.equal((await merchant.buy(signed)).status, 200);
  });

  /** A payment whose transfer is sent, and mined once the service that sent it is dead. */
  const cutOff = async (t: TestContext): Promise<SignedAuthorization> => {
    const signed = await pay(market.chain);
    await market.chain.setAutomine(false);
    const child = await startKillable(market.made.location, x402Settings(market.chain));
    t.after(() => child.stop().catch(() => undefined));
    const lost = fetch(`${await child.origin()}${X402_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...version2(market.chain, signed) },
      body: JSON.stringify({ name: 'acorn' }),
    }).catch(() => 'lost');
    await until(isSent);
    await child.stop();
    assert.equal(await lost, 'lost');
    await market.chain.setAutomine(true);
    await market.chain.mine(1);
    return signed;
  };

  it('that a crash cut off before its block is answered after it, and pays once', async (t) => {
    const signed = await cutOff(t);
    await setHolds(Date.now() + 60_000);
    // Others are paid from now on.
    const merchant = await market.serve({ payTo: wallets().stranger.account.address });
    // Another process leaves it alone while the first may still be at work.
    assert.equal((await merchant.buy(signed)).status, 409);
    await endHolds();
    const answer = await merchant.buyOnceFree(signed);
    assert.equal(((await answer.json()) as { slug: string }).slug, 'acorn');
    assert.equal(await market.paid(), 1n);
  });

  it('that a crash left is finished by the next process unasked', async (t) => {
    await cutOff(t);
    await endHolds();
    const merchant = await market.serve();
    const open = merchant.store.database
      .selectFrom('x402_payment')
      .select('id')
      .where('state', '=', 'settling')
      .where('open_for', 'is not', null);
    await until(async () => (await open.execute()).length === 0);
    // The answer is owed: the payer's next call for the same startup gets it for free.
    assert.equal((await merchant.buy(await pay(market.chain))).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  const claimed = (payment: Partial<Parameters<typeof claim>[1]>) =>
    claim(
      market.made.store,
      {
        ...{ id: '', payer: '', request_hash: '', amount: String(PRICE), valid_before: '1' },
        ...{ payload: '{}', since_block: '0' },
        ...payment,
      },
      DEFAULT_TIMING,
    );

  it('that is taken up while leftovers are looked for is not forgotten with them', async () => {
    const { chain, node } = market;
    const signed = await pay(chain);
    const { from, nonce, signature, validBefore } = signed;
    const payment = {
      id: `eip155:${chain.chainId}/${chain.token}/${from}/${nonce}`.toLowerCase(),
      payer: from,
      valid_before: String(validBefore),
      payload: JSON.stringify({ signature }),
    };
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const tidying = await market.serve({ rpcUrl: node.url });
    let recovery: Promise<void> | undefined;
    const selling = await serveWith((own) => async (...given) => {
      opened.resolve();
      await recovery;
      return own.settle(...given);
    });
    await claimed(payment);
    await endHolds();
    node.intercept = async () => {
      reached.resolve();
      await opened.promise;
      return undefined;
    };
    recovery = tidying.recover();
    await reached.promise;
    assert.equal((await selling.buy(signed)).status, 200);
    assert.equal(await market.paid(), 1n);
  });

  it('that was let go stays so, although a renewal of the hold is on its way', async () => {
    const id = 'let-go';
    const { store } = market.made;
    await claimed({ id });
    await whileHeld(store, id, { ...DEFAULT_TIMING, renewMs: 1 }, async () => {
      await releaseHold(store, id);
      await delay(50);
    });
    const rows = store.database.selectFrom('x402_payment').select('held_until');
    const { held_until } = await rows.where('id', '=', id).executeTakeFirstOrThrow();
    assert.equal(held_until, NO_HOLD);
    await store.database.deleteFrom('x402_payment').where('id', '=', id).execute();
  });

  const failed = 'it cannot be reached';
  const disturbed: Record<string, [(takeUp: () => Promise<void>) => Partial<Settler>, number]> = {
    'has taken over': [
      (takeUp) => ({
        settle: () => takeUp().then(() => ({ kind: 'failed', reason: failed })),
      }),
      503,
    ],
    'has claimed when it was verified': [
      (takeUp) => ({ verify: () => takeUp().then(() => ({ isValid: true })) }),
      409,
    ],
    'has begun anew': [
      (takeUp) => ({
        verify: () => takeUp().then(() => ({ isValid: false, reason: failed })),
      }),
      402,
    ],
  };
  for (const [what, [disturb, status]] of Object.entries(disturbed))
    it(`that another process ${what} is left to it`, async () => {
      const signed = await pay(market.chain);
      const other = await market.serve();
      let taken: Promise<Response> | undefined;
      const merchant = await market.serve({
        settler: () =>
          disturb(async () => {
            // As if the database could not be reached for a while.
            await endHolds();
            taken = other.buy(signed);
            await until(isSent);
          }),
      });
      await market.chain.setAutomine(false);
      const first = await merchant.buy(signed);
      await market.chain.setAutomine(true);
      await market.chain.mine(1);
      assert.deepEqual(
        [first.status, (await taken)?.status, await market.paid()],
        [status, 200, 1n],
      );
    });

  for (const isUsed of [true, false])
    it(`that can never happen, its nonce ${isUsed ? 'used elsewhere' : 'unused'}, is forgotten`, async () => {
      const signed = await pay(market.chain);
      const merchant = await serveLosing();
      assert.equal((await merchant.buy(signed)).status, 503);
      const { nonce } = signed;
      const to = wallets().stranger.account.address;
      const elsewhere = await pay(market.chain, undefined, { nonce, to });
      if (isUsed) await settleAs(market.chain, wallets().stranger, elsewhere);
      await expireAll();
      await until(async () => {
        await merchant.recover();
        return !(await merchant.states()).includes('settling');
      });
    });
});
