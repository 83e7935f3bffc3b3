import { z } from 'zod';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { METHOD_VERSION } from '../../pipeline/edition/method.ts';
import { jsonDocument } from '../operation/kinds.ts';

/** Specification, section 4: GET /api/v1/methodology.json. */
export default jsonDocument({
  name: 'get_methodology',
  summary: 'How every number is made: six steps as a schema.org HowTo',
  description:
    'Collect, filter, normalise, accelerate, classify, rank, each with its definitions. The tool adds a summary of the current period.',
  tag: 'Meta',
  output: z.looseObject({
    '@type': z.literal('HowTo'),
    step: z.array(z.looseObject({ '@type': z.literal('HowToStep'), name: z.string() })).length(6),
  }),
  path: '/api/v1/methodology.json',
  mcp: {
    title: 'Methodology',
    summary: async ({ editions, registry, addresses }) => {
      const { meta } = await editions.signals(editions.latest);
      const { period, totalSectors, totalStartups, lastUpdated, license, citation } = meta;
      return {
        steps: registry.methodology.steps.map(({ name }) => name),
        version: METHOD_VERSION,
        ...{ period, totalSectors, totalStartups, lastUpdated },
        url: addresses.at('/methodology'),
        ...{ license, citation },
      };
    },
  },
  document: ({ published: { registry, baseUrl } }) => ({
    '@context': 'https://schema.org',
    '@type': 'HowTo',
    '@id': `${baseUrl}/api/v1/methodology.json`,
    name: registry.methodology.name,
    description: registry.methodology.description,
    version: METHOD_VERSION,
    license: DATA_LICENSE,
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
