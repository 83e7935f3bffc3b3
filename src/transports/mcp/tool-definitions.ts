/** The definitions of tools in lists: derived from the operations, and as brief as possible. */
import { z } from 'zod';
import type { McpTool, Operation } from '../../api/operation/operation.ts';
import { annotations } from '../descriptor.ts';
import { brief, type JsonSchema } from './brief-schema.ts';

/** An operation that is a tool. Files are offered as addresses instead. */
export type ToolOperation = Extract<Operation, { run: unknown }> & { mcp: McpTool };

export function toolOperations(operations: readonly Operation[]): ToolOperation[] {
  return operations.filter(
    (operation): operation is ToolOperation => operation.mcp !== undefined && 'run' in operation,
  );
}

/** @param all operations of all tools, whose answers may share shapes */
export function toolDefinition(operation: ToolOperation, all: readonly ToolOperation[]) {
  const { name, summary, description, mcp } = operation;
  return {
    name,
    title: mcp.title,
    description: `${summary}. ${description}`,
    inputSchema: inputSchema(operation),
    outputSchema: outputSchema(operation, all),
    annotations: annotations(operation),
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

/** JSON Schema 2020-12, the default for tools. Its root is an object, not a reference to one. */
export function inputSchema(operation: Operation): JsonSchema {
  const schema = argumentSchema(operation);
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', override: portable });
  return own;
}

/** Omitted from answers, whose schemas only list members and their types. */
const VALUE_KEYWORDS = ['pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems'];

/**
 * Schema of an answer. Every client reads the schemas of all tools up front, so the members of a
 * shape that several tools return are only listed in the first.
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
      // Future answers may have more members.
      delete stated.additionalProperties;
      // The type of enumerated values is redundant.
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
    const like = option && similarShape(option, all);
    return [id, like === undefined ? shape : withoutMembers(shape, like)];
  });
  const listed = brief(own, definitions, new Set([...ids, ...optionsOf(own)]));
  const used = JSON.stringify([listed, shapes]);
  const named = [...shapes, ...shared].filter(([id]) => used.includes(`"#/$defs/${id}"`));
  // Clients of earlier revisions only accept an object as root.
  return {
    type: 'object',
    ...listed,
    ...(named.length > 0 && { $defs: Object.fromEntries(named) }),
  };
}

/** The definitions of which an answer is one. */
function optionsOf({ $ref, anyOf = [] }: z.core.JSONSchema.BaseSchema): string[] {
  return [$ref, ...anyOf.map((option) => option.$ref)]
    .filter((reference) => reference !== undefined)
    .map((reference) => reference.slice('#/$defs/'.length));
}

function answerSchema({ name, output, mcp }: ToolOperation): z.ZodType {
  if (mcp.refusal) return z.union([...shapesOf(output), mcp.refusal]);
  if (!mcp.summary) return output;
  if (!(output instanceof z.ZodObject))
    throw new TypeError(`the answer of ${name} is not an object, so it cannot have a summary`);
  return output.extend({ summary: mcp.summary.schema });
}

/** The possible shapes of an answer. */
function shapesOf(output: z.ZodType): z.ZodObject[] {
  const options = output instanceof z.ZodUnion ? output.options : [output];
  return options.filter((option) => option instanceof z.ZodObject);
}

type SimilarShape = { shape: string; members: ReadonlySet<string> };

/** The shape of an earlier answer that contains more than half of the answer's members. */
function similarShape(
  answer: z.ZodObject,
  all: readonly ToolOperation[],
): SimilarShape | undefined {
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

/** A schema that only lists the differences from a similar shape. */
function withoutMembers(schema: JsonSchema, { shape, members }: SimilarShape): JsonSchema {
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

/**
 * The tool whose answer has all members of the shape. Extending a Zod object keeps its members'
 * schemas, so they can be compared by identity.
 */
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
