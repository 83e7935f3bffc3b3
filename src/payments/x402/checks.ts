/** What a payment must say before anything is asked of the chain. */
import type { PaymentPayload } from '@x402/core/types';
import { getAddress, type Hex, parseErc6492Signature } from 'viem';
import type { Authorization, Payment } from './messages.ts';
import { requirements, type Terms } from './requirements.ts';

/** Half the order of secp256k1: a signature with a larger `s` is another's mirror image (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
/** An authorization must still hold for so long, to be mined, in seconds. */
const MINING_TIME = 6n;

/**
 * Why the payment is none for these terms, as a stable reason; undefined when nothing speaks
 * against it so far. The reasons are those of x402's own libraries where they have one.
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
  if (BigInt(authorization.validBefore) < BigInt(now) + MINING_TIME)
    return 'invalid_exact_evm_payload_authorization_valid_before';
  if (hasHighS(signature) || !isReadable(signature)) return 'invalid_exact_evm_signature';
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

/** Of the 65 bytes that a key signs with; contracts have signatures of their own. */
function hasHighS(signature: string): boolean {
  return signature.length === 132 && BigInt(`0x${signature.slice(66, 130)}`) > HALF_ORDER;
}

/** Whether what claims to be in the form of ERC-6492 is. */
function isReadable(signature: string): boolean {
  try {
    // Its pattern was checked when it came in.
    parseErc6492Signature(signature as Hex);
    return true;
  } catch {
    return false;
  }
}

/** The payment as verification and settlement take it, in the form of version 2. */
export function normalized(
  { signature, authorization }: Authorization,
  terms: Terms,
): PaymentPayload {
  return {
    x402Version: 2,
    resource: { url: terms.resource },
    accepted: requirements(terms),
    payload: { signature, authorization },
  };
}
