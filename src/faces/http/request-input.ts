/** Reads an operation's input off a request: its path, its query, or its JSON body. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RestOperation } from '../../operations/operation.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * The operation's input as its own schema returns it.
 *
 * @throws ZodError for values that the operation does not take
 */
export function requestInput(operation: RestOperation, request: FastifyRequest): Values {
  const { input, rest } = operation;
  const given = request.method === 'POST' ? posted(request) : queried(operation, request.query);
  const inPath = request.params as Values;
  const twice = Object.keys(inPath).find((name) => Object.hasOwn(given, name));
  if (twice !== undefined) throw fault(twice, `stands in the path ${rest.path} already`);
  return input.parse({ ...given, ...inPath });
}

function posted({ body, query }: FastifyRequest): Values {
  const [stray] = Object.keys(query as Values);
  if (stray !== undefined) throw fault(stray, 'must stand in the body, not in the query');
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw fault('body', 'must be a JSON object');
  return body as Values;
}

/** Under their own names, and as numbers where numbers are asked for. */
function queried({ input, rest: { aliases = {} } }: RestOperation, query: unknown): Values {
  const values = new Map<string, unknown>();
  for (const [given, value] of Object.entries(query as Values)) {
    const name = Object.hasOwn(aliases, given) ? (aliases[given] ?? given) : given;
    if (values.has(name)) throw fault(given, `means the same as ${name}; give one`);
    values.set(name, isNumber(input, name) ? numberOf(value) : value);
  }
  return Object.fromEntries(values);
}

function isNumber({ shape }: z.ZodObject, name: string): boolean {
  let field: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
  while (field instanceof z.ZodOptional || field instanceof z.ZodDefault) field = field.unwrap();
  return field instanceof z.ZodNumber;
}

/** Only plain decimal numbers; whatever else it is, the schema says what would be right. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)
    ? Number(value)
    : value;
}

function fault(path: string, message: string): z.ZodError {
  return new z.ZodError([{ code: 'custom', path: [path], message, input: undefined }]);
}
