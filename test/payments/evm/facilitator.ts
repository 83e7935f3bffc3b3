/** @x402/evm's own facilitator on the test chain, as a reference for ours. */
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { type FacilitatorEvmSigner, toFacilitatorEvmSigner } from '@x402/evm';
import { type Abi, createWalletClient, http, type VerifyTypedDataParameters } from 'viem';
import { exactPayload, type SignedAuthorization } from './authorization.ts';
import type { EvmChain } from './chain.ts';
import type { Wallet } from './wallets.ts';

/** Reads the chain, and settles with the wallet's gas money. */
export function facilitatorSigner(chain: EvmChain, { account }: Wallet): FacilitatorEvmSigner {
  const { publicClient } = chain;
  const walletClient = createWalletClient({
    account,
    chain: publicClient.chain,
    transport: http(chain.rpcUrl),
  });
  return toFacilitatorEvmSigner({
    address: account.address,
    // x402 writes an ABI as `readonly unknown[]`; what it passes are ABIs of its own.
    readContract: ({ abi, args = [], ...call }) =>
      publicClient.readContract({ ...call, args, abi: abi as Abi }),
    writeContract: ({ abi, gas, dataSuffix, ...call }) =>
      walletClient.writeContract({
        ...call,
        abi: abi as Abi,
        ...(gas === undefined ? {} : { gas }),
        ...(dataSuffix === undefined ? {} : { dataSuffix }),
      }),
    // So it does the parts of typed data, which viem knows by their literal types.
    verifyTypedData: (typedData) =>
      publicClient.verifyTypedData(typedData as VerifyTypedDataParameters),
    sendTransaction: (transaction) => walletClient.sendTransaction(transaction),
    waitForTransactionReceipt: ({ hash, timeout }) =>
      publicClient.waitForTransactionReceipt({
        hash,
        ...(timeout === undefined ? {} : { timeout }),
      }),
    getCode: (contract) => publicClient.getCode(contract),
  });
}

/** An x402 v2 payment of what the merchant asks for, and the requirements that it answers. */
export function exactPayment(
  chain: EvmChain,
  signed: SignedAuthorization,
): { payment: PaymentPayload; requirements: PaymentRequirements } {
  const requirements: PaymentRequirements = {
    scheme: 'exact',
    network: `eip155:${chain.chainId}`,
    asset: chain.token,
    amount: String(signed.value),
    payTo: signed.to,
    maxTimeoutSeconds: 300,
    extra: { name: 'Test Dollar', version: '2' },
  };
  const payment = { x402Version: 2, accepted: requirements, payload: exactPayload(signed) };
  return { payment, requirements };
}
