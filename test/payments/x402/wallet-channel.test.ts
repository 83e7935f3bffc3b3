/** `serve --workers 2` with a wallet: the primary process settles what its workers have verified. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { X402_PATH } from '../../../src/payments/rails.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { freePort } from '../../../tools/free-port.ts';
import { cli, output, type RunningCli, startCli, untilReady } from '../../support/cli.ts';
import { smallDataFolder } from '../../support/small-data.ts';
import { askingOnly, workersOf } from '../../support/worker-processes.ts';
import type { SignedAuthorization } from '../evm/authorization.ts';
import { type EvmChain, startChain } from '../evm/chain.ts';
import { type InterceptedNode, interceptedNode } from '../evm/intercepted-node.ts';
import { newWallet } from '../evm/wallets.ts';
import { PRICE, pay, payTo, settlementIn, version2 } from './merchant.ts';
import { endHolds, settling } from './recorded-payments.ts';

const PATIENCE_MS = 60_000;
const COMPANY = 'chroma';

let chain: EvmChain;
let node: InterceptedNode;
let environment: Record<string, string>;
let service: RunningCli;
let store: Store;
let key: string;

before(async () => {
  chain = await startChain();
  node = await interceptedNode(chain.rpcUrl);
  key = chain.wallets.merchant.privateKey;
  const folder = await smallDataFolder();
  environment = {
    DATA_DIR: folder,
    BASE_URL: 'http://signals.example.org',
    PORT: String(await freePort()),
    X402_PAY_TO: payTo(chain),
    X402_NETWORK: 'base-sepolia',
    X402_ASSET: chain.token,
    X402_RPC_URL: node.url,
    X402_PRIVATE_KEY: key,
  };
  await cli(['publish'], environment);
  service = await started();
  store = openStore(join(folder, 'bellwether.sqlite'));
});
afterEach(async () => {
  node.intercept = () => undefined;
  await chain.setAutomine(true);
});
after(async () => {
  service.kill('SIGKILL');
  await store.close();
  await node.close();
  await chain.stop();
});

async function started(): Promise<RunningCli> {
  const starting = startCli(['serve', '--workers', '2'], environment);
  await output(starting, 'Bellwether serves');
  for (const worker of await workersOf(starting))
    await askingOnly(worker, starting, () => untilReady(environment['PORT'] ?? ''));
  return starting;
}

type Answer = { status: number; transaction: string };

/** Buys on a connection of its own, which any worker may accept. */
async function buy(signed: SignedAuthorization): Promise<Answer> {
  const headers = { ...version2(chain, signed), 'content-type': 'application/json' };
  const to = { port: environment['PORT'], host: '127.0.0.1', path: X402_PATH, agent: false };
  const buying = request({ ...to, method: 'POST', headers }).end(`{"name":"${COMPANY}"}`);
  const [response] = await once(buying, 'response');
  await response.toArray();
  const { txHash = '' } =
    response.statusCode === 200 ? settlementIn(response.headers['payment-response']) : {};
  return { status: response.statusCode, transaction: String(txHash) };
}

/** Asks again with the same authorization, as a client does whose answer was lost. */
async function buyAgain(signed: SignedAuthorization): Promise<Answer> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    await endHolds(store);
    const answer = await buy(signed).catch(() => undefined);
    if (answer?.status === 200 || performance.now() > end) return answer ?? buy(signed);
    await delay(100);
  }
}

/** Of payers who have the price, once each. */
async function authorizations(count: number): Promise<SignedAuthorization[]> {
  const signed: SignedAuthorization[] = [];
  // One after the other: the wallet that mints numbers its transactions as well.
  for (let made = 0; made < count; made++) {
    const payer = newWallet();
    await chain.mint(payer.account.address, PRICE);
    signed.push(await pay(chain, payer));
  }
  return signed;
}

/** What the merchant has received, and how many transactions its wallet has made. */
async function accounts() {
  const address = payTo(chain);
  const [received, transactions] = await Promise.all([
    chain.balanceOf(address),
    chain.publicClient.getTransactionCount({ address }),
  ]);
  return { received, transactions };
}

/** What came in since then, in prices, and by how many transactions. */
async function since(before: Awaited<ReturnType<typeof accounts>>) {
  const now = await accounts();
  return {
    paid: Number((now.received - before.received) / PRICE),
    transactions: now.transactions - before.transactions,
  };
}

const lost = () => 'lost' as const;

