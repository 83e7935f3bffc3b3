/** Settlements that fail, that somebody else makes, that take their time, and that a crash cuts off. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { claim, NO_HOLD, releaseHold, whileHeld } from '../../../src/payments/x402/claims.ts';
import { DEFAULT_TIMING } from '../../../src/payments/x402/outcome.ts';
import type { Settler } from '../../../src/payments/x402/settler.ts';
import type { Store } from '../../../src/store/store.ts';
import type { SignedAuthorization } from '../evm/authorization.ts';
import type { EvmChain } from '../evm/chain.ts';
import { onBothEngines } from '../support/stores.ts';
import { openMarket } from './market.ts';
import type { Merchant } from './merchant.ts';
import {
  emptyWallet,
  PRICE,
  pay,
  reasonOf,
  settleAs,
  settlementIn,
  version2,
  x402Settings,
} from './merchant.ts';
import { endHolds, setHolds, settling } from './recorded-payments.ts';

/** Lets the authorizations of all payments under way expire long ago. */
async function expireAll({ database }: Store): Promise<void> {
  await database
    .updateTable('x402_payment')
    .set({ valid_before: '1' })
    .where('state', '=', 'settling')
    .execute();
}

/** A node that answers nobody until it is opened. */
async function startGate(rpcUrl: string) {
  const opened = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    reached.resolve();
    await opened.promise;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
    response.writeHead(answer.status, headers).end(await answer.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    reached: reached.promise,
    open: opened.resolve,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

onBothEngines('a settlement', (engine) => {
  let chain: EvmChain;
  const market = openMarket(engine, (opened) => {
    chain = opened.chain;
  });
  const { received } = market;
  /** A payment whose transfer is sent, and mined once the service that sent it is dead. */
  const cutOff = async (t: TestContext): Promise<SignedAuthorization> => {
    const signed = await pay(chain);
    await chain.setAutomine(false);
    const child = await startChild(market.location, chain);
    t.after(() => child.process.kill('SIGKILL'));
    const lost = ask(child.port, version2(chain, signed)).catch(() => 'lost');
    await settling(market.store, chain);
    await kill(child.process);
    assert.equal(await lost, 'lost');
    await chain.setAutomine(true);
    await chain.mine(1);
    return signed;
  };

  it('that fails gives no answer, and leaves the authorization free', async () => {
    const { payer, stranger } = chain.wallets;
    const merchant = await market.serve({
      settler: (own) => ({
        settle: async (...given) => {
          await emptyWallet(chain, payer, stranger);
          return own.settle(...given);
        },
      }),
    });
    const before = await received();
    const signed = await pay(chain);
    const refused = await merchant.buy(signed);
    assert.match(await reasonOf(refused), /insufficient|transaction_failed|balance/);
    // It is remembered until it has expired, in case that somebody else settles it.
    assert.deepEqual(
      (await merchant.records()).map(({ state }) => state),
      ['reserved'],
    );
    assert.equal(await received(), before);
    // With money there again, the same authorization is good for another request.
    await emptyWallet(chain, stranger, payer);
    const whole = await market.serve();
    assert.equal((await whole.buy(signed, 'birch')).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('that somebody else makes first counts as the payment that it is', async () => {
    const signed = await pay(chain);
    const merchant = await market.serve({
      settler: (own) => ({
        settle: async (...given) => {
          await settleAs(chain, chain.wallets.stranger, signed);
          return own.settle(...given);
        },
      }),
    });
    const before = await received();
    const response = await merchant.buy(signed);
    assert.equal(response.status, 200);
    assert.equal((await received()) - before, PRICE);
    const { txHash } = settlementIn(response.headers.get('payment-response'));
    const { from } = await chain.publicClient.getTransaction({ hash: txHash as `0x${string}` });
    assert.equal(from, chain.wallets.stranger.account.address.toLowerCase());
  });

  /** Asks for two answers, and lets a stranger settle once the service is about to settle both. */
  const whileBothSettle = async (
    payments: readonly [SignedAuthorization, SignedAuthorization],
    settledInstead: readonly SignedAuthorization[],
  ): Promise<{ statuses: number[]; paid: bigint }> => {
    const settled = Promise.withResolvers<void>();
    let asked = 0;
    const merchant = await market.serve({
      settler: (own) => ({
        settle: async (...given) => {
          asked += 1;
          if (asked === payments.length)
            settled.resolve(settleAs(chain, chain.wallets.stranger, ...settledInstead));
          await settled.promise;
          return own.settle(...given);
        },
      }),
    });
    const before = await received();
    const [one, other] = payments;
    const responses = await Promise.all([merchant.buy(one), merchant.buy(other, 'birch')]);
    const statuses = responses.map(({ status }) => status);
    return { statuses, paid: (await received()) - before };
  };

  it('of two authorizations in one transaction pays for both', async () => {
    const payments = [await pay(chain), await pay(chain)] as const;
    assert.deepEqual(await whileBothSettle(payments, payments), {
      statuses: [200, 200],
      paid: 2n * PRICE,
    });
  });

  it('pays for one, where the other nonce went to somebody else in the same transaction', async () => {
    const payments = [await pay(chain), await pay(chain)] as const;
    const [{ nonce }, other] = payments;
    const elsewhere = await pay(chain, chain.wallets.payer, {
      nonce,
      to: chain.wallets.stranger.account.address,
    });
    assert.deepEqual(await whileBothSettle(payments, [elsewhere, other]), {
      statuses: [402, 200],
      paid: PRICE,
    });
  });

  it('is answered again without the chain, also while it does not answer', async () => {
    const gate = await startGate(chain.rpcUrl);
    gate.open();
    const merchant = await market.serve({ rpcUrl: gate.url });
    const signed = await pay(chain);
    const first = await merchant.buy(signed);
    assert.equal(first.status, 200);
    await gate.close();
    const again = await merchant.buy(signed);
    assert.equal(again.status, 200);
    assert.equal(await again.text(), await first.text());
  });

  it('whose outcome is not known is asked of the chain', async () => {
    const merchant = await market.serve({
      settler: (own) => ({
        settle: async (...given) => {
          await own.settle(...given);
          throw new Error('the connection broke');
        },
      }),
    });
    const before = await received();
    assert.equal((await merchant.buy(await pay(chain))).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('that was never sent says so, and is sent when asked again', async () => {
    let isDown = true;
    const merchant = await market.serve({
      settler: (own) => ({
        settle: async (...given) => {
          if (isDown) return { kind: 'unknown', reason: 'the facilitator does not answer' };
          return own.settle(...given);
        },
      }),
    });
    const before = await received();
    const signed = await pay(chain);
    const pending = await merchant.buy(signed);
    assert.equal(pending.status, 503);
    assert.equal(((await pending.json()) as { code: string }).code, 'settlement-pending');
    assert.ok(Number(pending.headers.get('retry-after')) > 0);
    const told = merchant.events.find(({ event }) => event === 'settlement-pending');
    const reason = 'the facilitator does not answer';
    assert.deepEqual(told?.details, { reason, transaction: null });
    // It may still happen, so the authorization stays with this request.
    const other = await merchant.buy(signed, 'birch');
    assert.equal(await reasonOf(other), 'authorization_bound_to_another_request');
    isDown = false;
    assert.equal((await merchant.buy(signed)).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('is believed after its confirmations', async () => {
    const merchant = await market.serve({ confirmations: 3 });
    let answered = false;
    const answer = merchant.buy(await pay(chain)).finally(() => {
      answered = true;
    });
    await delay(1_500);
    assert.equal(answered, false);
    await chain.mine(2);
    assert.equal((await answer).status, 200);
  });

  it('that a crash cut off before its block is answered after it, and pays once', async (t) => {
    const before = await received();
    const signed = await cutOff(t);
    await setHolds(market.store, Date.now() + 60_000);
    const merchant = await market.serve();
    // Another process leaves it alone for as long as it may still be at work.
    const busy = await merchant.buy(signed);
    assert.equal(busy.status, 409);
    await endHolds(market.store);
    const answered = await buyOnceFree(merchant, signed);
    assert.equal(answered.status, 200);
    assert.equal(((await answered.json()) as { slug: string }).slug, 'acorn');
    assert.equal((await received()) - before, PRICE);
  });

  it('that a crash cut off is answered where others are paid from then on', async (t) => {
    const before = await received();
    const signed = await cutOff(t);
    await endHolds(market.store);
    const merchant = await market.serve({
      payTo: chain.wallets.stranger.account.address,
    });
    const answered = await buyOnceFree(merchant, signed);
    assert.equal(answered.status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  /** Payments that may still happen. */
  const open = async () => {
    const rows = market.store.database
      .selectFrom('x402_payment')
      .select('id')
      .where('state', '=', 'settling')
      .where('open_for', 'is not', null);
    return (await rows.execute()).length;
  };

  it('that a crash left is finished by the next process unasked', async (t) => {
    const before = await received();
    await cutOff(t);
    await endHolds(market.store);
    const merchant = await market.serve();
    for (let waited = 0; waited < 300 && (await open()) > 0; waited++) await delay(100);
    assert.equal(await open(), 0);
    assert.equal((await received()) - before, PRICE);
    // The answer is owed: the payer's next call for the same gets it, and pays nothing more.
    assert.equal((await merchant.buy(await pay(chain))).status, 200);
    assert.equal((await received()) - before, PRICE);
  });

  it('that is taken up while leftovers are looked for is not forgotten with them', async () => {
    const signed = await pay(chain);
    const { from, nonce, signature, validBefore } = signed;
    const payment = {
      id: `eip155:${chain.chainId}/${chain.token}/${from}/${nonce}`.toLowerCase(),
      payer: from,
      request_hash: '',
      amount: String(PRICE),
      valid_before: String(validBefore),
      payload: JSON.stringify({ signature }),
      since_block: '0',
    };
    await claim(market.store, payment, DEFAULT_TIMING);
    await endHolds(market.store);
    const gate = await startGate(chain.rpcUrl);
    const tidying = await market.serve({ rpcUrl: gate.url });
    const selling = await market.serve({
      settler: (own) => ({
        settle: async (...given) => {
          gate.open();
          await tidying.payments.x402?.recover();
          await delay(500);
          return own.settle(...given);
        },
      }),
    });
    try {
      await gate.reached;
      const before = await received();
      assert.equal((await selling.buy(signed)).status, 200);
      assert.equal((await received()) - before, PRICE);
    } finally {
      gate.open();
      await gate.close();
    }
  });

  it('that was let go stays so, whatever renewal of the hold is on its way', async () => {
    const id = 'let-go';
    const { database } = market.store;
    const payment = { id, payer: '', request_hash: '', amount: String(PRICE), payload: '{}' };
    const claimed = { ...payment, valid_before: '1', since_block: '0' };
    await claim(market.store, claimed, DEFAULT_TIMING);
    await whileHeld(market.store, id, { ...DEFAULT_TIMING, renewMs: 1 }, async () => {
      await releaseHold(market.store, id);
      await delay(50);
    });
    const rows = database.selectFrom('x402_payment').select('held_until').where('id', '=', id);
    assert.equal((await rows.executeTakeFirstOrThrow()).held_until, NO_HOLD);
    await database.deleteFrom('x402_payment').where('id', '=', id).execute();
  });

  /** What becomes of a payment that another process takes up while the first works on it. */
  const takenUp = async (
    disturbed: (takeUp: () => Promise<void>) => Partial<Settler>,
  ): Promise<{ first: number; other: number | undefined; paid: bigint }> => {
    const signed = await pay(chain);
    const other = await market.serve();
    let taken: Promise<Response> | undefined;
    const takeUp = async () => {
      // As where the database cannot be reached for a while.
      await endHolds(market.store);
      taken = other.buy(signed);
      await settling(market.store, chain);
    };
    const merchant = await market.serve({
      settler: () => disturbed(takeUp),
    });
    const before = await received();
    await chain.setAutomine(false);
    const first = await merchant.buy(signed);
    await chain.setAutomine(true);
    await chain.mine(1);
    const status = (await taken)?.status;
    return { first: first.status, other: status, paid: (await received()) - before };
  };

  it('that another process has taken over is left to it', async () => {
    const came = await takenUp((takeUp) => ({
      settle: async () => {
        await takeUp();
        return { kind: 'failed', reason: 'it cannot be reached' };
      },
    }));
    assert.deepEqual(came, { first: 503, other: 200, paid: PRICE });
  });

  it('that another process has begun anew is left to it', async () => {
    const came = await takenUp((takeUp) => ({
      verify: async () => {
        await takeUp();
        return { isValid: false, reason: 'it cannot be reached' };
      },
    }));
    assert.deepEqual(came, { first: 402, other: 200, paid: PRICE });
  });

  it('whose authorization was used for something else is forgotten', async () => {
    const signed = await pay(chain);
    const elsewhere = await pay(chain, chain.wallets.payer, {
      nonce: signed.nonce,
      to: chain.wallets.stranger.account.address,
    });
    const merchant = await market.serve({
      settler: () => ({
        settle: async () => ({ kind: 'unknown', reason: 'lost' }),
      }),
    });
    assert.equal((await merchant.buy(signed)).status, 503);
    await settleAs(chain, chain.wallets.stranger, elsewhere);
    await expireAll(market.store);
    await recoverAll(merchant);
  });

  it('that can never happen any more is forgotten', async () => {
    const merchant = await market.serve({
      settler: () => ({
        settle: async () => ({ kind: 'unknown', reason: 'lost' }),
      }),
    });
    const signed = await pay(chain);
    assert.equal((await merchant.buy(signed)).status, 503);
    await expireAll(market.store);
    await recoverAll(merchant);
  });
});

async function startChild(
  location: string,
  chain: EvmChain,
): Promise<{ process: ChildProcess; port: number }> {
  const script = join(import.meta.dirname, 'crash-child.ts');
  const settings = JSON.stringify(x402Settings(chain));
  const child = spawn(process.execPath, [script, location, settings], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, port: Number(line.toString()) };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

async function ask(port: number, headers: Record<string, string>): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${X402_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name: 'acorn' }),
  });
}

/** Recovers until nothing is left: what a merchant finds when it starts, it holds for a moment. */
async function recoverAll(merchant: Merchant): Promise<void> {
  for (let waited = 0; waited < 100; waited++) {
    await merchant.payments.x402?.recover();
    const records = await merchant.records();
    if (records.every(({ state }) => state !== 'settling')) return;
    await delay(100);
  }
  assert.fail('a payment stays open');
}

/** Buys once nobody else is at work on this payment: a merchant finishes what it finds when it starts. */
async function buyOnceFree(merchant: Merchant, signed: SignedAuthorization): Promise<Response> {
  for (let waited = 0; waited < 300; waited++) {
    const answer = await merchant.buy(signed);
    if (answer.status !== 409) return answer;
    await delay(100);
  }
  return assert.fail('the payment is never free');
}
