import { z } from 'zod';
import { jsonDocument } from './operation/kinds.ts';

/** Specification, section 4: GET /api/openapi.json. */
export default jsonDocument({
  name: 'get_openapi',
  summary: 'This description of the service, OpenAPI 3.1',
  description:
    'Derived from the code that answers: addresses, parameters, answers, errors, limits and the tools of the MCP server.',
  tag: 'Meta',
  output: z.looseObject({ openapi: z.string() }),
  path: '/api/openapi.json',
  mirror: '/api/v1/openapi.json',
  document: ({ describe }) => describe('openapi'),
});
