/**
 * Builds the HTTP response for a body and a request's headers: content coding (RFC 9110, section
 * 12.5.3), validators and conditions (section 13), ranges (section 14), caching (RFC 9111).
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Form } from '../../pipeline/edition/compress.ts';
import type { Body } from './body.ts';
import {
  allowsRange,
  type ByteRange,
  byteRange,
  cachedForm,
  entityTag,
  failsPrecondition,
} from './conditional-requests.ts';
import { acceptsIdentity, preferredForm } from './content-coding.ts';
import { PROBLEM_HEADERS, problem } from './problem.ts';

export type Answer = {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Record<string, string | number>;
  /** Null if the status or method does not allow a body. */
  payload: Buffer | Readable | string | null;
};

type Headers = Readonly<Record<string, string>>;

/** For all public bodies (docs/api.md). */
const CACHE_CONTROL = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';

/** @param extra additional headers, such as `link` */
export async function answer(
  body: Body,
  method: string,
  request: IncomingHttpHeaders,
  extra: Headers = {},
): Promise<Answer> {
  const preferred = preferredForm(body, request['accept-encoding']);
  // Conditions and ranges do not apply to POST: the answer belongs to the request's body, and no
  // client has a cached copy.
  if (method !== 'GET' && method !== 'HEAD')
    return whole(body, preferred, false, { 'cache-control': 'no-store', ...extra });
  if (failsPrecondition(body, request)) return changed(body);
  const cached = cachedForm(body, request, preferred);
  if (cached) return { status: 304, headers: bodyHeaders(body, cached, extra), payload: null };
  const range = method === 'GET' ? askedRange(body, request) : undefined;
  if (range === 'unsatisfiable') return unsatisfiable(body);
  return range ? part(body, range, extra) : whole(body, preferred, method === 'HEAD', extra);
}

async function whole(body: Body, form: Form, isHead: boolean, extra: Headers): Promise<Answer> {
  const headers = bodyHeaders(body, form, extra);
  headers['content-type'] = body.type;
  if (form !== 'identity') headers['content-encoding'] = form;
  if (body.stream) {
    const size = body.size(form);
    if (size !== undefined) headers['content-length'] = size;
    return { status: 200, headers, payload: isHead ? null : body.stream(form) };
  }
  const bytes = await body.read(form);
  // A string, because Fastify treats the number 0 as an unknown length.
  headers['content-length'] = String(bytes.length);
  return { status: 200, headers, payload: isHead ? null : bytes };
}

/**
 * The range to send instead of the whole body. Ranges always refer to the uncompressed form, the only
 * one in which offsets are the same for everybody. Programs that read ranges request that form
 * anyway; a client that excludes it gets the whole body in a form that it accepts.
 */
function askedRange(
  body: Body,
  { range, 'if-range': condition, 'accept-encoding': accepted }: IncomingHttpHeaders,
): ByteRange | 'unsatisfiable' | undefined {
  const size = body.hasRanges ? body.size('identity') : undefined;
  if (range === undefined || size === undefined) return undefined;
  if (!acceptsIdentity(accepted) || !allowsRange(body, condition?.toString())) return undefined;
  return byteRange(range, size);
}

async function part(body: Body, range: ByteRange, extra: Headers): Promise<Answer> {
  const { start, end } = range;
  const headers = bodyHeaders(body, 'identity', extra);
  headers['content-type'] = body.type;
  headers['content-range'] = `bytes ${start}-${end}/${body.size('identity')}`;
  headers['content-length'] = end - start + 1;
  const payload = body.stream
    ? body.stream('identity', range)
    : (await body.read('identity')).subarray(start, end + 1);
  return { status: 206, headers, payload };
}

/** Headers of all responses that contain the body, or refer to a cached copy of it. */
function bodyHeaders(body: Body, form: Form, extra: Headers): Record<string, string | number> {
  return {
    etag: entityTag(body, form),
    'last-modified': httpDate(body.lastModified),
    'cache-control': CACHE_CONTROL,
    vary: 'accept-encoding',
    ...(body.hasRanges && { 'accept-ranges': 'bytes' }),
    ...extra,
  };
}

/** RFC 9110, section 5.6.7. All rendered bodies of a publication have the same date. */
const httpDates = new WeakMap<Date, string>();

function httpDate(date: Date): string {
  const written = httpDates.get(date) ?? date.toUTCString();
  httpDates.set(date, written);
  return written;
}

function changed(body: Body): Answer {
  const detail = `The body here is ${entityTag(body, 'identity')} of ${httpDate(body.lastModified)}, and not the one that was asked for.`;
  return {
    status: 412,
    headers: { ...PROBLEM_HEADERS },
    payload: JSON.stringify(problem(412, 'precondition-failed', detail)),
  };
}

function unsatisfiable(body: Body): Answer {
  const size = body.size('identity');
  const detail = `The file has ${size} bytes, and none in the range that was asked for.`;
  return {
    status: 416,
    headers: { ...PROBLEM_HEADERS, 'content-range': `bytes */${size}` },
    payload: JSON.stringify(problem(416, 'range-not-satisfiable', detail)),
  };
}
