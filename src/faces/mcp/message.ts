/** Reads the one message of a request, and refuses what is none. */
import { isJsonContentType, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';

/** No message of the protocol comes near; deeper ones would exhaust the stack of what reads them. */
const DEEPEST_NESTING = 64;
/** Of errors that JSON-RPC has no code for; the first of those left to implementations. */
export const REFUSED = -32_000;

/** A message that is refused before the protocol sees it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The one message of a request. */
export function messageIn({ headers, body }: FastifyRequest): unknown {
  if (!isJsonContentType(headers['content-type']))
    throw new Refusal(415, REFUSED, 'The content type must be application/json.');
  const message = parsed(body);
  if (Array.isArray(message))
    throw new Refusal(
      400,
      ProtocolErrorCode.InvalidRequest,
      'Batches are no part of the protocol; send one message a request.',
    );
  if (isTooDeep(message))
    throw new Refusal(
      400,
      ProtocolErrorCode.InvalidRequest,
      `The message is nested deeper than ${DEEPEST_NESTING} levels.`,
    );
  return message;
}

function parsed(body: unknown): unknown {
  try {
    // Without a body there is no buffer, and nothing is no JSON either.
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, ProtocolErrorCode.ParseError, 'The body is not JSON in UTF-8.');
  }
}

function isTooDeep(message: unknown): boolean {
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_NESTING) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return false;
}
