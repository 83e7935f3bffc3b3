import { z } from 'zod';
import { NoInput, operation } from './operation.ts';

/** Specification, section 4: GET /api/openapi.json. */
export default operation({
  name: 'get_openapi',
  summary: 'This description of the service, OpenAPI 3.1',
  tag: 'Meta',
  input: NoInput,
  output: z.looseObject({ openapi: z.string() }),
  rest: { path: '/api/openapi.json', twin: '/api/v1/openapi.json', type: 'application/json' },
  examples: [{}],
  run: async (_, { describe }) => describe('openapi'),
});
