/** Why a request to the hosting service failed, and when to retry. */
import { RequestError } from '@octokit/request-error';
import { BellwetherError } from '../lib/errors.ts';
import { resumption } from './resumption.ts';

/**
 * `missing`: does not exist, or is not public. `limited`: the rate limit is used up. `refused`: the
 * service denied the request. `unreachable`: no response, or an invalid one.
 */
type HostingFault = 'missing' | 'limited' | 'refused' | 'unreachable';

/** The wait that GitHub's documentation asks for if a secondary limit's response names none. */
const RETRY_AFTER_SECONDS = 60;
const SECONDARY_LIMIT = /\bsecondary rate\b/i;

export class HostingError extends BellwetherError {
  readonly fault: HostingFault;
  /** Integer, at least 1. */
  readonly retryAfter: number;
  /** The reason, phrased as the end of a sentence. */
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

/** Converts any error from a request to a `HostingError`. */
export function hostingError(error: unknown): HostingError {
  if (error instanceof HostingError) return error;
  if (!(error instanceof RequestError) || !error.response)
    return new HostingError('unreachable', 'it cannot be reached', { cause: error });
  const { status, response } = error;
  if (status === 404)
    return new HostingError('missing', 'it has nothing under this name', { cause: error });
  if (status === 401)
    return new HostingError('refused', 'the API token is not accepted', { cause: error });
  const wait =
    waitOf(response.headers) ??
    (SECONDARY_LIMIT.test(error.message) ? RETRY_AFTER_SECONDS : undefined);
  if (status === 429 || (status === 403 && wait !== undefined))
    return limited(response.headers, error);
  const fault = status < 500 ? 'refused' : 'unreachable';
  return new HostingError(fault, `it answers ${status}`, { cause: error });
}

export function limited(headers: Headers, cause?: unknown): HostingError {
  return new HostingError('limited', 'its rate limit is used up', {
    cause,
    retryAfter: waitOf(headers) ?? RETRY_AFTER_SECONDS,
  });
}

type Headers = Readonly<Record<string, string | number | undefined>>;

/** Seconds until a retry makes sense; undefined if the headers do not name a time. */
function waitOf(headers: Headers): number | undefined {
  const now = Date.now();
  const at = resumption((name) => headers[name], now);
  return at === undefined ? undefined : (at - now) / 1000;
}
