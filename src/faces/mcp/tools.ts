/**
 * Tools, derived from the operations that have an `mcp` entry: the same schemas, the same function,
 * and arguments under the names that the specification's section 4 gives them.
 */
import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type McpTool, type Operation, Reply } from '../../operations/operation.ts';
import { PaymentRequiredError } from '../../payments/payment-required.ts';
import { paymentRequiredResult, replyMeta, toolCaller } from './caller.ts';
import { toolError } from './errors.ts';
import type { McpParts } from './parts.ts';

type JsonSchema = Record<string, unknown>;
type Arguments = Readonly<Record<string, unknown>>;
/** An operation that is a tool; files are offered as addresses instead. */
type ToolOperation = Extract<Operation, { run: unknown }> & { mcp: McpTool };

/** A tool as it is listed. */
type ToolDefinition = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: ToolAnnotations;
};

/** @returns a function that gives a server all tools */
export function tools(parts: McpParts): (server: McpServer) => void {
  const all = toolOperations(parts.operations).map((operation) => {
    const { name, inputSchema, outputSchema, ...listed } = definitionOf(operation);
    const config = {
      ...listed,
      inputSchema: described(inputSchema),
      outputSchema: described(outputSchema),
    };
    return { name, config, call: toolCall(operation, parts) };
  });
  return (server) => {
    for (const { name, config, call } of all) server.registerTool(name, config, call);
  };
}

function toolOperations(operations: readonly Operation[]): ToolOperation[] {
  return operations.filter(
    (operation): operation is ToolOperation => operation.mcp !== undefined && 'run' in operation,
  );
}

function definitionOf(operation: ToolOperation): ToolDefinition {
  const { name, summary, description, output, mcp } = operation;
  return {
    name,
    title: mcp.title,
    description: description === undefined ? `${summary}.` : `${summary}. ${description}`,
    inputSchema: jsonSchema(argumentSchema(operation), 'input'),
    // Clients of earlier revisions only take a root that is an object.
    outputSchema: { type: 'object', ...jsonSchema(output, 'output') },
    annotations: annotations(mcp),
  };
}

/** Specification, section 4. */
function annotations({ title, isPaid }: McpTool): ToolAnnotations {
  return {
    title,
    readOnlyHint: isPaid !== true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
}

function toolCall(operation: ToolOperation, parts: McpParts) {
  const { rename = {} } = operation.mcp;
  const schema = argumentSchema(operation);
  const inputName = new Map(Object.entries(rename).map(([input, argument]) => [argument, input]));
  return async (given: Arguments, asked: ServerContext): Promise<CallToolResult> => {
    try {
      const values = Object.entries(schema.parse(given));
      const input = Object.fromEntries(
        values.map(([argument, value]) => [inputName.get(argument) ?? argument, value]),
      );
      const answered = await operation.run(input, parts.context(), toolCaller(asked, parts));
      const { body: answer, ...said } =
        answered instanceof Reply
          ? { body: answered.body, ...replyMeta(answered) }
          : { body: answered };
      // Operations with an output schema of an object answer with one (tested for every tool).
      const structuredContent = answer as Record<string, unknown>;
      const text = JSON.stringify(structuredContent);
      return { ...said, structuredContent, content: [{ type: 'text', text }] };
    } catch (error) {
      if (error instanceof PaymentRequiredError) return paymentRequiredResult(error);
      return toolError(error, parts);
    }
  };
}

/** The operation's input under the names of the tool's arguments. */
function argumentSchema({ name, input, mcp: { rename = {} } }: ToolOperation): z.ZodObject {
  // Checks that compare fields belong to the whole and would be lost with the names.
  if ((input.def.checks ?? []).length > 0)
    throw new TypeError(`the input of ${name} has checks of its own; put them on its fields`);
  const renamed = Object.entries(input.shape).map(([field, schema]) => [
    rename[field] ?? field,
    schema,
  ]);
  return z.strictObject(Object.fromEntries(renamed));
}

/**
 * JSON Schema 2020-12 that validators of all languages take: Zod's own `id` and OpenAPI's `example`
 * are no keywords of it, and Python's regular expressions have no property escapes.
 */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: own }) => {
      delete own.id;
      if (/\\p\{/i.test(own.pattern ?? '')) delete own.pattern;
      if (own['example'] === undefined) return;
      own.examples = [own['example']];
      delete own['example'];
    },
  });
}

/**
 * A schema that the SDK lists and does not check by: arguments are checked where all faults are put
 * into words the same way, and answers are the operation's own.
 */
function described(schema: JsonSchema): StandardSchemaWithJSON<Arguments> {
  const convert = () => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'bellwether',
      // The protocol's own schema has made sure of an object.
      validate: (value) => ({ value: value as Arguments }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}
