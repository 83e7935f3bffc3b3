/** The one kind of body that is read: JSON in UTF-8 (RFC 8259, section 8.1), and little of it. */
import type { FastifyInstance } from 'fastify';
import { BellwetherError } from '../../lib/errors.ts';

/** Longest body of an operation, in bytes; what is longer is refused before it is read. */
export const LONGEST_BODY = 64 * 1024;

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      // Read whole, as `parseAs` says.
      text = utf8.decode(body as Buffer);
    } catch {
      done(new BellwetherError('malformed-request', 'The body is not UTF-8.'));
      return;
    }
    parse(request, text, (error, value) => {
      if (error)
        done(new BellwetherError('malformed-request', 'The body is not well-formed JSON.'));
      else done(null, value);
    });
  });
}
