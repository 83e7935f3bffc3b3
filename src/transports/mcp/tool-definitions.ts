/** Tools as they are listed: derived from the operations, as briefly as possible. */
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { McpTool, Operation } from '../../api/operation/operation.ts';
import { annotations } from '../descriptor.ts';
import { brief, type JsonSchema } from './brief-schema.ts';

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
      // Enumerated values show their type.
      if (stated.enum !== undefined || stated.const !== undefined) delete stated.type;
    },
  });
  const definitions: Readonly<Record<string, JsonSchema>> = $defs;
  const elsewhere = [...homes].filter(([, home]) => home !== operation.name);
  const shared = new Map(
    elsewhere.map(([id, home]) => [id, { type: 'object', description: `As ${home} answers` }]),
  );
  const ids = new Set(shared.keys());
  const shapes = optionsOf(own).map((id): [string, JsonSchema] => {
    const shape = brief(definitions[id] ?? {}, definitions, ids);
    const option = shapesOf(operation.output).find((one) => one.meta()?.id === id);
    const like = option && likeOf(option, all);
    return [id, like === undefined ? shape : withoutMembers(shape, like)];
  });
  const listed = brief(own, definitions, new Set([...ids, ...optionsOf(own)]));
  const used = JSON.stringify([listed, shapes]);
  const named = [...shapes, ...shared].filter(([id]) => used.includes(`"#/$defs/${id}"`));
  // Clients of earlier revisions only take a root that is an object.
  return {
    type: 'object',
    ...listed,
    ...(named.length > 0 && { $defs: Object.fromEntries(named) }),
  };
}

/** The definitions that an answer is one of. */
function optionsOf({ $ref, anyOf = [] }: z.core.JSONSchema.BaseSchema): string[] {
  return [$ref, ...anyOf.map((option) => option.$ref)]
    .filter((reference) => reference !== undefined)
    .map((reference) => reference.slice('#/$defs/'.length));
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

type Like = { shape: string; members: ReadonlySet<string> };

/** The shape of an earlier answer that has more than half of an answer's members. */
function likeOf(answer: z.ZodObject, all: readonly ToolOperation[]): Like | undefined {
  const names = Object.keys(answer.shape);
  for (const earlier of all.flatMap(({ output }) => shapesOf(output))) {
    if (earlier === answer) return undefined;
    const members = names.filter((name) => earlier.shape[name] === answer.shape[name]);
    const shape = earlier.meta()?.id;
    if (shape !== undefined && members.length * 2 > names.length)
      return { shape, members: new Set(members) };
  }
  return undefined;
}

/** A schema that lists what is not as in the shape like it. */
function withoutMembers(schema: JsonSchema, { shape, members }: Like): JsonSchema {
  const { properties, required, description } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(Object(properties)).filter(([name]) => !members.has(name)),
    ),
    ...(Array.isArray(required) && { required: required.filter((name) => !members.has(name)) }),
    description: [description, `Other members as in ${shape}`].filter(Boolean).join('. '),
  };
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
