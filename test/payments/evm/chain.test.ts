import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { authorizationTypes } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { type Address, createWalletClient, getAddress, http, parseEventLogs } from 'viem';
import { tokenAbi } from './abis.ts';
import {
  counterfactual,
  highS,
  type SignedAuthorization,
  signAuthorization,
  tokenDomain,
} from './authorization.ts';
import { type EvmChain, startChain } from './chain.ts';
import { exactPayment, facilitatorSigner } from './facilitator.ts';

/** 25 cents */
const PRICE = 250_000n;

describe('the test chain', () => {
  let chain: EvmChain;
  before(async () => {
    chain = await startChain();
  });
  after(() => chain.stop());

  /** An authorization of the payer's, or of a wallet's that the payer owns. */
  const authorize = (changes: Partial<SignedAuthorization> = {}) =>
    signAuthorization({
      chain,
      account: chain.wallets.payer.account,
      to: chain.wallets.merchant.account.address,
      value: PRICE,
      ...changes,
    });

  /** Has x402's facilitator settle, and checks that the merchant got the price or nothing. */
  async function settle(signed: SignedAuthorization, factory?: Address) {
    const scheme = new ExactEvmScheme(facilitatorSigner(chain, chain.wallets.merchant), {
      eip6492AllowedFactories: factory ? [factory] : [],
    });
    const { payment, requirements } = exactPayment(chain, signed);
    const verified = await scheme.verify(payment, requirements);
    const earlier = await chain.balanceOf(signed.to);
    const settled = await scheme.settle(payment, requirements);
    const received = (await chain.balanceOf(signed.to)) - earlier;
    assert.equal(received, settled.success ? signed.value : 0n);
    return { verified, settled };
  }

  /** Sends the authorization to the token, with nobody looking at it first. */
  async function submit({ from, to, value, signature, ...when }: SignedAuthorization) {
    return chain.publicClient.simulateContract({
      account: chain.wallets.merchant.account,
      address: chain.token,
      abi: tokenAbi,
      functionName: 'transferWithAuthorization',
      args: [from, to, value, when.validAfter, when.validBefore, when.nonce, signature],
    });
  }

  it('looks like Base Sepolia and prints dollars', async () => {
    assert.equal(await chain.publicClient.getChainId(), 84532);
    const { address } = chain.wallets.stranger.account;
    assert.equal(await chain.balanceOf(address), 0n);
    await chain.mint(address, 5n);
    assert.equal(await chain.balanceOf(address), 5n);
  });

  it('settles an account’s authorization once', async () => {
    const { address } = chain.wallets.payer.account;
    await chain.mint(address, 2n * PRICE);
    const signed = await authorize();
    assert.equal(await chain.authorizationUsed(address, signed.nonce), false);

    const { verified, settled } = await settle(signed);
    assert.equal(verified.invalidReason, undefined);
    assert.equal(settled.errorReason, undefined);
    assert.equal(await chain.authorizationUsed(address, signed.nonce), true);
    const { logs } = await chain.publicClient.getTransactionReceipt({
      // x402 writes a transaction's hash as a string.
      hash: settled.transaction as `0x${string}`,
    });
    const used = parseEventLogs({ abi: tokenAbi, eventName: 'AuthorizationUsed', logs });
    assert.deepEqual(
      used.map(({ args }) => args),
      [{ authorizer: address, nonce: signed.nonce }],
    );

    const again = await settle(signed);
    assert.equal(again.verified.invalidReason, 'invalid_exact_evm_nonce_already_used');
    assert.equal(again.settled.success, false);
    assert.equal(again.settled.errorReason, 'invalid_exact_evm_nonce_already_used');
  });

  it('refuses the high-s twin of a signature', async () => {
    await chain.mint(chain.wallets.payer.account.address, PRICE);
    const signed = await authorize();
    await submit(signed);
    const twin = { ...signed, signature: highS(signed.signature) };
    await assert.rejects(submit(twin), /ECRecover: invalid signature 's' value/);
    const { verified, settled } = await settle(twin);
    assert.equal(verified.isValid, false);
    assert.equal(settled.errorReason, 'invalid_exact_evm_signature');
  });

  it('says as USDC does what is wrong with an authorization', async () => {
    const now = BigInt(await chain.now());
    const { address } = chain.wallets.payer.account;
    const all = await chain.balanceOf(address);
    const { stranger } = chain.wallets;
    for (const [changes, reason] of [
      [{ validBefore: now }, /authorization is expired/],
      [{ validAfter: now + 60n }, /authorization is not yet valid/],
      [{ value: all + 1n }, /ERC20: transfer amount exceeds balance/],
      [{ from: stranger.account.address }, /FiatTokenV2: invalid signature/],
    ] as const)
      await assert.rejects(submit(await authorize(changes)), reason);
  });

  it('cancels an authorization before it is used', async () => {
    const { account } = chain.wallets.payer;
    const signed = await authorize();
    const { nonce } = signed;
    const signature = await account.signTypedData({
      domain: tokenDomain(chain),
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: account.address, nonce },
    });
    const client = createWalletClient({
      account,
      chain: chain.publicClient.chain,
      transport: http(chain.rpcUrl),
    });
    await client.writeContract({
      address: chain.token,
      abi: tokenAbi,
      functionName: 'cancelAuthorization',
      args: [account.address, nonce, signature],
    });
    assert.equal(await chain.authorizationUsed(account.address, nonce), true);
    await assert.rejects(submit(signed), /authorization is used or canceled/);
  });

  it('settles the authorization of a smart wallet (ERC-1271)', async () => {
    const owner = chain.wallets.payer.account.address;
    const from = await chain.deploySmartWallet(owner);
    await chain.mint(from, PRICE);
    const { verified, settled } = await settle(await authorize({ from }));
    assert.equal(verified.invalidReason, undefined);
    assert.equal(settled.errorReason, undefined);
    assert.equal(getAddress(settled.payer ?? ''), from);

    await chain.mint(from, PRICE);
    const forged = await authorize({ from });
    const other = await authorize({ from });
    const { verified: refused } = await settle({ ...forged, signature: other.signature });
    assert.equal(refused.invalidReason, 'invalid_exact_evm_signature');
  });

  it('settles the authorization of a wallet that is not deployed yet (ERC-6492)', async () => {
    const wallet = chain.counterfactualWallet(chain.wallets.payer.account.address);
    await chain.mint(wallet.address, PRICE);
    const signed = counterfactual(await authorize({ from: wallet.address }), wallet);
    assert.equal(await chain.publicClient.getCode(wallet), undefined);

    const { verified: refused } = await settle(signed);
    assert.equal(refused.invalidReason, 'eip6492_factory_not_allowed');
    const { verified, settled } = await settle(signed, wallet.factory);
    assert.equal(verified.invalidReason, undefined);
    assert.equal(settled.errorReason, undefined);
    assert.notEqual(await chain.publicClient.getCode(wallet), undefined);
  });

  it('has viem verify the signatures of accounts and of smart wallets', async () => {
    const owner = chain.wallets.payer.account.address;
    const wallet = chain.counterfactualWallet(owner);
    const deployed = await chain.deploySmartWallet(owner);
    for (const signed of [
      await authorize(),
      await authorize({ from: deployed }),
      counterfactual(await authorize({ from: wallet.address }), wallet),
    ]) {
      const { signature, ...message } = signed;
      const typedData = {
        address: signed.from,
        domain: tokenDomain(chain),
        types: authorizationTypes,
        primaryType: 'TransferWithAuthorization',
        message,
        signature,
      } as const;
      assert.equal(await chain.publicClient.verifyTypedData(typedData), true);
      const changed = { ...typedData, message: { ...message, value: PRICE + 1n } };
      assert.equal(await chain.publicClient.verifyTypedData(changed), false);
    }
  });

  it('mines when it is told to', async () => {
    const { address } = chain.wallets.stranger.account;
    const earlier = await chain.balanceOf(address);
    await chain.setAutomine(false);
    await facilitatorSigner(chain, chain.wallets.merchant).writeContract({
      address: chain.token,
      abi: tokenAbi,
      functionName: 'mint',
      args: [address, PRICE],
    });
    assert.equal(await chain.balanceOf(address), earlier);
    await chain.mine(1);
    assert.equal(await chain.balanceOf(address), earlier + PRICE);

    await chain.setIntervalMining(20);
    await chain.mint(address, PRICE);
    assert.equal(await chain.balanceOf(address), earlier + 2n * PRICE);
    await chain.setIntervalMining(0);
    await chain.setAutomine(true);
    assert.ok(Math.abs((await chain.now()) - Date.now() / 1000) < 5);
  });
});

it('runs several chains side by side, each on a port of its own', async () => {
  const [one, other] = await Promise.all([startChain(), startChain()]);
  const { address } = one.wallets.payer.account;
  await one.mint(address, PRICE);
  assert.equal(await other.balanceOf(address), 0n);
  await Promise.all([one.stop(), other.stop()]);
  await one.stop();
  await assert.rejects(one.balanceOf(address));
});
