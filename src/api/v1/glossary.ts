import { z } from 'zod';
import { NoInput, operation } from '../../operations/operation.ts';

const Term = z.object({
  '@type': z.literal('DefinedTerm'),
  '@id': z.url(),
  termCode: z.string(),
  name: z.string(),
  description: z.string(),
  alternateName: z.array(z.string()).meta({ description: 'What people type for it' }),
  inDefinedTermSet: z.url(),
  url: z.url(),
});

/** Specification, section 4: GET /api/v1/glossary.json. */
export default operation({
  name: 'get_glossary',
  summary: 'The terms of the service as a schema.org DefinedTermSet',
  tag: 'Meta',
  input: NoInput,
  output: z.object({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('DefinedTermSet'),
    '@id': z.url(),
    name: z.string(),
    license: z.url(),
    hasDefinedTerm: z.array(Term).min(18),
  }),
  rest: { path: '/api/v1/glossary.json', type: 'application/json' },
  examples: [{}],
  run: async (_, { published: { registry, addresses } }) => ({
    '@context': 'https://schema.org',
    '@type': 'DefinedTermSet',
    '@id': addresses.at('/api/v1/glossary.json'),
    name: 'Bellwether glossary',
    license: 'https://creativecommons.org/licenses/by/4.0/',
    hasDefinedTerm: registry.glossary.map(({ slug, term, definition, synonyms }) => ({
      '@type': 'DefinedTerm',
      '@id': addresses.glossary(slug),
      termCode: slug,
      name: term,
      description: definition,
      alternateName: synonyms,
      inDefinedTermSet: addresses.at('/api/v1/glossary.json'),
      url: addresses.glossary(slug),
    })),
  }),
});
