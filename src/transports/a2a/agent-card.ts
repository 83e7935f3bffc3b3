/** The agent card, in which clients of A2A 1.0 find a transport. */
import packageJson from '../../../package.json' with { type: 'json' };
import type { Operation } from '../../api/operation/operation.ts';
import type { Publisher } from '../../published/published.ts';
import { DESCRIPTOR_REVISED } from '../descriptor.ts';
import { describeTool, mcpServer } from '../mcp/tool-definitions.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { OUTPUT_MODES, VERSION } from './protocol.ts';

export const A2A_PATH = '/api/a2a';

/** Whether a message can ask for the operation: those that answer with JSON, inline or as a file. */
export function isSkill({ rest }: Operation): boolean {
  return rest === undefined || rest.type === 'application/json';
}

export function agentCard(operations: readonly Operation[], { baseUrl }: Publisher): JsonSchema {
  const url = `${baseUrl}${A2A_PATH}`;
  return {
    name: 'Bellwether',
    description:
      'Engineering-acceleration signals of startups, computed weekly from public git history, with evidence for every number. A message of text is a question; a message with data {"operation": <skill id>, "input": {…}} runs that skill.',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: VERSION }],
    version: packageJson.version,
    revisionDate: DESCRIPTOR_REVISED,
    documentationUrl: `${baseUrl}/docs`,
    provider: { organization: 'Bellwether', url: baseUrl },
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: OUTPUT_MODES,
    mcp: mcpServer(operations, baseUrl),
    skills: operations.filter(isSkill).map((operation) => {
      const { name, title, description } = describeTool(operation);
      return {
        id: name,
        name: title,
        description,
        tags: [operation.tag.toLowerCase(), ...(operation.mcp ? ['mcp'] : [])],
        examples: operation.examples.map((input) => JSON.stringify({ operation: name, input })),
      };
    }),
  };
}
