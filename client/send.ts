/** Sends a request, and sends it again where that is safe and may help. */
import { retryAfterOf } from './errors.ts';

export type Fetch = typeof fetch;

export type Persistence = {
  /** Ends the waiting too. Requests made of requests may lose theirs, so that it is named here. */
  signal: AbortSignal | undefined;
  /** How often a request is sent again. */
  retries: number;
  /** Longest that all waiting before retries may take, in milliseconds. */
  patienceMs: number;
  /** The request does no harm twice, so that it may be sent again when the connection breaks. */
  isRepeatable: boolean;
  /** Milliseconds after which such an answer is asked for again; undefined for one that stands. */
  waitFor?: (response: Response) => Promise<number | undefined> | number | undefined;
};

/** Doubles with each attempt. */
const FIRST_PAUSE_MS = 250;

/**
 * @returns the last answer, whatever its status
 * @throws what `fetch` throws, and the signal's reason once that is aborted
 */
export async function send(
  fetch: Fetch,
  request: Request,
  { signal, retries, patienceMs, isRepeatable, waitFor = retryAfterMs }: Persistence,
): Promise<Response> {
  let patience = patienceMs;
  for (let attempt = 0; ; attempt++) {
    // A body can be sent once; the request is kept for the next attempt.
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

/** The service is too busy now, and says when it will not be. */
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
