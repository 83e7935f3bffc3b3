/** Validators of a body, conditions on them (RFC 9110, section 13), and ranges (section 14). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from './body.ts';

/** Strong: each coding is a representation of its own. */
export function entityTag({ hash }: Body, form: Form): string {
  return `"${hash.slice(0, 32)}${form === 'identity' ? '' : `-${form}`}"`;
}

/** Whether If-Match or If-Unmodified-Since (sections 13.1.1 and 13.1.4) name another body. */
export function isOtherThanExpected(body: Body, request: IncomingHttpHeaders): boolean {
  const tags = request['if-match'];
  if (tags !== undefined)
    return tags.trim() !== '*' && !tagsIn(tags).some((tag) => formOf(body, tag) !== undefined);
  const since = Date.parse(request['if-unmodified-since'] ?? '');
  return wholeSeconds(body.lastModified) > since;
}

/**
 * The form of the client's copy that is still valid, by If-None-Match or else If-Modified-Since
 * (sections 13.1.2 and 13.1.3); undefined if it has none.
 *
 * @param preferred the form that it would get now
 */
export function cachedForm(
  body: Body,
  request: IncomingHttpHeaders,
  preferred: Form,
): Form | undefined {
  const tags = request['if-none-match'];
  if (tags !== undefined) {
    if (tags.trim() === '*') return preferred;
    const forms = tagsIn(tags).map((tag) => formOf(body, tag.replace(/^W\//, '')));
    return forms.find((form) => form === preferred) ?? forms.find((form) => form !== undefined);
  }
  const since = Date.parse(request['if-modified-since'] ?? '');
  return wholeSeconds(body.lastModified) <= since ? preferred : undefined;
}

/**
 * Whether a range may be sent, or the client's part is of another body (If-Range, section 13.1.5).
 * A date counts only when it is the body's own and so old that nothing changed within its second.
 */
export function mayContinue(body: Body, condition: string | undefined): boolean {
  if (condition === undefined) return true;
  if (condition.includes('"')) return condition.trim() === entityTag(body, 'identity');
  const modified = wholeSeconds(body.lastModified);
  return Date.parse(condition) === modified && Date.now() - modified >= 1000;
}

/** Both ends are part of it. */
export type ByteRange = { start: number; end: number };

/**
 * The range that a Range header asks for: undefined for the whole body, which also answers what is
 * malformed, in other units, or more ranges than one (section 14.2 leaves those to the server).
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

function tagsIn(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function formOf(body: Body, tag: string): Form | undefined {
  return (['identity', ...body.encodings] as const).find((form) => entityTag(body, form) === tag);
}

/** HTTP dates have no fractions. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
