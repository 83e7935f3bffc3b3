/** Why the hosting service did not answer, and when asking again makes sense. */
import { RequestError } from '@octokit/request-error';
import { BellwetherError } from '../lib/errors.ts';

/**
 * `missing`: it does not exist, or not for everyone. `limited`: the rate limit is used up. `refused`:
 * it does not want to answer. `unreachable`: it did not answer, or not as it should.
 */
type HostingFault = 'missing' | 'limited' | 'refused' | 'unreachable';

/** Also how long GitHub asks for where it names no time for its secondary limit. */
const RETRY_AFTER_SECONDS = 60;
const SECONDARY_LIMIT = /\bsecondary rate\b/i;

export class HostingError extends BellwetherError {
  readonly fault: HostingFault;
  /** Whole seconds, at least 1. */
  readonly retryAfter: number;
  /** What happened, as the end of a sentence. */
  readonly why: string;

  constructor(
    fault: HostingFault,
    why: string,
    { cause, retryAfter = RETRY_AFTER_SECONDS }: { cause?: unknown; retryAfter?: number } = {},
  ) {
    super(`hosting-${fault}`, `The hosting service cannot be read: ${why}.`, { cause });
    this.fault = fault;
    this.why = why;
    this.retryAfter = Math.max(1, Math.ceil(retryAfter));
  }
}

/** The fault behind whatever a request ended with. */
export function hostingError(error: unknown): HostingError {
  if (error instanceof HostingError) return error;
  if (!(error instanceof RequestError) || !error.response)
    return new HostingError('unreachable', 'it cannot be reached', { cause: error });
  const { status, response } = error;
  if (status === 404)
    return new HostingError('missing', 'it knows no such thing', { cause: error });
  if (status === 401)
    return new HostingError('refused', 'the API token is not accepted', { cause: error });
  const wait =
    waitOf(response.headers) ??
    (SECONDARY_LIMIT.test(error.message) ? RETRY_AFTER_SECONDS : undefined);
  if (status === 429 || (status === 403 && wait !== undefined))
    return new HostingError('limited', 'its rate limit is used up', {
      cause: error,
      ...(wait !== undefined && { retryAfter: wait }),
    });
  const fault = status < 500 ? 'refused' : 'unreachable';
  return new HostingError(fault, `it answers ${status}`, { cause: error });
}

/** Seconds until asking again makes sense; undefined where the headers do not say that it will. */
function waitOf(headers: RequestError['request']['headers']): number | undefined {
  const after = Number(headers['retry-after']);
  if (after > 0) return after;
  const reset = Number(headers['x-ratelimit-reset']);
  const isUsedUp = Number(headers['x-ratelimit-remaining'] ?? 0) === 0;
  return reset > 0 && isUsedUp ? reset - Date.now() / 1000 : undefined;
}
