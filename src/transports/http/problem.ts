/** Errors as problem details (RFC 9457), the same format for every error. */

import { STATUS_CODES } from 'node:http';
import { errorCodes } from 'fastify';
import { z } from 'zod';
import { BellwetherError } from '../../lib/errors.ts';
import { NearMisses } from '../../published/name-index.ts';
import { isUnavailable } from '../../store/store.ts';
import { PUBLIC_HEADERS } from './headers.ts';

/** Any origin may read errors, and no cache may store them. */
export const PROBLEM_HEADERS: Readonly<Record<string, string>> = {
  ...PUBLIC_HEADERS,
  'cache-control': 'no-store',
  'content-type': 'application/problem+json; charset=utf-8',
};

const Fault = z.object({ path: z.string(), message: z.string() });

export const ProblemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string().meta({ description: 'Stable, kebab-case' }),
    found: z.literal(false).optional().meta({ description: 'In every 404' }),
    errors: z.array(Fault).optional().meta({ description: 'Every fault of the values' }),
    retryAfter: z.int().optional().meta({ description: 'Seconds after which to ask again' }),
    policy: z.string().optional().meta({ description: 'The limit that was reached' }),
    balance: z.int().optional().meta({ description: 'Credits that the key has left' }),
    entity: z.string().optional().meta({ description: 'What was asked for' }),
    notes: NearMisses.notes.optional().meta({ description: 'Why, and what could be asked' }),
    nearMisses: NearMisses.nearMisses.optional().meta({ description: 'What may have been meant' }),
    available: z
      .union([z.array(z.looseObject({})), z.looseObject({})])
      .optional()
      .meta({ description: 'What can be asked for instead' }),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details' });

export type Problem = z.output<typeof ProblemSchema>;

export function problem(
  status: number,
  code: string,
  detail: string,
  details: Readonly<Record<string, unknown>> = {},
): Problem {
  // As in the status line, which Node sends.
  const title = STATUS_CODES[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error');
  return {
    // Like every answer of a failed look-up (docs/api.md).
    ...(status === 404 && { found: false }),
    ...details,
    type: 'about:blank',
    title,
    status,
    detail,
    code,
  };
}

/** Errors of Fastify and its plugins, by status. */
const REFUSALS: Readonly<Record<number, [code: string, detail: string] | undefined>> = {
  413: ['body-too-large', 'The body is too long.'],
  414: ['uri-too-long', 'The address is too long.'],
  415: ['unsupported-media-type', 'The body must be application/json.'],
  503: ['overloaded', 'The service is busy; try again shortly.'],
};
const UNDECODABLE =
  'The path cannot be decoded: it holds bytes that are not UTF-8, or a % without two hexadecimal digits.';

/** Converts any error to a problem. Internal errors disclose nothing. */
export function problemOf(error: unknown): Problem {
  if (error instanceof z.ZodError) return invalidRequest(error);
  if (error instanceof BellwetherError && error.status !== undefined)
    return OPERATORS_OWN.has(error.code)
      ? problem(error.status, error.code, UNAVAILABLE)
      : problem(error.status, error.code, error.message, error.details);
  if (isUnavailable(error)) return problem(503, 'store-unavailable', AWAY, { retryAfter: 2 });
  const { statusCode: status } = Object(error);
  if (typeof status !== 'number') return INTERNAL;
  const [code, detail] = REFUSALS[status] ?? [];
  if (code !== undefined && detail !== undefined) return problem(status, code, detail);
  if (status >= 500) return INTERNAL;
  const isPath = error instanceof errorCodes.FST_ERR_BAD_URL;
  const why = isPath ? UNDECODABLE : 'The request cannot be read.';
  return problem(isPath ? 400 : status, 'malformed-request', why);
}

const AWAY =
  'The books cannot be reached right now. Ask again with the same Idempotency-Key: it is charged once.';
const INTERNAL = problem(500, 'internal-error', 'The service failed; the fault has been logged.');

/** Errors whose message is for the operator, since it mentions folders and commands. */
const OPERATORS_OWN = new Set(['not-published', 'editions-damaged']);
const UNAVAILABLE = 'The signals cannot be read right now; try again later.';

/** A 400 with one entry for each fault, saying what would be valid. */
function invalidRequest(error: z.ZodError): Problem {
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: key, message: 'is not a parameter of this operation' }))
      : [{ path: issue.path.map(String).join('.'), message: issue.message }],
  );
  const detail = errors.map(({ path, message }) => `${path} ${message}`).join('; ');
  return problem(400, 'invalid-request', detail, { errors });
}

/**
 * Headers for a problem: when to retry (RFC 9110, section 10.2.3), how to authenticate (RFC 6750,
 * section 3), and the balance.
 */
export function problemHeaders({ status, retryAfter, balance }: Problem): Record<string, string> {
  return {
    ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }),
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="credits"' }),
    ...(status === 402 && typeof balance === 'number' && { 'x-credits-balance': `${balance}` }),
  };
}
