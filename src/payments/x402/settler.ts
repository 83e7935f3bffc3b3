/** Verifies and settles payments, by the service's wallet or through a facilitator. */
import { HTTPFacilitatorClient } from '@x402/core/http';
import {
  type PaymentPayload,
  type PaymentRequirements,
  type SettleResponse,
  VerifyError,
  type VerifyResponse,
} from '@x402/core/types';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme } from '@x402/evm/exact/facilitator';
import { encodeFunctionData, type Hash, isAddressEqual } from 'viem';
import { messageOf } from '../../lib/errors.ts';
import type { StoreTransaction } from '../../store/store.ts';
import type { Chain } from './chain.ts';
import type { X402Timing } from './outcome.ts';
import type { Sending, SettlingWallet } from './wallet.ts';

type Verdict = { isValid: true } | { isValid: false; reason: string };
type SettleOutcome =
  | { kind: 'settled'; transaction: Hash }
  /** Certain: no submitted transfer has paid or will pay. */
  | { kind: 'failed'; reason: string }
  /** It may still succeed. */
  | { kind: 'unknown'; reason: string };

export type Settler = {
  verify: (payload: PaymentPayload, requirements: PaymentRequirements) => Promise<Verdict>;
  /** @param sending awaited before submission; called with the hash of our own transaction, if any */
  settle: (
    payload: PaymentPayload,
    requirements: PaymentRequirements,
    sending: (transaction?: Hash, database?: StoreTransaction) => Promise<void>,
  ) => Promise<SettleOutcome>;
  /** Submits what a process that died had recorded, and may not have submitted. */
  resend: () => Promise<void>;
};

type WalletSettlerSettings = {
  confirmations: number;
  /** Factory contracts that may be called to deploy a payer's wallet (ERC-6492). */
  walletFactories: readonly string[];
  timing: Timing;
};

type Timing = Pick<X402Timing, 'settlementTimeoutMs'>;

/** x402's reason for a submitted transaction that was not mined in time. */
const PENDING = 'settlement_pending';
/**
 * x402's reasons with which a facilitator says that it submitted nothing because the payment is
 * invalid. Failed transactions and used nonces are not included: a facilitator may report those for a
 * transfer that it had submitted before.
 */
const REFUSED =
  /^(?:invalid|insufficient)_(?!.*(?:transaction_(?:state|failed)|transfer_event|used))/;

export function walletSettler(
  chain: Chain,
  wallet: SettlingWallet,
  settings: WalletSettlerSettings,
): Settler {
  const { confirmations, timing } = settings;
  const { client } = chain;
  const scheme = (sending: Sending) => {
    const signer = toFacilitatorEvmSigner(
      {
        address: wallet.address,
        // The library's types are loose; viem validates the values when it encodes them.
        readContract: (call) =>
          client.readContract(call as Parameters<typeof client.readContract>[0]),
        verifyTypedData: (call) =>
          client.verifyTypedData(call as Parameters<typeof client.verifyTypedData>[0]),
        // The library requests the asset's bytecode and may not await it. A failing node would then
        // cause an unhandled rejection, which ends the process.
        getCode: async (call) => {
          const { address, code } = await chain.asset();
          return isAddressEqual(call.address, address) ? code : client.getCode(call);
        },
        writeContract: ({ address, ...call }) =>
          wallet.send({ to: address, data: encodeFunctionData(call) }, sending),
        sendTransaction: (call) => wallet.send(call, async () => undefined),
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
    resend: () => wallet.resend(),
  };
}

export function facilitatorSettler(url: string, { settlementTimeoutMs }: Timing): Settler {
  const facilitator = new HTTPFacilitatorClient({ url, timeoutMs: settlementTimeoutMs });
  return {
    verify: async (payload, requirements) => {
      try {
        return verdict(await facilitator.verify(payload, requirements));
      } catch (error) {
        // Some facilitators respond with an error status if the payment is invalid.
        if (!(error instanceof VerifyError) || error.statusCode >= 500) throw error;
        return verdict({ ...error, isValid: false });
      }
    },
    settle: async (payload, requirements, sending) => {
      await sending();
      try {
        const settled = outcome(await facilitator.settle(payload, requirements));
        // The facilitator may have submitted a transaction that it did not see mined.
        return settled.kind !== 'failed' || REFUSED.test(settled.reason)
          ? settled
          : { kind: 'unknown', reason: settled.reason };
      } catch (error) {
        // It may have settled the payment, with only the response lost.
        return { kind: 'unknown', reason: messageOf(error) };
      }
    },
    resend: async () => undefined,
  };
}

function verdict({
  isValid,
  invalidReason,
}: Pick<VerifyResponse, 'isValid' | 'invalidReason'>): Verdict {
  return isValid ? { isValid } : { isValid: false, reason: invalidReason ?? 'invalid_payment' };
}

function outcome(settled: SettleResponse): SettleOutcome {
  const { success, transaction, errorReason = 'settlement_failed' } = settled;
  // Both versions include a hash on success.
  if (success) return { kind: 'settled', transaction: transaction as Hash };
  return errorReason === PENDING
    ? { kind: 'unknown', reason: errorReason }
    : { kind: 'failed', reason: errorReason };
}
