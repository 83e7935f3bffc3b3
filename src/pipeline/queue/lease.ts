/** Keeps a claim alive while it is worked on, using a monotonic clock. */

/** Number of renewals within the duration of a lease. */
const RENEWALS = 4;

/**
 * @param renew renews the claim and returns whether it is still valid; rejects if that is unknown
 * @param leaseMs after this time without renewal, another worker may have the job
 * @returns a signal that is aborted once the claim is, or may be, lost
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
