/** The OpenAPI document as the reference reads it: operations by tag, each with all its addresses. */
import { z } from 'zod';
import { Slices } from '../../lib/slices.ts';

const Text = z.string();
/** A JSON Schema, as far as the reference shows it. */
export const SchemaValue = z.object({
  $ref: Text.optional(),
  type: z.union([Text, z.array(Text)]).optional(),
  description: Text.optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: Text.optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  required: z.array(Text).default([]),
  get properties() {
    return z.record(Text, SchemaValue).default({});
  },
  get items() {
    return SchemaValue.optional();
  },
  get anyOf() {
    return z.array(SchemaValue).default([]);
  },
});
export type Schema = z.infer<typeof SchemaValue>;

const Content = z.record(Text, z.object({ schema: SchemaValue, example: z.unknown().optional() }));

const OperationValue = z.object({
  operationId: Text,
  summary: Text,
  description: Text,
  tags: z.tuple([Text]).rest(Text),
  security: z.array(z.unknown()).default([]),
  parameters: z
    .array(
      z.object({
        name: Text,
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean(),
        description: Text.default(''),
        schema: SchemaValue,
        example: z.unknown().optional(),
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(Text, z.object({ description: Text, content: Content.default({}) })),
  'x-rate-limit': z.object({ perMinute: z.number(), burst: z.number(), scope: Text }).optional(),
  'x-mcp-tool': Text.optional(),
  'x-questions': z
    .array(z.object({ question: Text, input: z.record(Text, z.unknown()) }))
    .default([]),
});

const DocumentValue = z.object({
  info: z.object({ version: Text }),
  tags: z.array(z.object({ name: Text, description: Text })),
  paths: z.record(Text, z.record(Text, z.unknown())),
  components: z.object({ schemas: z.record(Text, SchemaValue) }),
});

export type DescribedOperation = z.infer<typeof OperationValue> & {
  method: 'GET' | 'POST';
  path: string;
  /** More addresses with the same answer. */
  mirrors: readonly string[];
};

export type Reference = {
  version: string;
  tags: readonly {
    name: string;
    slug: string;
    description: string;
    operations: DescribedOperation[];
  }[];
  schemas: Readonly<Record<string, Schema>>;
};

/** `get_signals_v1` and `get_signals_2` are further addresses of `get_signals`. */
const MIRROR = /_(?:v1|\d+)(?=_by_post$|$)/;

/** @param document an OpenAPI 3.1 document of this service */
export async function readReference(document: unknown): Promise<Reference> {
  const { info, tags, paths, components } = DocumentValue.parse(document);
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const all = await new Slices().map(described, ({ path, method, operation }) => ({
    ...OperationValue.parse(operation),
    path,
    method: method === 'post' ? ('POST' as const) : ('GET' as const),
  }));
  const ids = new Set(all.map(({ operationId }) => operationId));
  const baseOf = (id: string) => {
    const base = id.replace(MIRROR, '');
    return ids.has(base) ? base : id;
  };
  const byId = Map.groupBy(all, ({ operationId }) => baseOf(operationId));
  const operations = [...byId].flatMap(([id, same]) => {
    const own = same.find(({ operationId }) => operationId === id);
    const mirrors = same.filter((other) => other !== own).map(({ path }) => path);
    return own ? [{ ...own, mirrors }] : [];
  });
  return {
    version: info.version,
    tags: tags.map(({ name, description }) => ({
      name,
      slug: name.toLowerCase(),
      description,
      // Most readers look for operations that are also tools, so those come first.
      operations: operations
        .filter((operation) => operation.tags[0] === name)
        .sort((a, b) => Number('x-mcp-tool' in b) - Number('x-mcp-tool' in a)),
    })),
    schemas: components.schemas,
  };
}
