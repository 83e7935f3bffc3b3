/** Sends a request, and retries it if that is safe and useful. */
import { retryAfterOf } from './errors.ts';

export type Fetch = typeof fetch;

export type Persistence = {
  /**
   * Also ends the waiting. Passed separately, because a request constructed from another one may lose
   * its signal.
   */
  signal: AbortSignal | undefined;
  /** Maximum number of retries. */
  retries: number;
  /** Maximum total time to wait between retries, in milliseconds. */
  patienceMs: number;
  /** The request is idempotent, so it may be retried when the connection breaks. */
  isRepeatable: boolean;
  /**
   * Milliseconds after which to retry because of this response; undefined if the response is final.
   */
  waitFor?: (response: Response) => Promise<number | undefined> | number | undefined;
};

/** Doubles with each attempt. */
const FIRST_PAUSE_MS = 250;

/**
 * @returns the last response, of any status
 * @throws what `fetch` throws, and the signal's reason if it is aborted
 */
export async function send(
  fetch: Fetch,
  request: Request,
  { signal, retries, patienceMs, isRepeatable, waitFor = retryAfterMs }: Persistence,
): Promise<Response> {
  let patience = patienceMs;
  for (let attempt = 0; ; attempt++) {
    // A body can be sent only once, so clone the request for each attempt.
    const sent = fetch(request.clone(), signal && { signal });
    const outcome = await sent.catch((error: unknown) => ({ error }));
    signal?.throwIfAborted();
    const hasFailed = !(outcome instanceof Response);
    const wait = hasFailed ? backoff(attempt, isRepeatable) : await waitFor(outcome);
    if (wait === undefined || attempt >= retries || wait > patience) {
      if (hasFailed) throw outcome.error;
      return outcome;
    }
    if (!hasFailed) await outcome.body?.cancel();
    await pause(wait, signal);
    patience -= wait;
  }
}

/** Milliseconds until a retry, if the service is busy and says how long. */
export function retryAfterMs({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const seconds = retryAfterOf(headers);
  return seconds === undefined ? undefined : seconds * 1000;
}

function backoff(attempt: number, isRepeatable: boolean): number | undefined {
  return isRepeatable ? FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random()) : undefined;
}

/** Waits, unless the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
