import { type BellwetherError, UnavailableError } from '../../lib/errors.ts';

/** @param fault what does not hold, as part of a sentence */
export function verificationError(fault: string): BellwetherError {
  return new UnavailableError('verification-failed', `Verification failed: ${fault}.`);
}
