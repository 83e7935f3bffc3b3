/** Catalogs that agents read: tool definitions, and the agent card with its skills. */
import packageJson from '../../../package.json' with { type: 'json' };
import type { Operation } from '../../operations/operation.ts';
import { type JsonSchema, ownSchema } from '../../transports/openapi/json-schema.ts';

/** Of the A2A protocol whose card this is. */
const A2A_VERSION = '0.3.0';

/**
 * Tool definitions in the JSON-Schema form of tool use. Names and arguments are those of the REST
 * operations; a tool of the MCP server has its arguments.
 */
export function agentTools(operations: readonly Operation[], baseUrl: string): JsonSchema {
  return {
    name: 'Bellwether tools',
    server: baseUrl,
    mcp: `${baseUrl}/api/mcp/rpc`,
    tools: operations.filter(answersJson).map((operation) => ({
      name: operation.name,
      description: descriptionOf(operation),
      input_schema: renamed(ownSchema(operation.input, 'input'), operation.mcp?.rename ?? {}),
      output_schema: ownSchema(operation.output, 'output'),
      mcp: operation.mcp !== undefined,
      endpoint: operation.rest
        ? { methods: operation.rest.methods ?? ['GET'], path: operation.rest.path }
        : null,
      limit: operation.limit ?? null,
    })),
  };
}

/**
 * The A2A agent card (https://a2a-protocol.org/v0.3.0/specification/#5-agent-discovery-the-agent-card).
 * The service runs no A2A endpoint; the card names what there is, MCP and HTTP with JSON.
 */
export function agentCard(operations: readonly Operation[], baseUrl: string): JsonSchema {
  return {
    protocolVersion: A2A_VERSION,
    name: 'Bellwether',
    description:
      'Engineering-acceleration signals of startups, computed weekly from public git history, with evidence for every number.',
    url: `${baseUrl}/api/mcp/rpc`,
    preferredTransport: 'MCP',
    additionalInterfaces: [
      { url: `${baseUrl}/api/mcp/rpc`, transport: 'MCP' },
      { url: `${baseUrl}/api/openapi.json`, transport: 'OPENAPI' },
    ],
    version: packageJson.version,
    documentationUrl: `${baseUrl}/docs`,
    provider: { organization: 'Bellwether', url: baseUrl },
    capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: operations.filter(answersJson).map((operation) => ({
      id: operation.name,
      name: operation.mcp?.title ?? operation.summary,
      description: descriptionOf(operation),
      tags: [operation.tag.toLowerCase(), ...(operation.mcp ? ['mcp'] : [])],
      examples: operation.examples.map((example) => JSON.stringify(example)),
    })),
  };
}

function answersJson({ rest }: Operation): boolean {
  return rest === undefined || rest.type === 'application/json';
}

function descriptionOf({ summary, description }: Operation): string {
  return description === undefined ? `${summary}.` : `${summary}. ${description}`;
}

/** A schema whose properties have the tool's names. */
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
