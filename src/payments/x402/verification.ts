/** Verifies a payment: its terms, its signature, and whether it can still be settled. */
import { getAddress, type Hex, parseErc6492Signature } from 'viem';
import type { X402PaymentTable } from '../../store/store-tables.ts';
import type { Payment } from './messages.ts';
import { withoutAddress } from './node-transport.ts';
import {
  EXPIRED,
  INVALID_SIGNATURE,
  MINING_TIME_SECONDS,
  type Outcome,
  refused,
  USED_NONCE_REASON,
  type X402Parts,
} from './outcome.ts';
import { normalized, requirements, type Terms } from './requirements.ts';
import { useOf } from './trace.ts';

/** Half the order of secp256k1: a larger `s` is the malleable form of another signature (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** x402's reason if the transfer fails in simulation without a known cause. */
const UNEXPLAINED = /simulation_failed/;

/**
 * Checks the payment against the terms without accessing the chain. Returns a stable reason code,
 * x402's own if it has one; undefined if there is no objection. Expiry is checked last.
 *
 * @param now Unix seconds
 */
export function refusal(payment: Payment, terms: Terms, now: number): string | undefined {
  const { authorization, signature, scheme, network, accepted, resource, version } = payment;
  const name = version === 1 ? terms.network.shortName : terms.network.caip2;
  if (scheme !== 'exact') return 'unsupported_scheme';
  if (network !== name) return 'network_mismatch';
  if (accepted && !isAccepted(accepted, terms)) return 'accepted_requirements_mismatch';
  if (resource !== undefined && resource !== terms.resource) return 'resource_mismatch';
  if (getAddress(authorization.to) !== terms.payTo) return 'invalid_exact_evm_recipient_mismatch';
  if (BigInt(authorization.value) !== terms.amount)
    return 'invalid_exact_evm_authorization_value_mismatch';
  if (BigInt(authorization.validAfter) > BigInt(now))
    return 'invalid_exact_evm_payload_authorization_valid_after';
  if (hasHighS(signature) || !isReadable(signature)) return INVALID_SIGNATURE;
  if (BigInt(authorization.validBefore) < BigInt(now) + MINING_TIME_SECONDS) return EXPIRED;
  return undefined;
}

function isAccepted(accepted: NonNullable<Payment['accepted']>, terms: Terms): boolean {
  const { asset, amount, payTo } = requirements(terms);
  return (
    accepted.asset.toLowerCase() === asset.toLowerCase() &&
    accepted.payTo.toLowerCase() === payTo.toLowerCase() &&
    accepted.amount === amount
  );
}

/** Applies to the 65-byte signatures of plain keys; contract signatures have other formats. */
function hasHighS(signature: string): boolean {
  return signature.length === 132 && BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER;
}

/** False if an ERC-6492 signature is malformed. */
function isReadable(signature: Hex): boolean {
  try {
    parseErc6492Signature(signature);
    return true;
  } catch {
    return false;
  }
}

type Verified =
  | {
      kind: 'fit';
      /** Whether the authorization is used already, or about to be. */
      isSent: boolean;
      /** Reason to reject it even so, although nodes may only have disagreed. */
      doubt?: string;
    }
  | Extract<Outcome, { kind: 'refused' | 'unavailable' }>;

/**
 * Whether the payment would succeed on the chain. A used nonce does not prove that it did not pay us.
 *
 * @param row the payment's record
 * @param objection the result of `refusal`
 */
export async function verify(
  { chain, settler }: X402Parts,
  payment: Payment,
  row: X402PaymentTable,
  objection: string | undefined,
  terms: Terms,
): Promise<Verified> {
  if (objection !== undefined && objection !== EXPIRED) return refused(objection);
  const trace = () => chain.trace(useOf(row), BigInt(row.since_block));
  if (objection === EXPIRED) {
    const { kind } = await trace();
    if (kind === 'unused' || kind === 'spent') return refused(EXPIRED);
    return (await chain.isSigned(payment, terms.asset))
      ? { kind: 'fit', isSent: true }
      : refused(INVALID_SIGNATURE);
  }
  const { value: verdict, failures } = await chain.observe(() =>
    settler
      .verify(normalized(payment, terms), requirements(terms))
      .catch((error: unknown) => withoutAddress(error)),
  );
  if (verdict instanceof Error) return { kind: 'unavailable', cause: verdict };
  if (verdict.isValid) return { kind: 'fit', isSent: false };
  const [failure] = failures;
  if (failure) return { kind: 'unavailable', cause: failure };
  const { reason } = verdict;
  const isSaidToBeUsed = USED_NONCE_REASON.test(reason);
  if (!isSaidToBeUsed && !UNEXPLAINED.test(reason)) return refused(reason);
  const { kind } = await trace();
  if (kind === 'spent') return refused(reason);
  return isSaidToBeUsed || kind !== 'unused'
    ? { kind: 'fit', isSent: true }
    : { kind: 'fit', isSent: false, doubt: reason };
}
