/** One operation at one address: parameters, body, responses, limits. */
import type { z } from 'zod';
import type { DocumentedError, Method, RestOperation } from '../../operations/operation.ts';
import { problem } from '../http/problem.ts';
import { type Components, type JsonSchema, referringSchema } from './json-schema.ts';

/** Name of the security scheme of keys. */
export const CREDIT_KEY = 'creditKey';

const PROBLEM = { $ref: '#/components/schemas/Problem' };

const INVALID: DocumentedError = {
  status: 400,
  code: 'invalid-request',
  when: 'a value is missing or malformed, or not a parameter',
};
const LIMITED: DocumentedError = {
  status: 429,
  code: 'rate-limited',
  when: 'the token bucket of the address is empty',
};
/** Of bodies. */
const UNREADABLE: readonly DocumentedError[] = [
  { status: 413, code: 'body-too-large', when: 'the body is too long' },
  { status: 415, code: 'unsupported-media-type', when: 'the body is not application/json' },
];

export function operationObject(
  operation: RestOperation,
  method: Method,
  operationId: string,
  tool: string | undefined,
  components: Components,
): JsonSchema {
  const { summary, description, tag, limit, needs, keyLimit } = operation;
  const parameters = [
    ...(method === 'GET' ? queryAndPath(operation, components) : []),
    ...headerParameters(operation),
  ];
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: needs === 'credit-key' ? [{ [CREDIT_KEY]: [] }] : [],
    ...(limit && { 'x-rate-limit': { ...limit, scope: 'ip' } }),
    ...(keyLimit && { 'x-rate-limit': { ...keyLimit, scope: 'credit-key' } }),
    ...(tool !== undefined && { 'x-mcp-tool': tool }),
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && { requestBody: body(operation, components) }),
    responses: responses(operation, method, components),
  };
}

function responses(
  { output, rest, errors = [], limit, keyLimit, needs, replyHeaders = {} }: RestOperation,
  method: Method,
  components: Components,
): JsonSchema {
  const refused = [
    INVALID,
    ...errors,
    ...(method === 'POST' ? UNREADABLE : []),
    ...(limit || keyLimit || needs ? [LIMITED] : []),
  ];
  const byStatus = Map.groupBy(refused, ({ status }) => status);
  return {
    200: {
      description: 'The answer',
      headers: {
        ETag: header('Strong entity tag of the body and its coding'),
        ...Object.fromEntries(
          Object.entries(replyHeaders).map(([name, says]) => [name, header(says)]),
        ),
      },
      content: { [rest.type]: { schema: referringSchema(output, 'output', components) } },
    },
    ...(method === 'GET' && { 304: { description: 'The client’s copy is still good' } }),
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        {
          description: list.map(({ code, when }) => `${code}: ${when}`).join('. '),
          ...(HEADERS[status] && { headers: HEADERS[status] }),
          content: refusalContent(list, components),
        },
      ]),
    ),
  };
}

/** Of refusals: `Retry-After` only where it is known when to ask again. */
const RETRY_AFTER = { 'Retry-After': header('Seconds after which to try again', 'integer') };
const HEADERS: Readonly<Record<number, JsonSchema>> = {
  401: { 'WWW-Authenticate': header('The Bearer scheme') },
  402: RETRY_AFTER,
  409: RETRY_AFTER,
  429: RETRY_AFTER,
  503: RETRY_AFTER,
};

function refusalContent(list: readonly DocumentedError[], components: Components): JsonSchema {
  const problems = list.filter((error) => error.body === undefined);
  const others = list.flatMap(({ body }) => body ?? []);
  return {
    ...(problems.length > 0 && {
      'application/problem+json': {
        schema: PROBLEM,
        examples: Object.fromEntries(problems.map(problemExample)),
      },
    }),
    ...Object.fromEntries(
      others.map((schema) => [
        'application/json',
        { schema: referringSchema(schema, 'output', components) },
      ]),
    ),
  };
}

/** What is paid with, where it has a header of its own. */
function headerParameters({ needs, replyHeaders }: RestOperation): JsonSchema[] {
  const parameter = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  if (needs === 'x402-payment')
    return [
      parameter('X-PAYMENT', 'Payment of x402 version 1, base64 of JSON'),
      parameter('PAYMENT-SIGNATURE', 'Payment of x402 version 2, base64 of JSON'),
    ];
  if (replyHeaders?.['Idempotent-Replayed'] !== undefined)
    return [
      parameter(
        'Idempotency-Key',
        'Any text of at most 255 characters: the same one gives the same answer for 24 hours',
      ),
    ];
  return [];
}

function problemExample({ status, code, when }: DocumentedError) {
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`;
  return [code, { value: problem(status, code, sentence) }] as const;
}

function header(description: string, type = 'string'): JsonSchema {
  return { description, schema: { type } };
}

function queryAndPath(
  { input, rest, examples: [example] }: RestOperation,
  components: Components,
): JsonSchema[] {
  const own = Object.entries(input.shape).map(([name, field]): JsonSchema => {
    // Zod types the fields of an unknown object as its core types; ours are all of this class.
    const { description, ...schema } = referringSchema(field as z.ZodType, 'input', components);
    const isInPath = rest.path.includes(`{${name}}`);
    return {
      name,
      in: isInPath ? 'path' : 'query',
      required: isInPath || !(field as z.ZodType).safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      schema,
      ...(example[name] !== undefined && { example: example[name] }),
    };
  });
  const aliases = Object.entries(rest.aliases ?? {}).flatMap(([name, meant]) => {
    const parameter = own.find((candidate) => candidate['name'] === meant);
    if (!parameter) return [];
    const { example: _, ...rest } = parameter;
    return [{ ...rest, name, required: false, description: `Means the same as ${meant}` }];
  });
  return [...own, ...aliases];
}

function body({ input, examples: [example] }: RestOperation, components: Components): JsonSchema {
  const schema = referringSchema(input, 'input', components);
  return { required: true, content: { 'application/json': { schema, example } } };
}
