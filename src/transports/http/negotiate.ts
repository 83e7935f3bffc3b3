/**
 * Negotiates the response to a request: its content coding (RFC 9110, section 12.5.3), validators and
 * conditions (section 13), and ranges (section 14).
 */
import type { IncomingHttpHeaders } from 'node:http';
import { memoize } from '../../lib/memoize.ts';
import type { Form } from '../../pipeline/edition/compress.ts';
import type { Body } from './body.ts';

export type Outcome =
  | { status: 200 | 304; form: Form }
  | { status: 206; form: 'identity'; range: ByteRange }
  | { status: 412 | 416; form?: undefined };

export function negotiate(body: Body, method: string, headers: IncomingHttpHeaders): Outcome {
  const preferred = preferredForm(body, headers['accept-encoding']);
  // Conditions and ranges do not apply to POST: the answer belongs to the request's body, and no
  // client has a cached copy.
  if (method !== 'GET' && method !== 'HEAD') return { status: 200, form: preferred };
  if (failsPrecondition(body, headers)) return { status: 412 };
  const cached = cachedForm(body, headers, preferred);
  if (cached) return { status: 304, form: cached };
  const range = method === 'GET' ? askedRange(body, headers) : undefined;
  if (range === 'unsatisfiable') return { status: 416 };
  return range ? { status: 206, form: 'identity', range } : { status: 200, form: preferred };
}

/** A strong entity tag: each coding is a separate representation. */
export function entityTag({ hash }: Body, form: Form): string {
  return `"${hash.slice(0, 32)}${form === 'identity' ? '' : `-${form}`}"`;
}

/** Whether If-Match or If-Unmodified-Since (sections 13.1.1 and 13.1.4) fails. */
function failsPrecondition(body: Body, request: IncomingHttpHeaders): boolean {
  const { 'if-match': tags, 'if-unmodified-since': date } = request;
  if (tags !== undefined) return tags.trim() !== '*' && formsIn(tags, body).length === 0;
  return date !== undefined && wholeSeconds(body.lastModified) > Date.parse(date);
}

/**
 * The form of the client's cached copy that is still valid, by If-None-Match or else
 * If-Modified-Since (sections 13.1.2 and 13.1.3); undefined if there is none.
 *
 * @param preferred the form that a new response would have
 */
function cachedForm(body: Body, request: IncomingHttpHeaders, preferred: Form): Form | undefined {
  const { 'if-none-match': tags, 'if-modified-since': date } = request;
  if (tags !== undefined) {
    const forms = formsIn(tags.replaceAll('W/', ''), body);
    return tags.trim() === '*' || forms.includes(preferred) ? preferred : forms[0];
  }
  const isStill = date !== undefined && wholeSeconds(body.lastModified) <= Date.parse(date);
  return isStill ? preferred : undefined;
}

/** The forms of a body that are in a list of entity tags. */
function formsIn(list: string, body: Body): Form[] {
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return (['identity', ...body.encodings] as const).filter((form) =>
    tags.some((tag) => tag === entityTag(body, form)),
  );
}

/**
 * The range to send instead of the whole body. Ranges always refer to the uncompressed form, the only
 * one in which offsets are the same for every client; programs that read ranges request it anyway.
 */
function askedRange(
  body: Body,
  { range, 'if-range': condition }: IncomingHttpHeaders,
): ByteRange | 'unsatisfiable' | undefined {
  const size = body.hasRanges ? body.sizes.identity : undefined;
  if (range === undefined || size === undefined) return undefined;
  // If-Range (section 13.1.5) takes no date here, which would be no strong validator.
  const isSame = condition === undefined || String(condition) === entityTag(body, 'identity');
  return isSame ? byteRange(range, size) : undefined;
}

/** Both ends are inclusive. */
export type ByteRange = { start: number; end: number };

/**
 * The range requested by a Range header. Undefined for the whole body, which is also the response to
 * malformed headers, other units, and multiple ranges (section 14.2 leaves those to the server).
 *
 * @param size of the body in bytes
 */
export function byteRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header) ?? [];
  if (size === 0 || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start < size ? { start, end } : 'unsatisfiable';
}

/** Truncates to seconds, the resolution of HTTP dates. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

/**
 * The form that the client prefers; ties are broken by the service's preference. A client that
 * accepts none of the available codings gets the uncompressed form.
 */
function preferredForm({ encodings }: Body, accepted: string | string[] | undefined): Form {
  if (accepted === undefined || encodings.length === 0) return 'identity';
  const weights = weightsOf(String(accepted));
  let best: Form = 'identity';
  let bestWeight = 0;
  for (const form of [...encodings, 'identity'] as const) {
    const weight =
      weights.get(form) ?? weights.get('*') ?? (form === 'identity' ? UNNAMED_WEIGHT : 0);
    if (weight <= bestWeight) continue;
    best = form;
    bestWeight = weight;
  }
  return best;
}

/** The weight of the uncompressed form if it is not listed: any listed coding is preferred to it. */
const UNNAMED_WEIGHT = 0.000_1;

/** Nearly all clients send one of a few. */
const MAX_HEADERS = 100;

/**
 * Weights by what they are given to, in lower case, of an Accept-Encoding header. What has a malformed
 * weight is not acceptable.
 */
const weightsOf = memoize(MAX_HEADERS, (header): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [, name = '', quality = '1'] = /^([^;]*)(?:.*;\s*q\s*=([^;]*))?/.exec(entry) ?? [];
    weights.set(name.trim(), Math.min(1, Number(quality) || 0));
  }
  return weights;
});
