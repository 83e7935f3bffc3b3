/** The HTTP response for a body: status, headers (caching: RFC 9111) and payload. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Form } from '../../pipeline/edition/compress.ts';
import type { Body } from './body.ts';
import { type ByteRange, entityTag, negotiate } from './negotiate.ts';
import { PROBLEM_HEADERS, problem } from './problem.ts';

export type Answer = {
  status: 200 | 206 | 304 | 412 | 416;
  /** The form of the body that it has or refers to. */
  form?: Form;
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
  const outcome = negotiate(body, method, request);
  switch (outcome.status) {
    case 200: {
      const isSafe = method === 'GET' || method === 'HEAD';
      const further = isSafe ? extra : { 'cache-control': 'no-store', ...extra };
      return whole(body, outcome.form, method === 'HEAD', further);
    }
    case 206:
      return part(body, outcome.range, extra);
    case 304:
      return { ...outcome, headers: bodyHeaders(body, outcome.form, extra), payload: null };
    case 412:
      return changed(body);
    case 416:
      return unsatisfiable(body);
  }
}

async function whole(body: Body, form: Form, isHead: boolean, extra: Headers): Promise<Answer> {
  const headers = bodyHeaders(body, form, extra);
  headers['content-type'] = body.type;
  if (form !== 'identity') headers['content-encoding'] = form;
  if (body.stream) {
    const size = body.size(form);
    if (size !== undefined) headers['content-length'] = size;
    return { status: 200, form, headers, payload: isHead ? null : body.stream(form) };
  }
  const bytes = await body.read(form);
  // A string, because Fastify treats the number 0 as an unknown length.
  headers['content-length'] = String(bytes.length);
  return { status: 200, form, headers, payload: isHead ? null : bytes };
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
