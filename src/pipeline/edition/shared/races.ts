/**
 * Handles concurrent publishers: the one that loses the race starts over from the other's
 * publication.
 */
import { BellwetherError } from '../../../lib/errors.ts';

/** Attempts before giving up. */
const MAX_ATTEMPTS = 5;

/** @param publish downloads the current publication and adds to it; called again after a lost race */
export async function retryLostRaces<T>(publish: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await publish();
    } catch (error) {
      const isRaced = error instanceof BellwetherError && error.code === 'publication-raced';
      if (!isRaced || tries === MAX_ATTEMPTS) throw error;
    }
}
