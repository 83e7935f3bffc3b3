/** Keeps a claim while it is worked on, by a clock that nobody sets. */

/** Renewals in the time of a lease. */
const RENEWALS = 4;

/**
 * @param renew renews the claim, and says whether it still stands; rejects where nobody can say
 * @param leaseMs after so long without renewal, somebody else may have the job
 * @returns a signal that is aborted once the claim is lost, or may be
 */
export function hold(
  renew: () => Promise<boolean>,
  leaseMs: number,
): { lost: AbortSignal; release: () => void } {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    const asked = performance.now();
    const stands = await renew().catch(() => undefined);
    if (stands) renewedAt = asked;
    if (stands === false || performance.now() - renewedAt > leaseMs) lost.abort();
  }, leaseMs / RENEWALS);
  return { lost: lost.signal, release: () => clearInterval(timer) };
}
