import { z } from 'zod';
import { jsonDocument } from '../operation/kinds.ts';

const Tool = z.object({
  name: z.string(),
  description: z.string(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  endpoint: z
    .object({ methods: z.array(z.string()), path: z.string() })
    .meta({ description: 'Where REST answers the same; arguments in braces go into the path' }),
});

/** Specification, section 4: GET /api/agent/tools. */
export default jsonDocument({
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
});