/** Buys until its settlement has come so far: a worker that has only just begun refuses. */
async function bought(signed: SignedAuthorization, reached: Promise<void>) {
  for (;;) {
    const buying = buy(signed).catch(lost);
    const refusal = await Promise.race([reached, buying]);
    if (refusal === undefined) return { buying };
    await delay(100);
  }
}

describe('two workers with one wallet', () => {
  it('settle payments that come together, each once and in the order of their nonces', async () => {
    const signed = await authorizations(12);
    const before = await accounts();
    const answers = await Promise.all(signed.map(buy));
    assert.deepEqual(
      answers.map(({ status }) => status),
      signed.map(() => 200),
    );
    assert.equal(new Set(answers.map(({ transaction }) => transaction)).size, 12);
    assert.deepEqual(await since(before), { paid: 12, transactions: 12 });
  });

  it('do not have its key', async () => {
    const pids = await workersOf(service);
    assert.equal(pids.length, 2);
    for (const pid of pids) {
      const variables = await readFile(`/proc/${pid}/environ`, 'utf8');
      assert.ok(variables.includes(chain.token));
      assert.ok(!variables.includes(key.slice(2)));
    }
  });

  it('settle once what is sent to both', async () => {
    const [signed] = await authorizations(1);
    assert.ok(signed);
    const before = await accounts();
    const answers = await Promise.all([buy(signed), buy(signed), buy(signed), buy(signed)]);
    assert.ok(answers.some(({ status }) => status === 200));
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
    assert.equal((await buyAgain(signed)).status, 200);
    assert.deepEqual(await since(before), { paid: 1, transactions: 1 });
  });

  it('lose nothing when one is killed while its transaction waits to be mined', async () => {
    const signed = await authorizations(2);
    const before = await accounts();
    await chain.setAutomine(false);
    const pids = await workersOf(service);
    const buying: Promise<Answer | 'lost'>[] = [];
    for (const [index, each] of signed.entries())
      await askingOnly(pids[index] ?? 0, service, () => {
        buying.push(buy(each).catch(lost));
        return settling(store, chain, index + 1);
      });
    process.kill(pids[0] ?? 0, 'SIGKILL');
    assert.equal(await buying[0], 'lost');
    await chain.setAutomine(true);
    await chain.mine(1);
    const answer = await buying[1];
    assert.ok(answer !== undefined && answer !== 'lost');
    assert.equal(answer.status, 200);
    for (const each of signed) assert.equal((await buyAgain(each)).status, 200);
    assert.deepEqual(await since(before), { paid: 2, transactions: 2 });
  });

  it('send nothing for one that was killed before it could record the transaction', async () => {
    const [signed, other] = await authorizations(2);
    assert.ok(signed && other);
    const before = await accounts();
    const reached = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    const methods: string[] = [];
    node.intercept = ({ method }) => {
      methods.push(method);
      if (method !== 'eth_estimateGas') return undefined;
      reached.resolve();
      return opened.promise.then(() => undefined);
    };
    const { buying } = await bought(signed, reached.promise);
    for (const pid of await workersOf(service)) process.kill(pid, 'SIGKILL');
    assert.equal(await buying, 'lost');
    opened.resolve();
    // The next payment is settled after that one's turn.
    assert.equal((await buyAgain(other)).status, 200);
    assert.equal(methods.filter((method) => method === 'eth_sendRawTransaction').length, 1);
    assert.deepEqual(await since(before), { paid: 1, transactions: 1 });
    assert.equal((await buyAgain(signed)).status, 200);
    assert.deepEqual(await since(before), { paid: 2, transactions: 2 });
  });

  it('lose nothing when the process with the key is killed in a settlement', async () => {
    const signed = await authorizations(2);
    const before = await accounts();
    await chain.setAutomine(false);
    const buying = signed.map((each) => buy(each).catch(lost));
    await settling(store, chain, 2);
    service.kill('SIGKILL');
    // Without it, its workers end as well.
    assert.deepEqual(await Promise.all(buying), ['lost', 'lost']);
    await chain.setAutomine(true);
    await chain.mine(1);
    service = await started();
    for (const each of signed) assert.equal((await buyAgain(each)).status, 200);
    assert.deepEqual(await since(before), { paid: 2, transactions: 2 });
  });

  it('leave books that balance, and no transfer without an answer', async () => {
    const { status, stdout } = await cli(['ledger', 'audit'], environment);
    assert.equal(status, 0, stdout);
    assert.equal(
      stdout,
      'The books balance: 0 accounts, 0 entries, 19 paid answers, 19 settled payments, 0 credits outstanding.\n',
    );
  });
});
