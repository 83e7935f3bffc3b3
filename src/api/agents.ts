import { z } from 'zod';
import { jsonDocument } from './operation/kinds.ts';

/** Specification, section 4: GET /api/agents.json. */
export default jsonDocument({
  name: 'get_agents',
  summary: 'The agent card: skills and interfaces, as at /.well-known/agent-card.json',
  description:
    'Clients of A2A 1.0 find the endpoint and its skills in it; the tools of the MCP server are named beside them.',
  tag: 'Meta',
  output: z.looseObject({
    name: z.string(),
    revisionDate: z.iso.date().meta({ description: 'Of this description of the service' }),
    supportedInterfaces: z
      .array(z.object({ url: z.url(), protocolBinding: z.string(), protocolVersion: z.string() }))
      .meta({ description: 'Where messages are sent' }),
    mcp: z.object({
      url: z.url(),
      transport: z.string(),
      tools: z.array(z.string()).meta({ description: 'Of the MCP server, by name' }),
    }),
    skills: z.array(z.looseObject({ id: z.string(), name: z.string() })).min(1),
  }),
  path: '/api/agents.json',
  mirror: '/api/v1/agents.json',
  // The path in the A2A protocol since version 0.3, and the earlier one.
  aliases: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
  document: ({ describe }) => describe('agent-card'),
});
