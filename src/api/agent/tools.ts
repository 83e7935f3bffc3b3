import { z } from 'zod';
import { operation } from '../operation/operation.ts';

const Open = z.looseObject({});

const Tool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  endpoint: z
    .object({ methods: z.array(z.string()), path: z.string() })
    .meta({ description: 'Where REST answers the same; arguments in braces go into the path' }),
  output_schema: Open.optional(),
  annotations: z
    .object({
      title: z.string(),
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    })
    .optional()
    .meta({ description: 'The hints of MCP on what calling it does' }),
  mcp: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the MCP server has it under this name' }),
  limit: z.object({ perMinute: z.number(), burst: z.number() }).nullish(),
});

/** Specification, section 4: GET /api/agent/tools. */
export default operation({
  name: 'get_agent_tools',
  summary: 'Every operation as a tool definition with JSON Schemas',
  description:
    'For models that call tools: name, description, schema of the input, and REST address of each. With detail=full also the schema of the answer, the hints of MCP, and the limit.',
  tag: 'Meta',
  input: z.strictObject({
    detail: z
      .enum(['brief', 'full'], 'must be brief or full')
      .default('brief')
      .meta({ description: 'How much to say of each tool' }),
  }),
  output: z.object({
    name: z.string(),
    server: z.url().meta({ description: 'What the paths of endpoints stand under' }),
    mcp: z.url(),
    revisionDate: z.iso.date(),
    tools: z.array(Tool).min(1),
  }),
  rest: { path: '/api/agent/tools', type: 'application/json' },
  examples: [{}, { detail: 'full' }],
  run: async ({ detail }, { describe }) =>
    describe(detail === 'full' ? 'agent-tools-in-full' : 'agent-tools'),
});
