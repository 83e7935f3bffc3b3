import { z } from 'zod';
import { jsonDocument } from './operation/kinds.ts';

const Tool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  endpoint: z
    .object({ methods: z.array(z.string()), path: z.string() })
    .meta({ description: 'Where REST answers the same; arguments in braces go into the path' }),
});

/** Specification, section 4: GET /api/agents.json and GET /api/agent/tools. */
export default [
  jsonDocument({
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
  }),
  jsonDocument({
    name: 'get_agent_tools',
    summary: 'Every operation as a tool definition with JSON Schemas',
    description:
      'For models that call tools: name, description, schema of the input, and REST address of each. /api/openapi.json has the schemas of answers.',
    tag: 'Meta',
    output: z.object({
      name: z.string(),
      server: z.url().meta({ description: 'What the paths of endpoints stand under' }),
      mcp: z.url(),
      revisionDate: z.iso.date(),
      tools: z.array(Tool).min(1),
    }),
    path: '/api/agent/tools',
    document: ({ describe }) => describe('agent-tools'),
  }),
];
