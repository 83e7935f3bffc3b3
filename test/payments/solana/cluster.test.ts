/** Every form of payment, executed by the cluster and read with Solana's own client. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Address, createSolanaRpc, generateKeyPairSigner, type Signature } from '@solana/kit';
import { LEGACY_MEMO_PROGRAM_ADDRESS_V3, MEMO_PROGRAM_ADDRESS } from '../../chains/solana-memo.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../../chains/solana-token.ts';
import { type SolanaCluster, startCluster } from './cluster.ts';
import type { Wallet } from './payment.ts';

const FUNDS = 1_000_000_000n;
const SOL = 10_000_000_000n;
let cluster: SolanaCluster;
let alice: Wallet;
let bob: Wallet;

before(async () => {
  cluster = await startCluster();
});
after(() => cluster.stop());

async function newWallets(): Promise<void> {
  alice = await cluster.createWallet();
  bob = await cluster.createWallet();
}

/** A transaction as the RPC answers it, with balances told by account. */
async function read(signature: Signature) {
  const config = { encoding: 'json', maxSupportedTransactionVersion: 1 } as const;
  const rpc = createSolanaRpc(cluster.rpcUrl);
  const answer = await rpc.getTransaction(signature, config).send();
  assert.ok(answer?.meta, 'the transaction is known');
  const { meta, transaction, version } = answer;
  const { message } = transaction;
  const loaded = meta.loadedAddresses;
  const accounts = [...message.accountKeys, ...loaded.writable, ...loaded.readonly];
  assert.deepEqual(transaction.signatures[0], signature);
  assert.equal(meta.preBalances.length, accounts.length);
  assert.equal(meta.postBalances.length, accounts.length);
  const amountIn = (balances: typeof meta.preTokenBalances, account: Address) =>
    balances?.find(({ accountIndex }) => accounts[accountIndex] === account)?.uiTokenAmount.amount;
  return {
    meta,
    message,
    version,
    loaded,
    accounts,
    programs: message.instructions.map(({ programIdIndex }) => accounts[programIdIndex]),
    /** units of a token account before and after; undefined where it has no entry */
    units: (account: Address) => [
      amountIn(meta.preTokenBalances, account),
      amountIn(meta.postTokenBalances, account),
    ],
    lamports: (account: Address) => {
      const index = accounts.indexOf(account);
      return [meta.preBalances[index], meta.postBalances[index]];
    },
  };
}

for (const instruction of ['Transfer', 'TransferChecked'] as const) {
  test(`${instruction} moves units and the payer is charged the fee`, async () => {
    await newWallets();
    const payment = { from: alice, to: bob.address, amount: 2_500_000n, instruction };
    const { meta, units, lamports, version, accounts, programs } = await read(
      await cluster.pay(payment),
    );
    assert.equal(meta.err, null);
    assert.equal(meta.fee, 5000n);
    assert.equal(version, 'legacy');
    assert.deepEqual(programs, [TOKEN_PROGRAM_ADDRESS]);
    assert.deepEqual(units(alice.tokenAccount), ['1000000000', '997500000']);
    assert.deepEqual(units(bob.tokenAccount), ['1000000000', '1002500000']);
    assert.deepEqual(lamports(alice.address), [SOL, SOL - 5000n]);
    assert.equal(accounts.includes(cluster.mint), instruction === 'TransferChecked');
    assert.ok(meta.logMessages?.includes(`Program ${TOKEN_PROGRAM_ADDRESS} success`));
    assert.ok((meta.computeUnitsConsumed ?? 0n) > 0n);
  });
}

