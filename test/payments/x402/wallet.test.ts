/** What the wallet signs, and for whom; on no chain, since none of this gets that far. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import { evmChain } from '../../../src/payments/x402/chain.ts';
import { evmNetwork } from '../../../src/payments/x402/requirements.ts';
import type { Call } from '../../../src/payments/x402/transaction.ts';
import { SettlingWallet } from '../../../src/payments/x402/wallet.ts';
import { openStore } from '../../../src/store/store.ts';
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
  const wallet = new SettlingWallet(unreachableChain(), openStore(':memory:'), settings);
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
