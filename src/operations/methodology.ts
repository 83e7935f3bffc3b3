import { z } from 'zod';
import { METHOD_VERSION } from '../pipeline/edition/method.ts';
import { NoInput, operation } from './operation.ts';

/** Specification, section 4: GET /api/v1/methodology.json. */
export default operation({
  name: 'get_methodology',
  summary: 'How every number is made: six steps as a schema.org HowTo',
  tag: 'Meta',
  input: NoInput,
  output: z.looseObject({
    '@type': z.literal('HowTo'),
    step: z.array(z.looseObject({ '@type': z.literal('HowToStep'), name: z.string() })).length(6),
  }),
  rest: { path: '/api/v1/methodology.json', type: 'application/json' },
  mcp: { title: 'Methodology' },
  examples: [{}],
  run: async (_, { published: { registry, baseUrl } }) => ({
    '@context': 'https://schema.org',
    '@type': 'HowTo',
    '@id': `${baseUrl}/api/v1/methodology.json`,
    name: registry.methodology.name,
    description: registry.methodology.description,
    version: String(METHOD_VERSION),
    license: 'https://creativecommons.org/licenses/by/4.0/',
    step: registry.methodology.steps.map(({ name, text, definitions }, index) => ({
      '@type': 'HowToStep',
      position: index + 1,
      name,
      text,
      ...(definitions.length > 0 && {
        itemListElement: definitions.map(({ term, definition }) => ({
          '@type': 'HowToDirection',
          name: term,
          text: definition,
        })),
      }),
    })),
  }),
});
