/**
 * Turns a body and a request's headers into an HTTP answer: content coding (RFC 9110, section
 * 12.5.3), validators and conditions (section 13), ranges (section 14), caching (RFC 9111).
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from './body.ts';
import {
  type ByteRange,
  byteRange,
  cachedForm,
  entityTag,
  isOtherThanExpected,
  mayContinue,
} from './conditions.ts';
import { acceptsIdentity, preferredForm } from './content-coding.ts';
import { PROBLEM_HEADERS, problem } from './problem.ts';

export type Answer = {
  status: 200 | 206 | 304 | 412 | 416;
  headers: Record<string, string | number>;
  /** Null where the status or the method allows none. */
  payload: Buffer | Readable | string | null;
};

type Headers = Readonly<Record<string, string>>;

/** Names and values in turn, as `writeHead` takes them fastest. */
export function flat(headers: Answer['headers']): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
}

/** Of all public bodies (docs/api.md). */
const CACHE_CONTROL = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';

/** @param extra more headers, such as `link` */
export async function answer(
  body: Body,
  method: string,
  request: IncomingHttpHeaders,
  extra: Headers = {},
): Promise<Answer> {
  const preferred = preferredForm(body, request['accept-encoding']);
  // The answer to a POST belongs to its own body: nobody holds a copy to be compared.
  if (method !== 'GET' && method !== 'HEAD')
    return whole(body, preferred, false, { 'cache-control': 'no-store', ...extra });
  if (isOtherThanExpected(body, request)) return changed(body);
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
  // As text: Fastify takes the number 0 for a length that is not known.
  headers['content-length'] = String(bytes.length);
  return { status: 200, headers, payload: isHead ? null : bytes };
}

/**
 * The range that is sent instead of the whole: always of the plain form, the only one in which a
 * place in the file means the same to everybody. Programs that read by ranges ask for that form
 * anyway; a client that rules it out gets the whole body in a form that it takes.
 */
function askedRange(
  body: Body,
  { range, 'if-range': condition, 'accept-encoding': accepted }: IncomingHttpHeaders,
): ByteRange | 'unsatisfiable' | undefined {
  const size = body.hasRanges ? body.size('identity') : undefined;
  if (range === undefined || size === undefined) return undefined;
  if (!acceptsIdentity(accepted) || !mayContinue(body, condition?.toString())) return undefined;
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

/** What a body is always sent with, written once for each form. */
const ownHeaders = new WeakMap<Body, Map<Form, Headers>>();

/** Headers that all answers with the body, or about a copy of it, share. */
function bodyHeaders(body: Body, form: Form, extra: Headers): Record<string, string | number> {
  const byForm = ownHeaders.get(body) ?? new Map<Form, Headers>();
  ownHeaders.set(body, byForm);
  const own = byForm.get(form) ?? {
    etag: entityTag(body, form),
    'last-modified': body.lastModified.toUTCString(),
    'cache-control': CACHE_CONTROL,
    vary: 'accept-encoding',
    ...(body.hasRanges && { 'accept-ranges': 'bytes' }),
  };
  byForm.set(form, own);
  return { ...own, ...extra };
}

function changed(body: Body): Answer {
  const detail = `The body here is ${entityTag(body, 'identity')} of ${body.lastModified.toUTCString()}, and not the one that was asked for.`;
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
