/** The JSON-RPC server, asked with plain requests. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { promisify } from 'node:util';
import {
  createSolanaRpc,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  isSolanaError,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
} from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '../../chains/solana-token.ts';
import { type Fault, type SolanaCluster, startCluster } from './cluster.ts';
import type { Wallet } from './payment.ts';

const UNKNOWN = '5'.repeat(87);
const BASE64 = { encoding: 'base64', maxSupportedTransactionVersion: 0 };
let cluster: SolanaCluster;
let alice: Wallet;
let bob: Wallet;
let signature: Signature;

before(async () => {
  cluster = await startCluster();
  alice = await cluster.createWallet({ units: 2_500_000n });
  bob = await cluster.createWallet({ units: 0n });
  signature = await cluster.pay({ from: alice, to: bob.address, amount: 1_500_000n });
});
afterEach(() => {
  cluster.fault = 'none';
});
after(() => cluster.stop());

async function post(body: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(cluster.rpcUrl, { method: 'POST', headers, body, ...init });
}

const callBody = (method: string, params: unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const { jsonrpc, id, ...answer } = Object(await (await post(callBody(method, params))).json());
  assert.deepEqual({ jsonrpc, id }, { jsonrpc: '2.0', id: 7 });
  return answer;
}

async function result(method: string, ...params: unknown[]) {
  const answer = Object(await ask(method, ...params));
  assert.ok('result' in answer, JSON.stringify(answer));
  return answer.result;
}

async function errorCode(method: string, ...params: unknown[]): Promise<number> {
  return Object(await ask(method, ...params)).error.code;
}

test('getTransaction answers the signed bytes, and balances with mint, owner and program', async () => {
  const { slot, blockTime, transaction, version, meta } = await result(
    'getTransaction',
    signature,
    BASE64,
  );
  assert.ok(Number.isSafeInteger(slot) && Math.abs(blockTime - Date.now() / 1000) < 60);
  assert.equal(version, 'legacy');
  const bytes = getTransactionDecoder().decode(getBase64Encoder().encode(transaction[0]));
  assert.equal(transaction[1], 'base64');
  assert.equal(getSignatureFromTransaction(bytes), signature);
  const { err, status, fee, loadedAddresses, innerInstructions, rewards } = meta;
  const told = { err, status, fee, loadedAddresses, innerInstructions, rewards };
  assert.deepEqual(told, {
    err: null,
    status: { Ok: null },
    fee: 5000,
    loadedAddresses: { writable: [], readonly: [] },
    innerInstructions: [],
    rewards: [],
  });
  const ofBob = (balance: { owner: string }) => balance.owner === bob.address;
  const { accountIndex, ...before } = meta.preTokenBalances.find(ofBob);
  const token = { mint: cluster.mint, owner: bob.address, programId: TOKEN_PROGRAM_ADDRESS };
  const nothing = { amount: '0', decimals: 6, uiAmount: null, uiAmountString: '0' };
  const some = { amount: '1500000', decimals: 6, uiAmount: 1.5, uiAmountString: '1.5' };
  assert.deepEqual(before, { ...token, uiTokenAmount: nothing });
  const after = meta.postTokenBalances.find(ofBob);
  assert.deepEqual(after, { accountIndex, ...token, uiTokenAmount: some });
});

test('getTransaction of a failed payment has the error', async () => {
  const failed = await cluster.pay({ from: alice, to: bob.address, amount: 2n ** 40n });
  const { meta } = await result('getTransaction', failed, BASE64);
  const err = { InstructionError: [0, { Custom: 1 }] };
  assert.deepEqual([meta.err, meta.status], [err, { Err: err }]);
  const { value } = await result('getSignatureStatuses', [failed]);
  assert.deepEqual(value[0].err, err);
});

test('getTransaction is null for the unknown, and before the commitment is reached', async () => {
  assert.equal(await result('getTransaction', UNKNOWN, BASE64), null);
  const pending = await cluster.pay({
    from: alice,
    to: bob.address,
    amount: 1n,
    commitment: 'processed',
  });
  const at = async (commitment: string) =>
    (await result('getTransaction', pending, { ...BASE64, commitment })) !== null;
  const { value, context } = await result('getSignatureStatuses', [pending, UNKNOWN]);
  assert.deepEqual([value[0].confirmationStatus, value[0].confirmations], ['processed', 0]);
  assert.deepEqual([value[0].slot, value[1]], [context.slot, null]);
  assert.deepEqual([await at('confirmed'), await at('finalized')], [false, false]);
  assert.ok((await result('getSlot', { commitment: 'finalized' })) < context.slot);
  cluster.confirm(pending);
  assert.deepEqual([await at('confirmed'), await at('finalized')], [true, false]);
  assert.equal(await result('getTransaction', pending, BASE64), null, 'finalized is the default');
  cluster.finalize(pending);
  assert.equal(await at('finalized'), true);
  assert.equal(await result('getSlot'), context.slot);
});

test('the time of a block can be set, or be unknown', async () => {
  const paid = await cluster.pay({ from: alice, to: bob.address, amount: 1n });
  for (const seconds of [1_700_000_000, null]) {
    cluster.setBlockTime(paid, seconds);
    assert.equal((await result('getTransaction', paid, BASE64)).blockTime, seconds);
  }
});

test('malformed parameters give -32602, unknown methods -32601, no JSON -32700', async () => {
  for (const malformed of [
    '',
    'abc',
    `${signature.slice(0, -1)}0`,
    `1${signature}`,
    7,
    undefined,
  ]) {
    assert.equal(await errorCode('getTransaction', malformed, BASE64), -32602, `${malformed}`);
  }
  assert.equal(await errorCode('getTransaction'), -32602);
  for (const config of [
    { commitment: 'processed' },
    { commitment: 'soon' },
    { encoding: 'morse' },
    { maxSupportedTransactionVersion: 'legacy' },
  ]) {
    assert.equal(await errorCode('getTransaction', signature, config), -32602);
  }
  assert.equal(await errorCode('getSignatureStatuses', Array(257).fill(signature)), -32602);
  assert.equal(await errorCode('mineBitcoin'), -32601);
  assert.equal(Object(await (await post('{')).json()).error.code, -32700);
  assert.equal(Object(await (await post('{}')).json()).error.code, -32600);
});

test('a version that the client does not support gives -32015', async () => {
  const payment = { from: alice, to: bob.address, amount: 1n };
  const version0 = await cluster.pay({ ...payment, throughLookupTable: true });
  const version1 = await cluster.pay({ ...payment, version: 1 });
  assert.equal(await errorCode('getTransaction', version0, { encoding: 'base64' }), -32015);
  assert.equal(await errorCode('getTransaction', version1, BASE64), -32015);
  assert.equal((await result('getTransaction', version0, BASE64)).version, 0);
  const legacy = await result('getTransaction', signature, { encoding: 'base64' });
  assert.equal('version' in legacy, false);
  const rpc = createSolanaRpc(cluster.rpcUrl);
  await assert.rejects(rpc.getTransaction(version0, { encoding: 'base64' }).send(), (error) =>
    isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION),
  );
});

test('the cluster tells its health, version and genesis, and answers batches', async () => {
  assert.equal(await result('getHealth'), 'ok');
  assert.match((await result('getVersion'))['solana-core'], /^\d+\.\d+\.\d+$/);
  assert.equal(await result('getGenesisHash'), cluster.genesisHash);
  cluster.genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuC147dw2N9d';
  assert.equal(await result('getGenesisHash'), cluster.genesisHash);
  assert.deepEqual(cluster.requests.at(-1), { method: 'getGenesisHash', params: [] });
  const batch = await post(`[${callBody('getHealth', [])},${callBody('getHealth', [])}]`);
  assert.equal(Object(await batch.json()).length, 2);
});

async function during(fault: Fault): Promise<Response> {
  cluster.fault = fault;
  return post(callBody('getTransaction', [signature, BASE64]));
}

test('faults: down, HTTP 500, no JSON, an RPC error, null, another transaction', async () => {
  await assert.rejects(during('down'), TypeError);
  assert.equal((await during('http-500')).status, 500);
  await assert.rejects((await during('not-json')).json(), SyntaxError);
  const behind = Object(await (await during('rpc-error')).json());
  assert.equal(behind.error.code, -32005);
  assert.equal(Object(await (await during('null')).json()).result, null);
  const { result: wrong } = Object(await (await during('wrong-transaction')).json());
  const bytes = getTransactionDecoder().decode(getBase64Encoder().encode(wrong.transaction[0]));
  assert.notEqual(getSignatureFromTransaction(bytes), signature);
  assert.equal((await during('none')).status, 200, 'and the cluster is well again');
});

test('the fault slow delays the answer', async () => {
  cluster.delay = 80;
  const started = performance.now();
  assert.equal((await during('slow')).status, 200);
  assert.ok(performance.now() - started >= 75);
  cluster.delay = 60_000;
  cluster.fault = 'slow';
  const impatient = { signal: AbortSignal.timeout(50) };
  await assert.rejects(post(callBody('getHealth', []), impatient), { name: 'TimeoutError' });
});

test('a process ends by itself once its cluster is stopped, even amid a slow answer', async () => {
  const program = `
    import { startCluster } from ${JSON.stringify(join(import.meta.dirname, 'cluster.ts'))};
    const cluster = await startCluster();
    cluster.fault = 'slow';
    cluster.delay = 3_600_000;
    const asked = fetch(cluster.rpcUrl, { method: 'POST', body: '{}' }).catch(() => 'cut off');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await cluster.stop();
    await cluster.stop();
    console.log(await asked);`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  assert.equal(stdout, 'cut off\n');
});
