/** Errors of calls. */
import type { KnownCode } from './generated/operations.ts';

/** Stable and kebab-case. A newer service may return codes that are not listed. */
export type ErrorCode = KnownCode | (string & {});

/** A fault in one value of the request. */
export type ValueError = { path: string; message: string };

/** The service responded with an error (RFC 9457). */
export class BellwetherApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** All faults in the request's values; empty for other errors. */
  readonly errors: readonly ValueError[];
  /** Seconds after which to retry, if the service says so. */
  readonly retryAfter: number | undefined;
  /** The body: a problem document, or the payment requirements of x402. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;

  constructor(response: Response, body: Readonly<Record<string, unknown>>) {
    const { status, headers } = response;
    super(textIn(body, 'detail') ?? textIn(body, 'error') ?? `The answer has status ${status}.`);
    this.name = 'BellwetherApiError';
    this.status = status;
    // The body of an x402 402 response is not a problem document, and a proxy's may not even be JSON.
    this.code = textIn(body, 'code') ?? (status === 402 ? 'payment-required' : 'unexpected-answer');
    this.errors = Array.isArray(body['errors']) ? body['errors'].filter(isValueError) : [];
    this.retryAfter = retryAfterOf(headers);
    this.body = body;
    this.headers = headers;
  }
}

/** Builds the error from a response. */
export async function errorIn(response: Response): Promise<BellwetherApiError> {
  return new BellwetherApiError(response, await bodyOf(response));
}

/** Seconds in `Retry-After`, given as a number or a date (RFC 9110, section 10.2.3). */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}

async function bodyOf(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : {};
  } catch {
    return {};
  }
}

function textIn(body: Readonly<Record<string, unknown>>, member: string): string | undefined {
  const value = body[member];
  return typeof value === 'string' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isValueError(value: unknown): value is ValueError {
  return (
    isRecord(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string'
  );
}
