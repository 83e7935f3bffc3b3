import { z } from 'zod';
import { jsonDocument } from '../operation/kinds.ts';

const Open = z.looseObject({});

const Tool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: Open,
  output_schema: Open,
  annotations: z
    .object({
      title: z.string(),
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    })
    .meta({ description: 'The hints of MCP on what calling it does' }),
  mcp: z.boolean().meta({ description: 'Whether the MCP server has it under this name' }),
  endpoint: z.object({ methods: z.array(z.string()), path: z.string() }).nullable(),
  limit: z.object({ perMinute: z.number(), burst: z.number() }).nullable(),
});

/** Specification, section 4: GET /api/agent/tools. */
export default jsonDocument({
  name: 'get_agent_tools',
  summary: 'Every operation as a tool definition with JSON Schemas',
  description:
    'For models that call tools: a name, a description, the schemas of input and answer, the hints of MCP, and the REST address of each.',
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
});
