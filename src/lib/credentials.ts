/** Keeps user names and passwords inside addresses out of what is printed, logged or answered. */

/**
 * The text, with `https://user:password@host` as `https://host`; linear in its length. In lines of JSON,
 * a quote that is not escaped ends the address.
 */
export function withoutCredentials(text: string): string {
  return text.replace(/:\/\/(?:\\"|[^\s/"<>])*@/g, '://');
}
