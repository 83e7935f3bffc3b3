/**
 * Errors meant for a person or a program to read. Everything that the service refuses or cannot do is
 * thrown as a `BellwetherError`; anything else that is thrown is a bug.
 */

export class BellwetherError extends Error {
  /** Stable, kebab-case; part of the public contract (REST error bodies, exit messages). */
  readonly code: string;
  /** HTTP status of the response; undefined if the error is only ever seen by operators. */
  readonly status: number | undefined;
  /** Extension members of the HTTP error body (RFC 9457, section 3.2). */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(withoutCredentials(message), options);
    this.name = 'BellwetherError';
    this.code = code;
    this.status = options.status;
    this.details = options.details ?? {};
  }
}

type ErrorOptions = { cause?: unknown; details?: Readonly<Record<string, unknown>> };

/** The requested thing does not exist. */
export class NotFoundError extends BellwetherError {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, { ...options, status: 404 });
  }
}

/** The service cannot do it at the moment; the request is not at fault. */
export class UnavailableError extends BellwetherError {
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, { ...options, status: 503 });
  }
}

/** Without credentials: libraries repeat the addresses that they were given. */
export function messageOf(error: unknown): string {
  return withoutCredentials(error instanceof Error ? error.message : String(error));
}

/** The system error code (`ENOENT`, `ENOSPC`, …) of a thrown value, if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The text, with `https://user:password@host` as `https://host`; linear in its length. In lines of JSON,
 * a quote that is not escaped ends the address.
 */
export function withoutCredentials(text: string): string {
  return text.replace(/:\/\/(?:\\"|[^\s/"<>])*@/g, '://');
}

/**
 * Host and database of a PostgreSQL address, without user and password. A socket is given in the query,
 * which may also hold a password; undefined if the address cannot be read.
 */
export function databaseName(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return undefined;
  return `${url.host || url.searchParams.get('host') || 'localhost'}${url.pathname}`;
}
