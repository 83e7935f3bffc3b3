/** The calls that the settling wallet signs; without a chain, since none of them gets that far. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import type { Call } from '../../../src/payments/x402/transaction.ts';
import { SettlingWallet } from '../../../src/payments/x402/wallet.ts';
import { openStore } from '../../../src/store/store.ts';

const ASSET: Address = `0x${'a'.repeat(40)}`;
const FACTORY: Address = `0x${'f'.repeat(40)}`;
const OTHER: Address = `0x${'b'.repeat(40)}`;
const HASH: Hex = `0x${'1'.repeat(64)}`;
const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
]);
const functionName = 'transferWithAuthorization';
const args = [OTHER, FACTORY, 1n, 0n, 1n, HASH, '0x'] as const;
const settlement = encodeFunctionData({ abi, functionName, args });
const transfer = (name: 'transfer' | 'approve') =>
  encodeFunctionData({ abi, functionName: name, args: [OTHER, 1n] });

const NOT_SIGNED = /signs nothing but transfers/;
/** Error of the next step, since no node listens at the address. */
const SIGNED = /HTTP request failed/;
const CALLS: Record<string, [Call, RegExp]> = {
  'a transfer of its own': [{ to: ASSET, data: transfer('transfer') }, NOT_SIGNED],
  'an allowance': [{ to: ASSET, data: transfer('approve') }, NOT_SIGNED],
  'a settlement by another contract': [{ to: OTHER, data: settlement }, NOT_SIGNED],
  'a call of nothing': [{ to: ASSET, data: '0x' }, NOT_SIGNED],
  'a call that only begins alike': [{ to: ASSET, data: settlement.slice(0, 8) as Hex }, NOT_SIGNED],
  'a settlement': [{ to: ASSET, data: settlement }, SIGNED],
  'a call of a trusted factory': [{ to: getAddress(FACTORY), data: HASH }, SIGNED],
};

describe('the wallet', () => {
  const network = evmNetwork('base-sepolia') ?? assert.fail();
  const chain = evmChain(network, 'http://127.0.0.1:9', ASSET);
  const settings = { privateKey: generatePrivateKey(), asset: ASSET, walletFactories: [FACTORY] };
  const wallet = new SettlingWallet(chain, openStore(':memory:'), settings);
  for (const [what, [call, outcome]] of Object.entries(CALLS))
    it(`${outcome === SIGNED ? 'signs' : 'does not sign'} ${what}`, async () => {
      const sending = () => Promise.reject(new Error('it was recorded'));
      await assert.rejects(wallet.send(call, sending), outcome);
    });
});
