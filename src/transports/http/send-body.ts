/** Sends a body: status, headers (caching: RFC 9111) and payload. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BellwetherError } from '../../lib/errors.ts';
import type { Body } from './body.ts';
import type { Headers } from './headers.ts';
import { entityTag, negotiate, type Outcome } from './negotiate.ts';

/** For all public bodies (docs/api.md). */
const CACHE_CONTROL = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';

/** @throws BellwetherError `precondition-failed`, `range-not-satisfiable` */
export async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  headers: Headers,
): Promise<FastifyReply> {
  const { method } = request;
  const isSafe = method === 'GET' || method === 'HEAD';
  const own = isSafe ? headers : { 'cache-control': 'no-store', ...headers };
  const outcome = negotiate(body, method, request.headers);
  if (outcome.form === undefined) throw refusal(outcome.status, body, reply);
  const { form, status } = outcome;
  const isBare = status === 304 || method === 'HEAD';
  // Before the headers, which tell its length.
  const bytes = status === 304 || body.stream ? undefined : await body.read(form);
  reply.code(status).headers(answerHeaders(body, outcome, own));
  // Fastify would describe null as a body of JSON.
  if (isBare) return reply.send(undefined);
  const range = status === 206 ? outcome.range : undefined;
  if (!bytes) return reply.send(body.stream?.(form, range));
  return reply.send(range ? bytes.subarray(range.start, range.end + 1) : bytes);
}

type Answered = Exclude<Outcome, { form?: undefined }>;

/** Headers of an answer that contains the body or a part of it, or refers to a cached copy. */
export function answerHeaders(body: Body, outcome: Answered, extra: Headers): Headers {
  const { status, form } = outcome;
  const headers = {
    etag: entityTag(body, form),
    'last-modified': httpDate(body.lastModified),
    'cache-control': CACHE_CONTROL,
    vary: 'accept-encoding',
    ...(body.hasRanges && { 'accept-ranges': 'bytes' }),
    ...extra,
  };
  if (status === 304) return headers;
  const content = { ...headers, 'content-type': body.type };
  if (status === 206) {
    const { start, end } = outcome.range;
    return {
      ...content,
      'content-range': `bytes ${start}-${end}/${body.sizes.identity}`,
      'content-length': `${end - start + 1}`,
    };
  }
  const size = body.held(form)?.length ?? body.sizes[form];
  return {
    ...content,
    ...(form !== 'identity' && { 'content-encoding': form }),
    // A string, because Fastify treats the number 0 as an unknown length.
    ...(size !== undefined && { 'content-length': `${size}` }),
  };
}

/** RFC 9110, section 5.6.7. All rendered bodies of a publication have the same date. */
const httpDates = new WeakMap<Date, string>();
const httpDate = (date: Date) => httpDates.getOrInsertComputed(date, () => date.toUTCString());

function refusal(status: 412 | 416, body: Body, reply: FastifyReply): BellwetherError {
  if (status === 412)
    return new BellwetherError(
      'precondition-failed',
      `The body here is ${entityTag(body, 'identity')} of ${httpDate(body.lastModified)}, and not the one that was asked for.`,
      { status },
    );
  const { identity: size } = body.sizes;
  reply.header('content-range', `bytes */${size}`);
  return new BellwetherError(
    'range-not-satisfiable',
    `The file has ${size} bytes, and none in the range that was asked for.`,
    { status },
  );
}
