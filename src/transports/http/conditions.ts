/** Validators of a body, and the conditions that requests make with them (RFC 9110, section 13). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Form } from '../../pipeline/edition/edition-store.ts';
import type { Body } from '../../faces/http/body.ts';

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
 * The form of which the client has a copy that is still good, by If-None-Match or else
 * If-Modified-Since (sections 13.1.2 and 13.1.3); undefined when it has none.
 *
 * @param preferred the form that it would get now
 */
export function heldForm(
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
