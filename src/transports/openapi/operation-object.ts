/** The description of one operation at one path: parameters, body, responses, limits. */
import {
  type DocumentedError,
  documented,
  type Method,
  type RestOperation,
  refusesUnknown,
} from '../../api/operation/operation.ts';
import { type Parameter, parametersOf } from '../../api/operation/parameters.ts';
import { problem } from '../http/problem.ts';
import { type Components, type JsonSchema, referringSchema } from './json-schema.ts';

export const CREDIT_KEY = 'creditKey';
export const MEMBER_KEY = 'memberKey';

const SCHEMES: Readonly<Partial<Record<string, string>>> = {
  'credit-key': CREDIT_KEY,
  'member-key': MEMBER_KEY,
};

const PROBLEM = { $ref: '#/components/schemas/Problem' };

const INVALID = { '400 invalid-request': 'a value is missing or malformed, or not a parameter' };
const MALFORMED = { '400 malformed-request': 'the request cannot be read or is not UTF-8' };
const LIMITED = { '429 rate-limited': 'the token bucket of the address is empty' };
const UNREADABLE_BODY = {
  '413 body-too-large': 'the body is too long',
  '415 unsupported-media-type': 'the body is not application/json',
};

export function operationObject(
  operation: RestOperation,
  method: Method,
  operationId: string,
  tool: string | undefined,
  components: Components,
): JsonSchema {
  const { summary, description, tag, limit, needs, keyLimit, questions } = operation;
  const parameters = parametersOf(operation, method);
  const scheme = SCHEMES[needs ?? ''];
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    security: scheme === undefined ? [] : [{ [scheme]: [] }],
    ...(limit && { 'x-rate-limit': { ...limit, scope: 'ip' } }),
    ...(keyLimit && { 'x-rate-limit': { ...keyLimit, scope: needs ?? 'credit-key' } }),
    ...(tool !== undefined && { 'x-mcp-tool': tool }),
    ...(questions && method === 'GET' && { 'x-questions': questions.rows }),
    ...(parameters.length > 0 && {
      parameters: parameters.map((parameter) => parameterObject(parameter, components)),
    }),
    ...(method === 'POST' && { requestBody: body(operation, components) }),
    responses: responses(operation, method, components),
  };
}

function responses(operation: RestOperation, method: Method, components: Components): JsonSchema {
  const { output, rest, errors = [], limit, keyLimit, needs, replyHeaders = {} } = operation;
  const told = Object.entries(replyHeaders).map(([name, says]) => [name, header(says)]);
  // Badges never fail; they display the error.
  const isImage = operation.tag === 'Badges';
  const refused = [
    ...documented({
      ...(mayBeInvalid(operation) && !isImage && INVALID),
      ...(!isImage && MALFORMED),
    }),
    ...errors,
    ...documented({
      ...(method === 'POST' && UNREADABLE_BODY),
      ...((limit || keyLimit || needs) && LIMITED),
    }),
  ];
  const byStatus = Map.groupBy(refused, ({ status }) => status);
  return {
    200: {
      description: 'The answer',
      headers: {
        ETag: header('Strong entity tag of the body and its coding'),
        ...Object.fromEntries(told),
      },
      content: Object.fromEntries(
        [rest.type, ...(rest.media?.types ?? [])].map((type) => [
          type,
          { schema: referringSchema(rest.media?.outputs?.[type] ?? output, 'output', components) },
        ]),
      ),
    },
    ...(method === 'GET' && { 304: { description: 'The client’s copy is still good' } }),
    ...Object.fromEntries(
      [...byStatus].map(([status, list]) => [
        status,
        {
          description: list.map(({ code, when }) => `${code}: ${when}`).join('. '),
          ...(HEADERS[status] && { headers: HEADERS[status] }),
          content: isImage
            ? { [rest.type]: { schema: referringSchema(output, 'output', components) } }
            : refusalContent(list, components),
        },
      ]),
    ),
  };
}

/** False for operations that have no input and ignore unknown parameters. */
function mayBeInvalid(operation: RestOperation): boolean {
  const takesSomething = Object.keys(operation.input.shape).length > 0;
  return takesSomething || 'file' in operation || refusesUnknown(operation);
}

/** Headers of errors, by status. */
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

function problemExample({ status, code, when }: DocumentedError) {
  const sentence = `${when.charAt(0).toUpperCase()}${when.slice(1)}.`;
  return [code, { value: problem(status, code, sentence) }] as const;
}

function header(description: string, type = 'string'): JsonSchema {
  return { description, schema: { type } };
}

function parameterObject(parameter: Parameter, components: Components): JsonSchema {
  const { name, in: location, required, description, example } = parameter;
  const { description: _, ...schema } = referringSchema(parameter.schema, 'input', components);
  return {
    name,
    in: location,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}

function body({ input, examples: [example] }: RestOperation, components: Components): JsonSchema {
  const schema = referringSchema(input, 'input', components);
  return { required: true, content: { 'application/json': { schema, example } } };
}
