/** One operation at one address: parameters, body, responses, limits. */
import type { z } from 'zod';
import type { DocumentedError, Method, RestOperation } from '../../operations/operation.ts';
import { problem } from '../http/problem.ts';
import { type Components, type JsonSchema, referringSchema } from './json-schema.ts';

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
  const { summary, description, tag, limit } = operation;
  const parameters = method === 'GET' ? queryAndPath(operation, components) : [];
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: [],
    ...(limit && { 'x-rate-limit': { ...limit, scope: 'ip' } }),
    ...(tool !== undefined && { 'x-mcp-tool': tool }),
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && { requestBody: body(operation, components) }),
    responses: responses(operation, method, components),
  };
}

function responses(
  { output, rest, errors = [], limit }: RestOperation,
  method: Method,
  components: Components,
): JsonSchema {
  const refused = [
    INVALID,
    ...errors,
    ...(method === 'POST' ? UNREADABLE : []),
    ...(limit ? [LIMITED] : []),
  ];
  const byStatus = Map.groupBy(refused, ({ status }) => status);
  return {
    200: {
      description: 'The answer',
      headers: { ETag: header('Strong entity tag of the body and its coding') },
      content: { [rest.type]: { schema: referringSchema(output, 'output', components) } },
    },
    ...(method === 'GET' && { 304: { description: 'The client’s copy is still good' } }),
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        {
          description: list.map(({ code, when }) => `${code}: ${when}`).join('. '),
          ...([429, 503].includes(status) && {
            headers: { 'Retry-After': header('Seconds after which to try again', 'integer') },
          }),
          content: {
            'application/problem+json': {
              schema: PROBLEM,
              examples: Object.fromEntries(list.map(problemExample)),
            },
          },
        },
      ]),
    ),
  };
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
