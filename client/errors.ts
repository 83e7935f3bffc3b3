/** What calls are refused with. */
import type { KnownCode } from './generated/operations.ts';

/** Stable and kebab-case; a newer service may answer with others. */
export type ErrorCode = KnownCode | (string & {});

/** A fault of one value of the request. */
export type ValueError = { path: string; message: string };

/** The service answered, and not with what was asked for (RFC 9457). */
export class BellwetherApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** Every fault of the request's values; empty for other errors. */
  readonly errors: readonly ValueError[];
  /** Seconds after which asking again makes sense, where the service says so. */
  readonly retryAfter: number | undefined;
  /** The body: the problem with all its members, or the payment requirements of x402. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;

  constructor(response: Response, body: Readonly<Record<string, unknown>>) {
    const { status, headers } = response;
    super(textIn(body, 'detail') ?? textIn(body, 'error') ?? `The answer has status ${status}.`);
    this.name = 'BellwetherApiError';
    this.status = status;
    // The body of x402's 402 is no problem document; a proxy may answer with no JSON at all.
    this.code = textIn(body, 'code') ?? (status === 402 ? 'payment-required' : 'unexpected-answer');
    this.errors = Array.isArray(body['errors']) ? body['errors'].filter(isValueError) : [];
    this.retryAfter = retryAfterOf(headers);
    this.body = body;
    this.headers = headers;
  }
}

/** The error that a response is. */
export async function errorIn(response: Response): Promise<BellwetherApiError> {
  return new BellwetherApiError(response, await bodyOf(response));
}

/** Seconds that `Retry-After` names, as a number or as a date (RFC 9110, section 10.2.3). */
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
