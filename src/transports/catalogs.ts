/** Descriptions of the service that are derived from all of its operations. */
import type { Catalog, OperationContext } from '../api/operation/context.ts';
import type { Operation } from '../api/operation/operation.ts';
import type { Publisher } from '../published/published.ts';
import { agentCard, isSkill } from './a2a/agent-card.ts';
import { DESCRIPTOR_REVISED } from './descriptor.ts';
import { describeTool, MCP_PATH } from './mcp/tool-definitions.ts';
import { openApi } from './openapi/openapi.ts';

/** Builds each description on first use, and caches it. */
export function describer(
  operations: readonly Operation[],
  publisher: Publisher,
): OperationContext['describe'] {
  const make: Readonly<Record<Catalog, () => unknown>> = {
    openapi: () => openApi(operations, publisher),
    'agent-card': () => agentCard(operations, publisher),
    'agent-tools': () => agentTools(operations, publisher),
  };
  const made = new Map<Catalog, unknown>();
  return (catalog) => {
    if (!made.has(catalog)) made.set(catalog, make[catalog]());
    return made.get(catalog);
  };
}

/** Tool definitions in the JSON Schema form for tool use, with the argument names of the MCP tools. */
function agentTools(operations: readonly Operation[], { baseUrl }: Publisher) {
  return {
    name: 'Bellwether tools',
    server: baseUrl,
    mcp: `${baseUrl}${MCP_PATH}`,
    revisionDate: DESCRIPTOR_REVISED,
    tools: operations.filter(isSkill).map((operation) => {
      const { name, description, inputSchema } = describeTool(operation);
      return { name, description, input_schema: inputSchema, endpoint: endpoint(operation) };
    }),
  };
}

/** Where REST answers the same, with the tool's arguments in the path. */
function endpoint({ name, rest, mcp }: Operation) {
  const path = rest?.path ?? mcp?.analog;
  if (path === undefined) throw new TypeError(`${name} has no address and no analog`);
  return {
    methods: rest?.methods ?? ['GET'],
    path: path.replace(/(?<=\{)\w+(?=\})/g, (input) => mcp?.rename?.[input] ?? input),
  };
}
