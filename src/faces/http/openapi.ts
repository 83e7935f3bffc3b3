/** The OpenAPI 3.1 document, derived from the operations. */
import { z } from 'zod';
import type { DocumentedError, Operation } from '../../operations/operation.ts';
import { ProblemSchema } from './problem.ts';

/** The descriptor's version and revision date (specification, section 9). */
const DESCRIPTOR_VERSION = '1.4.0';

type JsonSchema = Record<string, unknown>;

export function openApi(operations: readonly Operation[], baseUrl: string): JsonSchema {
  const schemas: Record<string, JsonSchema> = {};
  const paths: Record<string, JsonSchema> = {};
  for (const operation of operations) {
    const { path, twin } = operation.rest;
    paths[path] = { get: operationObject(operation, operation.name, schemas) };
    if (twin !== undefined)
      paths[twin] = { get: operationObject(operation, `${operation.name}_v1`, schemas) };
  }
  schemaOf(ProblemSchema, 'output', schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bellwether',
      version: DESCRIPTOR_VERSION,
      summary: 'Engineering-acceleration signals of startups, computed from public git history',
      description:
        'Weekly signals of startups: commit velocity, contributor growth, new repositories, a signal type and a rank, each computed from commits that anyone can read. Data: CC BY 4.0, with attribution.',
      license: { name: 'CC BY 4.0 (data)', identifier: 'CC-BY-4.0' },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: 'Signals', description: 'The published numbers' },
      { name: 'Meta', description: 'How the numbers and this service work' },
    ],
    paths,
    components: { schemas },
  };
}

function operationObject(
  { summary, description, tag, input, output, rest, errors = [], examples }: Operation,
  operationId: string,
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const takesInput = Object.keys(input.shape).length > 0;
  const refused: DocumentedError[] = [
    { status: 400, code: 'invalid-request', when: 'a value is missing or malformed' },
    ...errors,
  ];
  const responses: Record<string, JsonSchema> = {
    200: {
      description: 'The answer',
      content: { [rest.type]: { schema: schemaOf(output, 'output', schemas) } },
    },
    304: { description: 'The client’s copy is still good' },
  };
  for (const { status, code, when } of refused)
    responses[status] = {
      description: `${code}: ${when}`,
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      },
    };
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tag],
    security: [],
    ...(takesInput && { parameters: parameters(input, examples[0], schemas) }),
    responses,
  };
}

function parameters(
  input: z.ZodObject,
  example: Readonly<Record<string, unknown>>,
  schemas: Record<string, JsonSchema>,
): JsonSchema[] {
  return Object.entries(input.shape).map(([name, field]) => {
    // Zod types the fields of an unknown object as its core types; ours are all of this class.
    const { description, ...schema } = schemaOf(field as z.ZodType, 'input', schemas);
    return {
      name,
      in: 'query',
      required: !(field as z.ZodType).safeParse(undefined).success,
      ...(typeof description === 'string' && { description }),
      schema,
      ...(example[name] !== undefined && { example: example[name] }),
    };
  });
}

/** A schema as JSON Schema; named ones are put among the components and referred to. */
function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  schemas: Record<string, JsonSchema>,
): JsonSchema {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const { $schema: _, $defs = {}, ...own } = rewriteReferences(converted) as JsonSchema;
  for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>))
    schemas[name] = withoutId(definition);
  if (typeof own['id'] !== 'string') return own;
  schemas[own['id']] = withoutId(own);
  return { $ref: `#/components/schemas/${own['id']}` };
}

function withoutId({ id: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function rewriteReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewriteReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : rewriteReferences(member),
    ]),
  );
}
