/**
 * Errors that a person or a program is meant to read. Everything that the service refuses or
 * cannot do is thrown as a `BellwetherError`; anything else that is thrown is a fault of ours.
 */
export class BellwetherError extends Error {
  /** Stable, kebab-case; part of the public contract (REST error bodies, exit messages). */
  readonly code: string;
  /** HTTP status of a request that fails with it; undefined if only operators can see the error. */
  readonly status: number | undefined;
  /** Members that an HTTP error body carries beside the standard ones (RFC 9457, section 3.2). */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BellwetherError';
    this.code = code;
    this.status = options.status;
    this.details = options.details ?? {};
  }
}

type ErrorOptions = { cause?: unknown; details?: Readonly<Record<string, unknown>> };

/** What was asked for does not exist. */
export class NotFoundError extends BellwetherError {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, { ...options, status: 404 });
  }
}

/** The service cannot do it now, through no fault of the request. */
export class UnavailableError extends BellwetherError {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, { ...options, status: 503 });
  }
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's error code (`ENOENT`, `ENOSPC`, …) of anything thrown, if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
