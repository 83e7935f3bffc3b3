/**
 * Errors that a person or a program is meant to read. Everything that the service refuses or
 * cannot do is thrown as a `BellwetherError`; anything else that is thrown is a fault of ours.
 */
export class BellwetherError extends Error {
  /** Stable, kebab-case; part of the public contract (REST error bodies, exit messages). */
  readonly code: string;
  /** Members that an HTTP error body carries beside the standard ones (RFC 9457, section 3.2). */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    code: string,
    message: string,
    options: { cause?: unknown; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'BellwetherError';
    this.code = code;
    this.details = options.details ?? {};
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
