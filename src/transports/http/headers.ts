/** Headers shared by many responses. */

export type Headers = Readonly<Record<string, string>>;

/** Any origin may read the data (CORS); browsers must not run it or guess another type. */
export const PUBLIC_HEADERS: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Accept-Ranges, Content-Range, ETag, Idempotent-Replayed, Last-Modified, Link, PAYMENT-REQUIRED, PAYMENT-RESPONSE, RateLimit, RateLimit-Policy, Retry-After, X-Credits-Balance, X-PAYMENT-RESPONSE, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** For responses that must not be cached. */
export const NO_STORE = { 'cache-control': 'no-store' };
