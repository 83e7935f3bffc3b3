import { z } from 'zod';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { jsonDocument } from '../operation/kinds.ts';

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
export default jsonDocument({
  name: 'get_glossary',
  summary: 'The terms of the service as a schema.org DefinedTermSet',
  description: 'Every term with its definition and an address of its own, to link to.',
  tag: 'Meta',
  output: z.object({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('DefinedTermSet'),
    '@id': z.url(),
    name: z.string(),
    license: z.url(),
    hasDefinedTerm: z.array(Term).min(18),
  }),
  path: '/api/v1/glossary.json',
  document: ({ published: { registry, addresses } }) => ({
    '@context': 'https://schema.org',
    '@type': 'DefinedTermSet',
    '@id': addresses.at('/api/v1/glossary.json'),
    name: 'Bellwether glossary',
    license: DATA_LICENSE,
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
