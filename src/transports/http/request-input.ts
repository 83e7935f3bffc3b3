/** Reads an operation's input from a request: path, query, or JSON body. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type RestOperation, refusesUnknown } from '../../api/operation/operation.ts';
import { inputNames, type Values, withoutAliases } from '../../api/operation/parameters.ts';
import { BellwetherError } from '../../lib/errors.ts';
import { MAX_MEMBERS, measureJson } from '../../lib/parse-json.ts';
import { refuseOtherThanUtf8 } from './request-target.ts';

/** Maximum size of an operation's request body; longer ones are refused before they are read. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Accepts only JSON bodies. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Guaranteed by `parseAs`.
  const parse = async (_: FastifyRequest, body: unknown) => parseJson(body as Buffer);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
}

/** No valid body is nested this deeply, and deeper ones could overflow the stack. */
const MAX_NESTING = 64;

/**
 * Parses JSON in UTF-8 (RFC 8259, section 8.1) of limited depth and number of members.
 *
 * @throws BellwetherError `malformed-request`, `body-too-large`
 */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const { members, depth } = measureJson(text);
    const isDeep = depth > MAX_NESTING;
    if (members <= MAX_MEMBERS && !isDeep) return JSON.parse(text);
    if (!isDeep) throw new BellwetherError('body-too-large', TOO_MANY, { status: 413 });
  } catch (error) {
    if (error instanceof BellwetherError) throw error;
  }
  const why = `This is not JSON in UTF-8, nested at most ${MAX_NESTING} levels deep.`;
  throw new BellwetherError('malformed-request', why, { status: 400 });
}

const TOO_MANY = `JSON may hold at most ${MAX_MEMBERS} members of objects and elements of lists here.`;

/** The parts of a request that may contain an operation's input. */
type SentInput = Pick<FastifyRequest, 'method' | 'query' | 'params' | 'body'>;

/** @returns a function that gives the operation's input, parsed; it throws ZodError for invalid values */
export function inputReader(operation: RestOperation): (request: SentInput) => Values {
  const { input, rest } = operation;
  // Once: finding this out takes longer than reading a query.
  const names = inputNames(operation);
  const numbers = new Set(Object.keys(input.shape).filter((name) => isNumber(input.shape[name])));
  const refusesOthers = refusesUnknown(operation);
  return (request) => {
    const isPost = request.method === 'POST';
    if (!isPost) refuseOtherThanUtf8(request.query, refusesOthers ? undefined : names);
    const inPath = request.params as Values;
    const values: Record<string, unknown> = {};
    const unknown: z.core.$ZodIssue[] = [];
    for (const [name, value] of Object.entries(isPost ? posted(request) : Object(request.query))) {
      if (refusesOthers && Object.hasOwn(inPath, name))
        throw fault(name, `stands in the path ${rest.path} already`);
      if (names.includes(name))
        values[name] = !isPost && numbers.has(name) ? numberIfPlain(value) : value;
      // No program appends a period by itself, and the answer would be mistaken for that period's.
      else if (refusesOthers || (name === 'period' && 'file' in operation)) {
        const allowed = names.filter((known) => !Object.hasOwn(inPath, known));
        const taken = allowed.length === 0 ? 'none' : allowed.join(', ');
        unknown.push(issue(name, `is not a parameter of this operation, which takes ${taken}`));
      }
    }
    const read = input.safeParse({ ...withoutAliases(operation, values), ...inPath });
    if (read.success && unknown.length === 0) return read.data;
    throw new z.ZodError([...unknown, ...(read.error?.issues ?? [])]);
  };
}

function posted({ body, query }: SentInput): Values {
  const [inQuery] = Object.keys(query as Values);
  if (inQuery !== undefined) throw fault(inQuery, 'must stand in the body, not in the query');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw fault('body', 'must be a JSON object');
  return body as Values;
}

/** Plain decimal numbers alone; the schema rejects the rest with an explanation. */
function numberIfPlain(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)
    ? Number(value)
    : value;
}

function isNumber(field: unknown): boolean {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return inner instanceof z.ZodNumber;
}

function fault(path: string, message: string): z.ZodError {
  return new z.ZodError([issue(path, message)]);
}

function issue(path: string, message: string): z.core.$ZodIssue {
  return { code: 'custom', path: [path], message, input: undefined };
}
