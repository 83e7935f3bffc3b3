/** Signatures of what was published, and the error where something is not what was signed. */
import { type BellwetherError, UnavailableError } from '../../lib/errors.ts';
import { signatureHolds } from './signing.ts';

/** @param fault what does not hold, as part of a sentence */
export function verificationError(fault: string): BellwetherError {
  return new UnavailableError('verification-failed', `Verification failed: ${fault}.`);
}

/** @param publicKeys any of them may have signed */
export function verifySignature(
  where: string,
  bytes: Buffer,
  signature: string,
  publicKeys: readonly string[],
): string {
  const key = publicKeys.find((candidate) => signatureHolds(bytes, signature, candidate));
  if (key !== undefined) return key;
  throw verificationError(`${where} was not signed with this key, or was changed since`);
}
