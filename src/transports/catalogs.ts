/** Descriptions of the service that are derived from all of its operations. */
import type { Catalog, OperationContext } from '../api/operation/context.ts';
import type { Operation } from '../api/operation/operation.ts';
import type { Operator } from '../published/published.ts';
import { agentCard, descriptionOf, isSkill } from './a2a/agent-card.ts';
import { annotations, DESCRIPTOR_REVISED } from './descriptor.ts';
import { type JsonSchema, ownSchema } from './openapi/json-schema.ts';
import { openApi } from './openapi/openapi.ts';

/** Builds each description on first use, and caches it. */
export function describer(
  operations: readonly Operation[],
  baseUrl: string,
  operator?: Operator,
): OperationContext['describe'] {
  const make: Readonly<Record<Catalog, () => unknown>> = {
    openapi: () => openApi(operations, baseUrl, operator),
    'agent-card': () => agentCard(operations, baseUrl),
    'agent-tools': () => agentTools(operations, baseUrl),
  };
  const made = new Map<Catalog, unknown>();
  return (catalog) => {
    if (!made.has(catalog)) made.set(catalog, make[catalog]());
    return made.get(catalog);
  };
}

/**
 * Tool definitions in the JSON Schema form for tool use. Names and arguments are those of the REST
 * operations; the MCP server's tools have arguments of their own.
 */
function agentTools(operations: readonly Operation[], baseUrl: string): JsonSchema {
  return {
    name: 'Bellwether tools',
    server: baseUrl,
    mcp: `${baseUrl}/api/mcp/rpc`,
    revisionDate: DESCRIPTOR_REVISED,
    tools: operations.filter(isSkill).map((operation) => ({
      name: operation.name,
      description: descriptionOf(operation),
      input_schema: renamed(ownSchema(operation.input, 'input'), operation.mcp?.rename ?? {}),
      output_schema: ownSchema(operation.output, 'output'),
      annotations: annotations(operation),
      mcp: operation.mcp !== undefined,
      endpoint: operation.rest
        ? { methods: operation.rest.methods ?? ['GET'], path: operation.rest.path }
        : null,
      limit: operation.limit ?? null,
    })),
  };
}

/** Renames a schema's properties to the tool's arguments. */
function renamed(schema: JsonSchema, rename: Readonly<Record<string, string>>): JsonSchema {
  const properties = schema['properties'];
  if (typeof properties !== 'object' || properties === null) return schema;
  const name = (own: string) => rename[own] ?? own;
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([own, property]) => [name(own), property]),
    ),
    ...(required.length > 0 && { required: required.map(name) }),
  };
}
