/**
 * Tools, derived from the operations that have an `mcp` entry: the same schemas and function, with
 * the argument names of the specification, section 4.
 */

import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Caller, LOCAL_CALLER } from '../../api/operation/context.ts';
import { authenticated } from '../../api/operation/paid.ts';
import { withoutAliases } from '../../api/operation/parameters.ts';
import { PaymentRequiredError, type SentPayment } from '../../payments/x402/messages.ts';
import { bearerOf } from '../http/caller.ts';
import { rateLimited } from '../http/limits.ts';
import { agentProblem, runOperation } from '../json-rpc/run-operation.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import type { McpOptions } from './mcp-server.ts';
import {
  argumentSchema,
  briefOutputSchema,
  describeTool,
  type ToolOperation,
  toolOperations,
} from './tool-definitions.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** @returns a function that registers all tools on a server */
export function tools(options: McpOptions): (server: McpServer) => void {
  const operations = toolOperations(options.operations);
  const registrations = operations.map((operation) => {
    const { name, inputSchema, ...more } = describeTool(operation);
    const config = {
      ...more,
      inputSchema: described(inputSchema),
      outputSchema: described(briefOutputSchema(operation)),
    };
    return { name, config, call: toolCall(operation, options) };
  });
  return (server) => {
    for (const { name, config, call } of registrations) server.registerTool(name, config, call);
  };
}

function toolCall(operation: ToolOperation, options: McpOptions) {
  const { rename = {}, summary } = operation.mcp;
  const schema = argumentSchema(operation);
  const aliases = argumentAliases(operation);
  const inputName = new Map(Object.entries(rename).map(([input, argument]) => [argument, input]));
  return async (given: Arguments, asked: ServerContext): Promise<CallToolResult> => {
    try {
      const context = options.context();
      const caller = await authenticated(operation, context, toolCaller(asked, options));
      const values = Object.entries(schema.parse(withoutAliases({ aliases }, given)));
      const input = Object.fromEntries(
        values.map(([argument, value]) => [inputName.get(argument) ?? argument, value]),
      );
      const { body, metadata } = await runOperation(operation, input, context, caller);
      // Operations with an object as output schema return an object (tested for every tool).
      const structuredContent = {
        ...(body as Record<string, unknown>),
        ...(summary && { summary: await summary(context.published) }),
      };
      return {
        ...(metadata && { _meta: metadata }),
        structuredContent,
        content: [textOf(structuredContent)],
      };
    } catch (error) {
      // Structured for clients that pay by x402; the text is for all others.
      if (error instanceof PaymentRequiredError) {
        const structuredContent = { ...error.requirements };
        return { isError: true, structuredContent, content: [textOf(structuredContent)] };
      }
      const problem = agentProblem(error, options);
      // SEP-1303: returned as a result, so that the model sees what was wrong and which arguments
      // exist.
      const allowed = error instanceof z.ZodError && { allowed: Object.keys(schema.shape) };
      return { isError: true, content: [textOf({ ...problem, ...allowed })] };
    }
  };
}

function textOf(value: unknown) {
  return { type: 'text' as const, text: JSON.stringify(value) };
}

/** https://docs.x402.org, "MCP transport" */
const PAYMENT = 'x402/payment';
function toolCaller(
  { http, mcpReq: { _meta: meta } }: ServerContext,
  { apiKey, limiter }: McpOptions,
): Caller {
  const headers = http?.req?.headers;
  const payment = meta?.[PAYMENT] ?? undefined;
  const given = meta?.['bellwether/idempotency-key'];
  return {
    ...LOCAL_CALLER,
    key: bearerOf(headers?.get('authorization') ?? undefined) ?? apiKey,
    idempotencyKey: given === undefined ? (headers?.get('idempotency-key') ?? undefined) : given,
    payment: payment === undefined ? undefined : sentPayment(Object(payment)),
    take: async (policy, client) => {
      // The message was already counted towards its client address.
      if (client === undefined) return;
      const decision = await limiter?.take(policy, client);
      if (decision?.allowed === false) throw rateLimited(policy, decision);
    },
  };
}

/** Validated by the rail: a malformed payment must not be taken for none. */
function sentPayment(content: { x402Version?: unknown }): SentPayment {
  return { version: content.x402Version === 1 ? 1 : 2, content };
}

/** The operation's aliases, and each input's own name if the argument has another. */
function argumentAliases({ aliases = {}, mcp: { rename = {} } }: ToolOperation) {
  const argumentOf = (input: string) => rename[input] ?? input;
  const others = [
    ...Object.keys(rename).map((input) => [input, argumentOf(input)] as const),
    ...Object.entries(aliases).map(([name, input]) => [name, argumentOf(input)] as const),
  ];
  return Object.fromEntries(others.filter(([name, argument]) => name !== argument));
}

/**
 * A schema that the library publishes but does not validate with. Arguments are validated in
 * `toolCall`, which reports all faults in the same words as REST, and answers are produced by the
 * operation.
 */
function described(schema: JsonSchema): StandardSchemaWithJSON<Arguments> {
  const convert = () => schema;
  return {
    '~standard': {
      version: 1,
      vendor: 'bellwether',
      // The protocol's schema has verified that it is an object.
      validate: (value) => ({ value: value as Arguments }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}
