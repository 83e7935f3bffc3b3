/** Verifies and settles payments: with the service's own wallet, or through a facilitator. */
import { HTTPFacilitatorClient } from '@x402/core/http';
import { type PaymentPayload, type PaymentRequirements, VerifyError } from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import pLimit from 'p-limit';
import {
  type Address,
  encodeFunctionData,
  type Hash,
  type Hex,
  isAddressEqual,
  keccak256,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { messageOf } from '../../lib/errors.ts';
import type { Chain } from './chain.ts';
import type { X402Timing } from './timing.ts';

type Verdict = { isValid: true } | { isValid: false; reason: string };
type SettleOutcome =
  | { kind: 'settled'; transaction: Hash }
  /** Certainly: nothing that was sent has paid or will pay. */
  | { kind: 'failed'; reason: string }
  /** It may still happen. */
  | { kind: 'unknown'; reason: string };

export type Settler = {
  verify: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<Verdict>;
  /**
   * @param sending awaited before the payment leaves us; with the hash of our own transaction
   */
  settle: (
    payload: PaymentPayload,
    requirements: PaymentRequirements,
    sending: Sending,
  ) => Promise<SettleOutcome>;
};

type Sending = (transaction?: Hash) => Promise<void>;

type Call = { to: Address; data: Hex };

type WalletSettings = {
  privateKey: Hex;
  confirmations: number;
  /** Contracts that may be called to deploy a payer's wallet (ERC-6492). */
  walletFactories: readonly string[];
  timing: Timing;
};

type Timing = Pick<X402Timing, 'settlementTimeoutMs'>;

/** x402's reason for a transaction that was sent and not mined in time. */
const PENDING = 'settlement_pending';
/**
 * A facilitator's reasons for sending nothing, as x402 names them: the payment is at fault. It gives
 * a failed transaction or a used nonce as its reason even if it has sent the transfer before.
 */
const REFUSED =
  /^(?:invalid|insufficient)_(?!.*(?:transaction_(?:state|failed)|transfer_event|used))/;
/**
 * Gas that a transaction may take: a smart wallet checks its signature, and is deployed with what
 * its owner chose, at our expense. Those that verify passkeys in Solidity take up to half of this.
 */
const MAX_GAS = 1_000_000n;

export function walletSettler(chain: Chain, settings: WalletSettings): Settler {
  const { privateKey, confirmations, timing } = settings;
  const account = privateKeyToAccount(privateKey);
  const { client } = chain;
  // A wallet's transactions are numbered: one at a time is prepared and sent.
  const inTurn = pLimit(1);
  const send = (call: Call, sending: Sending) =>
    inTurn(async () => {
      const [chainId, nonce, fees, gas] = await Promise.all([
        client.getChainId(),
        client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
        client.estimateFeesPerGas(),
        // Fails here, and costs nothing, where the transaction would fail: also after those that
        // were sent and are not mined yet, which may spend the same balance.
        client.estimateGas({
          account: account.address,
          gas: MAX_GAS,
          blockTag: 'pending',
          ...call,
        }),
      ]);
      // Not every node respects the call's own limit.
      if (gas > MAX_GAS) throw new Error(`it takes ${gas} gas`);
      const { maxFeePerGas, maxPriorityFeePerGas } = fees;
      const serializedTransaction = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas: (gas * 5n) / 4n,
        maxFeePerGas,
        maxPriorityFeePerGas,
        ...call,
      });
      const hash = keccak256(serializedTransaction);
      await sending(hash);
      await client.sendRawTransaction({ serializedTransaction });
      return hash;
    });
  const scheme = (sending: Sending) => {
    const signer = toFacilitatorEvmSigner(
      {
        address: account.address,
        // The library's calls are typed loosely; viem checks their values when it encodes them.
        readContract: (call) =>
          client.readContract(call as Parameters<typeof client.readContract>[0]),
        verifyTypedData: (call) =>
          client.verifyTypedData(call as Parameters<typeof client.verifyTypedData>[0]),
        // The library asks for the asset's own code and may not await the answer: a failure of the
        // node would be a rejection that nobody handles, which ends the process.
        getCode: async (call) => {
          const { address, code } = await chain.asset();
          return isAddressEqual(call.address, address) ? code : client.getCode(call);
        },
        writeContract: ({ address, ...call }) =>
          send({ to: address, data: encodeFunctionData(call) }, sending),
        sendTransaction: (call) => send(call, async () => undefined),
        waitForTransactionReceipt: ({ hash, timeout }) =>
          client.waitForTransactionReceipt({
            hash,
            confirmations,
            timeout: timeout ?? timing.settlementTimeoutMs,
          }),
      },
      { confirmationTimeoutMs: timing.settlementTimeoutMs },
    );
    return new ExactEvmScheme(signer, { eip6492AllowedFactories: [...settings.walletFactories] });
  };
  const verifier = scheme(async () => undefined);
  return {
    verify: async (payload, requirements) => verdict(await verifier.verify(payload, requirements)),
    settle: async (payload, requirements, sending) =>
      outcome(await scheme(sending).settle(payload, requirements)),
  };
}

export function facilitatorSettler(url: string, { settlementTimeoutMs }: Timing): Settler {
  const facilitator = new HTTPFacilitatorClient({ url, timeoutMs: settlementTimeoutMs });
  return {
    verify: async (payload, requirements) => {
      try {
        return verdict(await facilitator.verify(payload, requirements));
      } catch (error) {
        // Some answer with an error status when the payment is at fault.
        if (!(error instanceof VerifyError) || error.statusCode >= 500) throw error;
        return verdict({ ...error, isValid: false });
      }
    },
    settle: async (payload, requirements, sending) => {
      await sending();
      try {
        const settled = outcome(await facilitator.settle(payload, requirements));
        // What it did not see mined, it may have sent.
        return settled.kind !== 'failed' || REFUSED.test(settled.reason)
          ? settled
          : { kind: 'unknown', reason: settled.reason };
      } catch (error) {
        // It may have done what it was asked for, and only its answer was lost.
        return { kind: 'unknown', reason: messageOf(error) };
      }
    },
  };
}

function verdict({
  isValid,
  invalidReason,
}: {
  isValid: boolean;
  invalidReason?: string;
}): Verdict {
  return isValid ? { isValid } : { isValid: false, reason: invalidReason ?? 'invalid_payment' };
}

function outcome(settled: {
  success: boolean;
  transaction: string;
  errorReason?: string;
}): SettleOutcome {
  const { success, transaction, errorReason = 'settlement_failed' } = settled;
  // Both promise a hash where it succeeded.
  if (success) return { kind: 'settled', transaction: transaction as Hash };
  return errorReason === PENDING
    ? { kind: 'unknown', reason: errorReason }
    : { kind: 'failed', reason: errorReason };
}
