/** The definitions of tools, derived from the operations: of MCP, `/api/agent/tools` and agent cards. */
import { z } from 'zod';
import type { McpTool, Operation } from '../../api/operation/operation.ts';
import { type JsonSchema, outputSchema } from '../openapi/json-schema.ts';

/** Specification, section 4. */
export const MCP_PATH = '/api/mcp/rpc';

/** An operation that is a tool of the MCP server. Files are offered as addresses instead. */
export type ToolOperation = Extract<Operation, { run: unknown }> & { mcp: McpTool };

export function toolOperations(operations: readonly Operation[]): ToolOperation[] {
  return operations.filter(
    (operation): operation is ToolOperation => operation.mcp !== undefined && 'run' in operation,
  );
}

/** The MCP server's address, and its tools by name. */
export function mcpServer(operations: readonly Operation[], baseUrl: string) {
  return {
    url: `${baseUrl}${MCP_PATH}`,
    transport: 'streamable-http',
    tools: toolOperations(operations).map(({ name }) => name),
  };
}

/** An operation as a tool, without the schema of its answer. */
export function describeTool(operation: Operation) {
  const { name, summary, description, mcp, effects, questions } = operation;
  const title = mcp?.title ?? summary;
  return {
    name,
    title,
    description: `${summary}. ${description}${questions ? ` ${questions.rows.length} examples: ${questions.uri}.` : ''}`,
    inputSchema: inputSchema(operation),
    // Specification, section 4: read operations are read-only, idempotent and closed-world.
    annotations: {
      title,
      readOnlyHint: effects === undefined,
      // Credits are spent and granted, but nothing is overwritten or deleted.
      destructiveHint: false,
      idempotentHint: effects?.isIdempotent ?? true,
      openWorldHint: effects?.isOnChain ?? false,
    },
  };
}

export function argumentSchema({ name, input, mcp }: Operation): z.ZodObject {
  // Checks across fields belong to the whole object, and would be lost by renaming.
  if ((input.def.checks ?? []).length > 0)
    throw new TypeError(`the input of ${name} has checks of its own; put them on its fields`);
  const renamed = Object.entries(input.shape).map(([field, schema]) => [
    mcp?.rename?.[field] ?? field,
    schema,
  ]);
  return z.strictObject(Object.fromEntries(renamed));
}

type InputSchema = JsonSchema & {
  properties?: Readonly<Record<string, z.core.JSONSchema.BaseSchema>>;
};

/** JSON Schema 2020-12, the default for tools. Its root is an object, not a reference to one. */
function inputSchema(operation: Operation): InputSchema {
  const schema = argumentSchema(operation);
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', override: portable });
  // Fields of an object have no boolean schemas.
  return own as InputSchema;
}

/**
 * Limits the schema to what validators in all languages support: Zod's `id` and OpenAPI's `example`
 * are not JSON Schema keywords, and Python's regular expressions have no property escapes.
 */
function portable({ jsonSchema: own }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete own.id;
  if (/\\p\{/i.test(own.pattern ?? '')) delete own.pattern;
  if (own['example'] === undefined) return;
  own.examples = [own['example']];
  delete own['example'];
}

/**
 * Schema of a tool's answer: its members and their types. Every client reads the schemas of all tools
 * up front; `/api/openapi.json` has the complete ones.
 */
export function briefOutputSchema({ name, output, mcp }: ToolOperation): JsonSchema {
  const { $defs, ...answer } = outputSchema(mcp.refusal ? z.union([output, mcp.refusal]) : output);
  const shapes = resolve(answer, Object($defs)).map((shape) => briefShape(shape, Object($defs)));
  const [shape] = shapes;
  // Clients of earlier revisions only accept an object as root.
  if (shape === undefined || shapes.length > 1) return { type: 'object', anyOf: shapes };
  if (!mcp.summary) return shape;
  if (!Array.isArray(shape['required'])) throw new TypeError(`${name} answers with no object`);
  return {
    ...shape,
    properties: { ...Object(shape['properties']), summary: { type: 'object' } },
    required: [...shape['required'], 'summary'],
  };
}

type Definitions = Readonly<Record<string, JsonSchema>>;

function briefShape({ properties, required }: JsonSchema, definitions: Definitions): JsonSchema {
  const members = Object.entries<JsonSchema>(Object(properties)).map(([name, member]) => [
    name,
    briefMember(member, definitions),
  ]);
  return { type: 'object', properties: Object.fromEntries(members), required };
}

function briefMember(member: JsonSchema, definitions: Definitions): JsonSchema {
  const options = resolve(member, definitions);
  const types = [...new Set(options.flatMap(({ type }) => type ?? []))];
  const [option] = options;
  const values = options.length === 1 ? (option?.['enum'] ?? option?.['const']) : undefined;
  const isTyped = options.every(({ type }) => type !== undefined);
  return {
    ...(values !== undefined && { [Array.isArray(values) ? 'enum' : 'const']: values }),
    // The type of enumerated values is redundant.
    ...(values === undefined && isTyped && { type: types.length === 1 ? types[0] : types }),
  };
}

/** The schemas of which a value matches one, without references. */
function resolve(schema: JsonSchema, definitions: Definitions): JsonSchema[] {
  const { $ref, anyOf, oneOf, ...stated } = schema;
  if (typeof $ref === 'string')
    return resolve({ ...definitions[$ref.replace('#/$defs/', '')], ...stated }, definitions);
  const options = anyOf ?? oneOf;
  if (!Array.isArray(options)) return [schema];
  return options.flatMap((option) => resolve(option, definitions));
}