test('a payment in another mint shows that mint and its decimals', async () => {
  await newWallets();
  const mint = await cluster.createMint(9);
  await cluster.fund(alice.address, 5_000_000_000n, mint);
  const signature = await cluster.pay({ from: alice, to: bob.address, amount: 1n, mint });
  const { meta, units } = await read(signature);
  const account = await cluster.tokenAccountOf(bob.address, mint);
  assert.deepEqual(units(account), ['0', '1']);
  assert.equal(units(bob.tokenAccount)[1], undefined);
  const received = meta.postTokenBalances?.find(({ owner }) => owner === bob.address);
  assert.equal(received?.mint, mint);
  assert.equal(received?.uiTokenAmount.decimals, 9);
  assert.equal(received?.uiTokenAmount.uiAmountString, '0.000000001');
});

test('a payment may go to an account of another owner, or to one that is not associated', async () => {
  await newWallets();
  const { address: stranger } = await generateKeyPairSigner();
  const toStranger = await read(await cluster.pay({ from: alice, to: stranger, amount: 7n }));
  assert.deepEqual(toStranger.units(await cluster.tokenAccountOf(stranger)), ['0', '7']);
  assert.equal(toStranger.accounts.includes(bob.tokenAccount), false);

  const tokenAccount = await cluster.openAuxiliaryAccount(bob.address);
  const payment = { from: alice, to: bob.address, amount: 8n, tokenAccount };
  const { meta, units } = await read(await cluster.pay(payment));
  assert.deepEqual(units(tokenAccount), ['0', '8']);
  assert.ok(meta.postTokenBalances?.some(({ owner }) => owner === bob.address));
});

test('a memo is an instruction of the memo program, logged with its text', async () => {
  await newWallets();
  const payment = { from: alice, to: bob.address, amount: 1n, memo: 'invoice 42 ✓' };
  const wallets = await read(await cluster.pay(payment));
  assert.deepEqual(wallets.programs, [TOKEN_PROGRAM_ADDRESS, LEGACY_MEMO_PROGRAM_ADDRESS_V3]);
  assert.ok(wallets.meta.logMessages?.some((line) => line.includes('invoice 42 ✓')));
  const newest = await cluster.pay({ ...payment, memoProgram: MEMO_PROGRAM_ADDRESS });
  assert.equal((await read(newest)).programs[1], MEMO_PROGRAM_ADDRESS);
});

test('several transfers in one transaction all count', async () => {
  await newWallets();
  const carol = await cluster.createWallet({ units: 0n });
  const signature = await cluster.payTogether([
    { from: alice, to: bob.address, amount: 10n },
    { from: alice, to: carol.address, amount: 20n },
    { from: bob, to: carol.address, amount: 5n },
  ]);
  const { meta, message, units } = await read(signature);
  assert.equal(message.instructions.length, 3);
  assert.equal(message.header.numRequiredSignatures, 2);
  assert.equal(meta.fee, 10_000n);
  assert.deepEqual(units(alice.tokenAccount), [`${FUNDS}`, `${FUNDS - 30n}`]);
  assert.deepEqual(units(bob.tokenAccount), [`${FUNDS}`, `${FUNDS + 5n}`]);
  assert.deepEqual(units(carol.tokenAccount), ['0', '25']);
});

test('a transfer and a transfer back leave every balance as it was', async () => {
  await newWallets();
  const signature = await cluster.payTogether([
    { from: alice, to: bob.address, amount: 600n },
    { from: bob, to: alice.address, amount: 600n },
  ]);
  const { meta, units } = await read(signature);
  assert.equal(meta.err, null);
  assert.deepEqual(units(alice.tokenAccount), [`${FUNDS}`, `${FUNDS}`]);
  assert.deepEqual(units(bob.tokenAccount), [`${FUNDS}`, `${FUNDS}`]);
});

test('accounts of an address lookup table are loaded and have balances', async () => {
  await newWallets();
  const payment = { from: alice, to: bob.address, amount: 9n, throughLookupTable: true };
  const { meta, message, version, loaded, units } = await read(await cluster.pay(payment));
  assert.equal(meta.err, null);
  assert.equal(version, 0);
  assert.deepEqual(loaded, { writable: [bob.tokenAccount], readonly: [cluster.mint] });
  assert.equal(message.accountKeys.includes(bob.tokenAccount), false);
  assert.ok('addressTableLookups' in message);
  const [lookup] = message.addressTableLookups;
  assert.deepEqual([lookup?.writableIndexes, lookup?.readonlyIndexes], [[0], [1]]);
  assert.deepEqual(units(bob.tokenAccount), [`${FUNDS}`, `${FUNDS + 9n}`]);
});

