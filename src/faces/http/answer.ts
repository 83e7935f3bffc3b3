/**
 * Turns a body and a request's headers into an HTTP answer: content coding (RFC 9110, section
 * 12.5.3), validators and conditions (section 13), caching (RFC 9111).
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { negotiate } from '@fastify/accept-negotiator';
import type { Form } from '../../edition/store.ts';
import type { Body } from './body.ts';

export type Answer = {
  status: 200 | 304;
  headers: Record<string, string | number>;
  /** Null where the status or the method allows none. */
  payload: Buffer | Readable | null;
};

/** Decided for all public bodies (docs/api.md). */
const CACHE_CONTROL = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400';

/**
 * @param extra further headers, such as `link`
 */
export async function answer(
  body: Body,
  method: string,
  request: IncomingHttpHeaders,
  extra: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = preferredForm(body, request['accept-encoding']);
  const headers = bodyHeaders(body, form, extra);
  if (isFresh(body, request)) return { status: 304, headers, payload: null };
  headers['content-type'] = body.type;
  if (form !== 'identity') headers['content-encoding'] = form;
  const size = body.size(form);
  if (body.stream) {
    if (size !== undefined) headers['content-length'] = size;
    return { status: 200, headers, payload: method === 'HEAD' ? null : body.stream(form) };
  }
  const bytes = await body.read(form);
  headers['content-length'] = bytes.length;
  return { status: 200, headers, payload: method === 'HEAD' ? null : bytes };
}

/** Headers that a 200 and a 304 share. */
function bodyHeaders(
  body: Body,
  form: Form,
  extra: Readonly<Record<string, string>>,
): Record<string, string | number> {
  return {
    etag: entityTag(body, form),
    'last-modified': body.lastModified.toUTCString(),
    'cache-control': CACHE_CONTROL,
    vary: 'accept-encoding',
    ...extra,
  };
}

/** Strong: each coding is a representation of its own. */
function entityTag({ hash }: Body, form: Form): string {
  return `"${hash.slice(0, 32)}${form === 'identity' ? '' : `-${form}`}"`;
}

/** The form that the client likes best; between equals the smallest one. */
export function preferredForm({ encodings }: Body, accepted: string | string[] | undefined): Form {
  if (accepted === undefined || encodings.length === 0) return 'identity';
  const preferred = negotiate(String(accepted), [...encodings, 'identity']);
  return encodings.find((encoding) => encoding === preferred) ?? 'identity';
}

/** Whether the client's copy is still good (RFC 9110, sections 13.1.2 and 13.1.3). */
export function isFresh(body: Body, request: IncomingHttpHeaders): boolean {
  const tags = request['if-none-match'];
  if (tags !== undefined) {
    if (tags.trim() === '*') return true;
    const own = new Set(
      (['identity', ...body.encodings] as const).map((form) => entityTag(body, form)),
    );
    return tags.split(',').some((tag) => own.has(tag.trim().replace(/^W\//, '')));
  }
  const since = Date.parse(request['if-modified-since'] ?? '');
  // HTTP dates have whole seconds.
  return Math.floor(body.lastModified.getTime() / 1000) * 1000 <= since;
}
