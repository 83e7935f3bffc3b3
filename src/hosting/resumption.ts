/**
 * The end of a rate limit, in Unix milliseconds: `Retry-After` in seconds or as a date (RFC 9110, section
 * 10.2.3), or the hosting service's own header. Undefined if the headers name no time.
 */
export function resumption(
  header: (name: string) => string | number | null | undefined,
  now: number,
): number | undefined {
  const after = String(header('retry-after') ?? '');
  if (/^\d{1,9}$/.test(after)) return now + Number(after) * 1000;
  const date = Date.parse(after);
  if (!Number.isNaN(date)) return date;
  const reset = String(header('x-ratelimit-reset') ?? '');
  const isUsedUp = Number(header('x-ratelimit-remaining') ?? 0) === 0;
  return isUsedUp && /^\d{9,11}$/.test(reset) ? Number(reset) * 1000 : undefined;
}