for (const version of [0, 1] as const) {
  test(`a payment of version ${version} needs no lookup table`, async () => {
    await newWallets();
    const payment = { from: alice, to: bob.address, amount: 9n, version };
    const paid = await read(await cluster.pay(payment));
    assert.equal(paid.version, version);
    assert.deepEqual(paid.programs, [TOKEN_PROGRAM_ADDRESS]);
    assert.deepEqual(paid.loaded, { writable: [], readonly: [] });
    assert.deepEqual(paid.units(bob.tokenAccount), [`${FUNDS}`, `${FUNDS + 9n}`]);
  });
}

test('a payment of more than the payer has fails, is charged and moves nothing', async () => {
  await newWallets();
  const signature = await cluster.pay({ from: alice, to: bob.address, amount: FUNDS + 1n });
  const { meta, units, lamports } = await read(signature);
  // TokenError::InsufficientFunds is 1. The client makes bigints of the numbers in errors.
  assert.deepEqual(meta.err, { InstructionError: [0n, { Custom: 1n }] });
  assert.deepEqual(units(alice.tokenAccount), [`${FUNDS}`, `${FUNDS}`]);
  assert.deepEqual(units(bob.tokenAccount), [`${FUNDS}`, `${FUNDS}`]);
  assert.deepEqual(lamports(alice.address), [SOL, SOL - 5000n]);
});

test('a failure that has no number is told by its name', async () => {
  await newWallets();
  const tokenAccount = (await generateKeyPairSigner()).address;
  const payment = { from: alice, to: bob.address, amount: 1n, tokenAccount };
  const { meta } = await read(await cluster.pay(payment));
  assert.deepEqual(meta.err, { InstructionError: [0n, 'InvalidAccountData'] });
});

test('an account that the transaction opens has no balance before it', async () => {
  await newWallets();
  const { address: owner } = await generateKeyPairSigner();
  const payment = { from: alice, to: owner, amount: 3n, opensTokenAccounts: true };
  const { meta, units, lamports } = await read(await cluster.pay(payment));
  const account = await cluster.tokenAccountOf(owner);
  assert.equal(meta.err, null);
  assert.deepEqual(units(account), [undefined, '3']);
  assert.equal(lamports(account)[0], 0n);
  assert.equal(meta.innerInstructions?.[0]?.index, 0);
  assert.equal(meta.innerInstructions?.[0]?.instructions[0]?.stackHeight, 2);
});

test('another than the payer may pay the fee', async () => {
  await newWallets();
  const sponsor = await cluster.createWallet();
  const payment = { from: alice, to: bob.address, amount: 3n, feePayer: sponsor };
  const { accounts, lamports } = await read(await cluster.pay(payment));
  assert.equal(accounts[0], sponsor.address);
  assert.deepEqual(lamports(sponsor.address), [SOL, SOL - 10_000n]);
  assert.deepEqual(lamports(alice.address), [SOL, SOL]);
});

test('payments made at once are executed one after another', async () => {
  await newWallets();
  const payment = { from: alice, to: bob.address, amount: 1n };
  const signatures = await Promise.all(Array.from({ length: 8 }, () => cluster.pay(payment)));
  assert.equal(new Set(signatures).size, 8);
  const changes = await Promise.all(
    signatures.map(async (signature) => (await read(signature)).units(bob.tokenAccount)),
  );
  // Which one comes first is nobody's choice.
  assert.deepEqual(
    changes.sort(),
    Array.from({ length: 8 }, (_, index) => [
      `${FUNDS + BigInt(index)}`,
      `${FUNDS + BigInt(index + 1)}`,
    ]),
  );
});
