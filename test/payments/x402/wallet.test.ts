/** What the wallet signs, and for whom; on no chain, since none of this gets that far. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { ProcessChannel } from '../../../src/lib/process-channel.ts';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import { type Call, ownWallet, type Wallet } from '../../../src/payments/x402/wallet.ts';
import { lendWallet, lentWallet } from '../../../src/payments/x402/wallet-channel.ts';
import { newWallet } from '../evm/wallets.ts';

const ASSET: Address = `0x${'a'.repeat(40)}`;
const FACTORY: Address = `0x${'f'.repeat(40)}`;
const OTHER: Address = `0x${'b'.repeat(40)}`;
const HASH: Hex = `0x${'1'.repeat(64)}`;
const TOKEN = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);
const settlement = encodeFunctionData({
  abi: TOKEN,
  functionName: 'transferWithAuthorization',
  args: [OTHER, FACTORY, 1n, 0n, 1n, HASH, '0x'],
});

/** Nobody listens there. */
function unreachableChain() {
  const network = evmNetwork('base-sepolia');
  assert.ok(network);
  return evmChain(network, 'http://127.0.0.1:9', ASSET);
}

const never = () => Promise.reject(new Error('it was recorded'));

describe('the wallet', () => {
  const { privateKey } = newWallet();
  const settings = { privateKey, asset: ASSET, walletFactories: [FACTORY] };
  const wallet = ownWallet(unreachableChain(), settings);
  const transfer = (functionName: 'transfer' | 'approve') =>
    encodeFunctionData({ abi: TOKEN, functionName, args: [OTHER, 1n] });
  const refused: Record<string, Call> = {
    'a transfer of its own': { to: ASSET, data: transfer('transfer') },
    'an allowance': { to: ASSET, data: transfer('approve') },
    'a settlement by another contract': { to: OTHER, data: settlement },
    'a call of nothing': { to: ASSET, data: '0x' },
    'a call that only begins alike': { to: ASSET, data: settlement.slice(0, 8) as Hex },
  };
  for (const [what, call] of Object.entries(refused))
    it(`does not sign ${what}`, async () => {
      await assert.rejects(wallet.send(call, never), /signs nothing but transfers/);
    });

  for (const [what, call] of Object.entries({
    settlements: { to: ASSET, data: settlement },
    'calls of a trusted factory': {
      to: getAddress(FACTORY),
      data: HASH,
    },
  }))
    it(`asks the chain about ${what}`, async () => {
      await assert.rejects(wallet.send(call, never), /HTTP request failed/);
    });
});

/** A primary and a worker in one process; each message arrives as a copy. */
function connected() {
  const [primary, worker] = [new EventEmitter(), new EventEmitter()];
  const sendTo = (peer: EventEmitter) => (message: unknown) =>
    setImmediate(() => peer.emit('message', structuredClone(message)));
  return {
    primary: new ProcessChannel(Object.assign(worker, { send: sendTo(primary) })),
    worker: new ProcessChannel(Object.assign(primary, { send: sendTo(worker) })),
    killWorker: () => worker.emit('disconnect'),
  };
}

describe('a wallet that is lent to a worker', () => {
  const call = { to: ASSET, data: settlement };
  const lend = (send: Wallet['send']) => {
    const { primary, worker, killWorker } = connected();
    const chain = unreachableChain();
    lendWallet(primary, { address: OTHER, send }, chain);
    return { wallet: lentWallet(worker, OTHER, chain), chain, killWorker };
  };

  it('has the worker record each transaction of its own before it is submitted', async () => {
    let turn = 0;
    const { wallet } = lend(async (_, sending) => {
      const hash: Hex = `0x${String(++turn).repeat(64)}`;
      await sending(hash);
      return hash;
    });
    const recorded: Hex[][] = [[], [], []];
    const sent = await Promise.all(
      recorded.map((hashes) => wallet.send(call, async (hash) => void hashes.push(hash))),
    );
    assert.deepEqual(
      recorded,
      sent.map((hash) => [hash]),
    );
  });

  it('submits nothing that the worker could not record', async () => {
    let submitted = false;
    const { wallet } = lend(async (_, sending) => {
      await sending(HASH);
      submitted = true;
      return HASH;
    });
    await assert.rejects(wallet.send(call, never), /it was recorded/);
    assert.equal(submitted, false);
  });

  it('submits nothing for a worker that is gone', async () => {
    const turn = Promise.withResolvers<void>();
    const outcome = Promise.withResolvers<unknown>();
    const { wallet, killWorker } = lend(async (_, sending) => {
      await turn.promise;
      await sending(HASH).then(outcome.resolve, outcome.reject);
      return HASH;
    });
    void wallet.send(call, async () => undefined);
    setImmediate(() => setImmediate(() => void [killWorker(), turn.resolve()]));
    await assert.rejects(outcome.promise, { code: 'process-gone' });
  });

  it('tells the worker of failures of the node', async () => {
    const { primary, worker } = connected();
    const [lender, borrower] = [unreachableChain(), unreachableChain()];
    const { privateKey } = newWallet();
    const own = ownWallet(lender, { privateKey, asset: ASSET, walletFactories: [] });
    lendWallet(primary, own, lender);
    const wallet = lentWallet(worker, own.address, borrower);
    const sending = () => assert.rejects(wallet.send(call, never), /HTTP request failed/);
    const { failures } = await borrower.observe(sending);
    assert.ok(failures.length > 0);
    assert.ok(failures.every(({ message }) => !message.includes('127.0.0.1:9')));
  });
});
