import { z } from 'zod';
import { NoInput, operation } from './operation.ts';

const Open = z.looseObject({});

/** Specification, section 4: GET /api/agents.json and GET /api/agent/tools. */
export default [
  operation({
    name: 'get_agents',
    summary: 'The agent card: skills and interfaces, as at /.well-known/agent-card.json',
    tag: 'Meta',
    input: NoInput,
    output: z.looseObject({
      protocolVersion: z.string(),
      name: z.string(),
      url: z.url(),
      skills: z.array(z.looseObject({ id: z.string(), name: z.string() })).min(1),
    }),
    rest: {
      path: '/api/agents.json',
      twin: '/api/v1/agents.json',
      // The A2A protocol's address since version 0.3, and the one before.
      conventional: ['/.well-known/agent-card.json', '/.well-known/agent.json'],
      type: 'application/json',
    },
    examples: [{}],
    run: async (_, { describe }) => describe('agent-card'),
  }),
  operation({
    name: 'get_agent_tools',
    summary: 'Every operation as a tool definition with JSON Schemas',
    tag: 'Meta',
    input: NoInput,
    output: z.object({
      name: z.string(),
      server: z.url().meta({ description: 'What the paths of endpoints stand under' }),
      mcp: z.url(),
      tools: z
        .array(
          z.object({
            name: z.string(),
            description: z.string(),
            input_schema: Open,
            output_schema: Open,
            mcp: z.boolean().meta({ description: 'Whether the MCP server has it under this name' }),
            endpoint: z.object({ methods: z.array(z.string()), path: z.string() }).nullable(),
            limit: z.object({ perMinute: z.number(), burst: z.number() }).nullable(),
          }),
        )
        .min(1),
    }),
    rest: { path: '/api/agent/tools', type: 'application/json' },
    examples: [{}],
    run: async (_, { describe }) => describe('agent-tools'),
  }),
];
