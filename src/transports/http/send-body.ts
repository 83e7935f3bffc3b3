/** The HTTP response for a body: status, headers (caching: RFC 9111) and payload. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Form } from '../../pipeline/edition/compress.ts';
import type { Body } from './body.ts';
import type { Headers } from './headers.ts';
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
  const { status } = outcome;
  const size = body.size('identity');
  switch (status) {
    case 200: {
      const isSafe = method === 'GET' || method === 'HEAD';
      const further = isSafe ? extra : { 'cache-control': 'no-store', ...extra };
      return whole(body, outcome.form, method === 'HEAD', further);
    }
    case 206: {
      const { start, end } = outcome.range;
      const headers = {
        ...bodyHeaders(body, 'identity', extra),
        'content-type': body.type,
        'content-range': `bytes ${start}-${end}/${size}`,
        'content-length': end - start + 1,
      };
      return { status, headers, payload: await part(body, outcome.range) };
    }
    case 304:
      return { ...outcome, headers: bodyHeaders(body, outcome.form, extra), payload: null };
    case 412: {
      const detail = `The body here is ${entityTag(body, 'identity')} of ${httpDate(body.lastModified)}, and not the one that was asked for.`;
      return refused(status, 'precondition-failed', detail);
    }
    case 416: {
      const detail = `The file has ${size} bytes, and none in the range that was asked for.`;
      const range = { 'content-range': `bytes */${size}` };
      return refused(status, 'range-not-satisfiable', detail, range);
    }
  }
}

async function whole(body: Body, form: Form, isHead: boolean, extra: Headers): Promise<Answer> {
  const headers = bodyHeaders(body, form, extra);
  headers['content-type'] = body.type;
  if (form !== 'identity') headers['content-encoding'] = form;
  const bytes = body.stream ? undefined : await body.read(form);
  const size = bytes?.length ?? body.size(form);
  // A string, because Fastify treats the number 0 as an unknown length.
  if (size !== undefined) headers['content-length'] = String(size);
  const payload = isHead ? null : (bytes ?? body.stream?.(form) ?? null);
  return { status: 200, form, headers, payload };
}

async function part(body: Body, range: ByteRange): Promise<Buffer | Readable> {
  if (body.stream) return body.stream('identity', range);
  return (await body.read('identity')).subarray(range.start, range.end + 1);
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
const httpDate = (date: Date) => httpDates.getOrInsertComputed(date, () => date.toUTCString());

function refused(status: 412 | 416, code: string, detail: string, further?: Headers): Answer {
  return {
    status,
    headers: { ...PROBLEM_HEADERS, ...further },
    payload: JSON.stringify(problem(status, code, detail)),
  };
}
