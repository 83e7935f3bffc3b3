/** Nonces of a wallet that several processes share; each `SettlingWallet` stands for a process. */
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import { encodeFunctionData, type Hash, type Hex, parseGwei, parseTransaction } from 'viem';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import type { Call } from '../../../src/payments/x402/transaction.ts';
import { SettlingWallet } from '../../../src/payments/x402/wallet.ts';
import { type EvmChain, tokenAbi, type Wallet } from '../evm/chain.ts';
import type { InterceptedNode } from '../evm/intercepted-node.ts';
import { onEachEngine, type TestStore } from '../support/stores.ts';
import { openMarket } from './market.ts';
import { pay } from './merchant.ts';

const recordNothing = async () => undefined;

onEachEngine('nonces of a wallet', (engine) => {
  let chain: EvmChain;
  let node: InterceptedNode;
  let made: TestStore;
  openMarket(engine, (market) => {
    ({ chain, node, made } = market);
  });
  beforeEach(async () => {
    // As a node does that can choose among others' transactions.
    await chain.setAutomine(false);
    await chain.mine(1);
    await made.store.database.deleteFrom('x402_transaction').execute();
  });

  const open = ({ privateKey }: Wallet = chain.wallets.merchant, store = made.store) => {
    const network = evmNetwork('base-sepolia');
    assert.ok(network);
    const settings = { privateKey, asset: chain.token, walletFactories: [] };
    return new SettlingWallet(evmChain(network, node.url, chain.token), store, settings);
  };
  /** A process that dies once it has recorded what it is about to send. */
  const openDying = () => {
    const { store } = made;
    return open(chain.wallets.merchant, {
      ...store,
      transaction: async (work) => {
        await store.transaction(work);
        throw new Error('killed');
      },
    });
  };
  const settlement = async (): Promise<Call> => {
    const signed = await pay(chain);
    const { from, to, value, validAfter, validBefore, nonce, signature } = signed;
    const args = [from, to, value, validAfter, validBefore, nonce, signature] as const;
    const functionName = 'transferWithAuthorization';
    return { to: chain.token, data: encodeFunctionData({ abi: tokenAbi, functionName, args }) };
  };
  const readNonce = async (hash: Hash) => (await chain.publicClient.getTransaction({ hash })).nonce;
  const countMined = ({ account: { address } } = chain.wallets.merchant) =>
    chain.publicClient.getTransactionCount({ address });
  const readRecords = () =>
    made.store.database.selectFrom('x402_transaction').selectAll().orderBy('nonce').execute();
  const assertSuccess = async (hash: Hash) => {
    const { status } = await chain.publicClient.getTransactionReceipt({ hash });
    assert.equal(status, 'success');
  };

  it('are consecutive for processes that settle at the same time', async () => {
    const first = await countMined();
    const wallets = [open(), open(), open()];
    const calls = await Promise.all(Array.from({ length: 9 }, settlement));
    const hashes = await Promise.all(
      calls.map((call, index) => wallets[index % 3]?.send(call, recordNothing)),
    );
    const nonces = await Promise.all(hashes.map((hash) => readNonce(hash ?? '0x')));
    assert.deepEqual(
      nonces.sort((one, other) => one - other),
      calls.map((_, index) => first + index),
    );
    await chain.mine(1);
    for (const hash of hashes) await assertSuccess(hash ?? '0x');
  });

  it('are recorded together with what the payment records, or neither is', async () => {
    const call = await settlement();
    await assert.rejects(
      open().send(call, async () => {
        throw new Error('the payment cannot be recorded');
      }),
      /cannot be recorded/,
    );
    assert.deepEqual(await readRecords(), []);
    const wallet = open();
    let isRecorded = false;
    const hash = await wallet.send(call, async (_, database) => {
      const rows = await database.selectFrom('x402_transaction').selectAll().execute();
      isRecorded = rows.length === 1;
      assert.equal(await countMined(), rows[0]?.nonce);
    });
    assert.ok(isRecorded);
    await chain.mine(1);
    await assertSuccess(hash);
  });

  it('of a process that died are sent by the next, with its own or when leftovers are looked for', async () => {
    const first = await countMined();
    await assert.rejects(openDying().send(await settlement(), recordNothing), /killed/);
    const hash = await open().send(await settlement(), recordNothing);
    assert.equal(await readNonce(hash), first + 1);
    await chain.mine(1);
    await assertSuccess(hash);
    await assert.rejects(openDying().send(await settlement(), recordNothing), /killed/);
    await open().resend();
    await chain.mine(1);
    assert.equal(await countMined(), first + 3);
  });

  it('stay with their call, which is sent once however often it is asked for', async () => {
    const first = await countMined();
    const call = await settlement();
    const hashes = new Set<Hash>();
    const remember = async (hash: Hash) => void hashes.add(hash);
    await assert.rejects(openDying().send(call, remember), /killed/);
    hashes.add(await open().send(call, remember));
    assert.equal(hashes.size, 1);
    await chain.mine(1);
    assert.equal(await countMined(), first + 1);
  });

  it('whose transaction the node has dropped are filled again', async () => {
    const first = await countMined();
    const dropped = await open().send(await settlement(), recordNothing);
    await chain.testClient.dropTransaction({ hash: dropped });
    const hash = await open().send(await settlement(), recordNothing);
    await chain.mine(1);
    for (const each of [dropped, hash]) await assertSuccess(each);
    assert.equal(await countMined(), first + 2);
  });

  it('go on after those that were used elsewhere', async () => {
    const first = await countMined();
    const { account } = chain.wallets.merchant;
    const transaction = { chainId: chain.chainId, gas: 21_000n, maxFeePerGas: parseGwei('9') };
    const elsewhere = { ...transaction, to: account.address, nonce: first };
    const serialized = await account.signTransaction({ type: 'eip1559', ...elsewhere });
    await chain.publicClient.sendRawTransaction({ serializedTransaction: serialized });
    const hash = await open().send(await settlement(), recordNothing);
    assert.equal(await readNonce(hash), first + 1);
    await chain.mine(1);
    await assertSuccess(hash);
  });

  it('are not given out twice by a node that lags behind', async () => {
    const first = await countMined();
    await open().send(await settlement(), recordNothing);
    await chain.mine(1);
    node.intercept = async ({ method }) =>
      method === 'eth_getTransactionCount' ? { result: `0x${first.toString(16)}` } : undefined;
    const hash = await open().send(await settlement(), recordNothing);
    assert.equal(await readNonce(hash), first + 1);
  });

  it('keep their call when it has to pay more because gas has become dearer', async () => {
    const first = await countMined();
    const call = await settlement();
    const cheap = await open().send(call, recordNothing);
    const { maxFeePerGas: fee = 0n } = await chain.publicClient.getTransaction({ hash: cheap });
    await chain.testClient.setNextBlockBaseFeePerGas({ baseFeePerGas: fee * 5n });
    await chain.mine(1);
    assert.equal(await countMined(), first);
    const hash = await open().send(await settlement(), recordNothing);
    await chain.mine(1);
    assert.equal(await countMined(), first + 2);
    await assertSuccess(hash);
    const [row] = await readRecords();
    const { data, maxFeePerGas } = parseTransaction(row?.serialized as Hex);
    assert.equal(data, call.data);
    assert.ok((maxFeePerGas ?? 0n) > fee);
  });

  it('of another wallet on the same store are its own', async () => {
    const first = await countMined(chain.wallets.stranger);
    await open().send(await settlement(), recordNothing);
    const hash = await open(chain.wallets.stranger).send(await settlement(), recordNothing);
    assert.equal(await readNonce(hash), first);
    await chain.mine(1);
    await assertSuccess(hash);
  });

  const forgeries: Record<string, (row: { nonce: number }) => Promise<Hex>> = {
    'is no transaction': async () => '0x02c0',
    'is of another chain': (row) => forge(chain.wallets.merchant, { ...row, chainId: 1 }),
    'another key has signed': (row) => forge(chain.wallets.stranger, row),
    'has another nonce': ({ nonce }) => forge(chain.wallets.merchant, { nonce: nonce + 1 }),
  };
  const forge = ({ account }: Wallet, change: { nonce: number; chainId?: number }) =>
    account.signTransaction({
      type: 'eip1559',
      chainId: chain.chainId,
      to: account.address,
      data: '0x00',
      gas: 22_000n,
      maxFeePerGas: parseGwei('9'),
      ...change,
    });
  for (const [what, forged] of Object.entries(forgeries))
    it(`with a record that ${what} are given out again, and it is not sent`, async () => {
      const first = await countMined();
      await assert.rejects(openDying().send(await settlement(), recordNothing), /killed/);
      const serialized = await forged({ nonce: first });
      await made.store.database.updateTable('x402_transaction').set({ serialized }).execute();
      const sent: unknown[] = [];
      node.intercept = ({ method, params }) => {
        if (method === 'eth_sendRawTransaction') sent.push(params[0]);
        return undefined;
      };
      const hash = await open().send(await settlement(), recordNothing);
      assert.equal(await readNonce(hash), first);
      assert.equal(sent.includes(serialized), false);
      await chain.mine(1);
      await assertSuccess(hash);
    });

  it('lock nothing while a node does not answer', async () => {
    const sending = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    node.intercept = async ({ method }) => {
      if (method !== 'eth_sendRawTransaction') return undefined;
      sending.resolve();
      await answer.promise;
      return undefined;
    };
    const stalled = open().send(await settlement(), recordNothing);
    await sending.promise;
    // Another process, whose wallet is the same.
    node.intercept = () => undefined;
    const hash = await open().send(await settlement(), recordNothing);
    await chain.mine(1);
    await assertSuccess(hash);
    answer.resolve();
    await assertSuccess(await stalled);
  });
});
