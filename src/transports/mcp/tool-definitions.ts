/** Tools as they are listed: derived from the operations, as briefly as possible. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpTool, Operation } from '../../api/operation/operation.ts';
import { annotations } from '../descriptor.ts';

export type JsonSchema = Record<string, unknown>;
/** An operation that is a tool; files are offered as addresses instead. */
export type ToolOperation = Extract<Operation, { run: unknown }> & { mcp: McpTool };

export type ToolDefinition = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: ToolAnnotations;
};

export function toolOperations(operations: readonly Operation[]): ToolOperation[] {
  return operations.filter(
    (operation): operation is ToolOperation => operation.mcp !== undefined && 'run' in operation,
  );
}

/** @param all the operations of all tools, whose answers may share shapes */
export function toolDefinition(
  operation: ToolOperation,
  all: readonly ToolOperation[],
): ToolDefinition {
  const { name, summary, description, mcp } = operation;
  return {
    name,
    title: mcp.title,
    description: `${summary}. ${description}`,
    inputSchema: inputSchema(argumentSchema(operation)),
    outputSchema: outputSchema(operation, all),
    annotations: annotations(operation),
  };
}

/** The operation's input under the names of the tool's arguments. */
export function argumentSchema({ name, input, mcp: { rename = {} } }: ToolOperation): z.ZodObject {
  // Checks that compare fields belong to the whole and would be lost with the names.
  if ((input.def.checks ?? []).length > 0)
    throw new TypeError(`the input of ${name} has checks of its own; put them on its fields`);
  const renamed = Object.entries(input.shape).map(([field, schema]) => [
    rename[field] ?? field,
    schema,
  ]);
  return z.strictObject(Object.fromEntries(renamed));
}

/** JSON Schema 2020-12, the default of tools. */
function inputSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', override: portable });
  return own;
}

/** Left out of answers, whose schemas only say which members there are, of what type. */
const VALUE_KEYWORDS = ['pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'];

/** Shapes of details, whose members would make the schemas several times as long. */
const IN_OPENAPI = /Evidence$|^WindowComposition$|^PartialStartup/;

/**
 * Schema of an answer. Every client reads the schemas of all tools before it asks, so the members
 * of a shape that several tools answer with are listed once, at the first of them.
 */
function outputSchema(operation: ToolOperation, all: readonly ToolOperation[]): JsonSchema {
  const homes = new Map<string, string>();
  const {
    $schema: _,
    $defs = {},
    ...own
  } = z.toJSONSchema(answerSchema(operation), {
    io: 'output',
    unrepresentable: 'any',
    override: (context) => {
      const { jsonSchema: stated, zodSchema } = context;
      if (zodSchema instanceof z.ZodObject) {
        const home = homeOf(zodSchema, all);
        if (home !== undefined) homes.set(zodSchema.meta()?.id ?? '', home);
      }
      portable(context);
      for (const keyword of [...VALUE_KEYWORDS, 'examples']) delete stated[keyword];
      // Later answers may have more members.
      delete stated.additionalProperties;
      shortenNullable(stated);
      // Enumerated values show their type.
      if (stated.enum !== undefined || stated.const !== undefined) delete stated.type;
    },
  });
  const shapes = Object.entries($defs).map(([id, shape]) => {
    if (IN_OPENAPI.test(id)) return [id, { type: 'object', description: 'See /api/openapi.json' }];
    const home = homes.get(id);
    return home === undefined || home === operation.name
      ? [id, shape]
      : [id, { type: 'object', description: `As ${home} answers` }];
  });
  // Clients of earlier revisions only take a root that is an object.
  return {
    type: 'object',
    ...own,
    ...(shapes.length > 0 && { $defs: Object.fromEntries(shapes) }),
  };
}

/** `{type: [text, null]}` instead of `anyOf`, for a plain type or null. */
function shortenNullable(stated: z.core.JSONSchema.BaseSchema): void {
  const [one, other, ...more] = stated.anyOf ?? [];
  if (other?.type !== 'null' || more.length > 0 || typeof one?.type !== 'string') return;
  if (Object.keys(one).some((keyword) => keyword !== 'type' && !VALUE_KEYWORDS.includes(keyword)))
    return;
  delete stated.anyOf;
  // JSON Schema has lists of types, which Zod's type of it leaves out.
  Object.assign(stated, { type: [one.type, 'null'] });
}

/** The operation's answer, with the tool's summary. */
function answerSchema({ name, output, mcp }: ToolOperation): z.ZodType {
  if (!mcp.summary) return output;
  if (!(output instanceof z.ZodObject))
    throw new TypeError(`the answer of ${name} is not an object, so it cannot have a summary`);
  return output.extend({ summary: mcp.summary.schema });
}

/** The shapes that an answer can have. */
function shapesOf(output: z.ZodType): z.ZodObject[] {
  const options = output instanceof z.ZodUnion ? output.options : [output];
  return options.filter((option) => option instanceof z.ZodObject);
}

/** The tool whose answer has all members of the shape: extending a shape keeps its members' schemas. */
function homeOf({ shape }: z.ZodObject, all: readonly ToolOperation[]): string | undefined {
  const members = Object.entries(shape);
  if (members.length === 0) return undefined;
  return all.find(({ output }) =>
    shapesOf(output).some((answer) =>
      members.every(([member, schema]) => answer.shape[member] === schema),
    ),
  )?.name;
}

/**
 * Keeps what validators of all languages understand: Zod's own `id` and OpenAPI's `example` are not
 * keywords of JSON Schema, and Python's regular expressions have no property escapes.
 */
function portable({ jsonSchema: own }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  delete own.id;
  if (/\\p\{/i.test(own.pattern ?? '')) delete own.pattern;
  if (own['example'] === undefined) return;
  own.examples = [own['example']];
  delete own['example'];
}
