/** Converts Zod schemas to JSON Schema (2020-12), for OpenAPI 3.1 and the agent catalogs. */
import { z } from 'zod';

export type JsonSchema = Record<string, unknown>;

type Converted = { jsonSchema: z.core.JSONSchema.BaseSchema };

export type Components = Record<string, JsonSchema>;

/** A schema in which named schemas are replaced by references to the components. */
export function referringSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Components,
): JsonSchema {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: typeParts });
  const { $schema: _, $defs = {}, ...own } = rewriteReferences(converted);
  for (const [name, definition] of Object.entries($defs as Components))
    components[name] = withoutId(definition);
  if (typeof own['id'] !== 'string') return own;
  components[own['id']] = withoutId(own);
  return { $ref: `#/components/schemas/${own['id']}` };
}

/** A schema of an answer, with all that it refers to. */
export function outputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return own;
}

/** Each part of an `allOf` has the type of the whole: some generators take parts without one for objects. */
function typeParts({ jsonSchema: { type, allOf = [] } }: Converted): void {
  for (const part of allOf) if (type !== undefined) part.type ??= type;
}

function withoutId({ id: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** References to the components instead of the schema's own definitions. */
function rewriteReferences(schema: z.core.JSONSchema.BaseSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace('#/$defs/', '#/components/schemas/')
      : value,
  );
}
