import { z } from 'zod';
import { DATA_LICENSE } from '../../lib/terms.ts';
import { jsonDocument } from '../operation/kinds.ts';

const Question = z.object({
  '@type': z.literal('Question'),
  '@id': z.url(),
  identifier: z.string().meta({ description: 'Stable slug' }),
  name: z.string(),
  alternateName: z.array(z.string()),
  about: z.string(),
  acceptedAnswer: z.object({
    '@type': z.literal('Answer'),
    text: z.string(),
    url: z.url(),
    citation: z.array(z.url()),
  }),
});

/** Specification, section 4: GET /api/v1/faq.json. */
export default jsonDocument({
  name: 'get_faq',
  summary: 'The standing questions as a schema.org FAQPage',
  description:
    'Only the questions that do not depend on a period, in the form that search engines read.',
  tag: 'Answers',
  output: z.object({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('FAQPage'),
    '@id': z.url(),
    license: z.url(),
    mainEntity: z.array(Question),
  }),
  path: '/api/v1/faq.json',
  document: ({ published: { registry, addresses } }) => ({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    '@id': addresses.at('/faq'),
    license: DATA_LICENSE,
    mainEntity: registry.faq.map(({ slug, question, also, answer, facts, topic }) => ({
      '@type': 'Question',
      '@id': addresses.answer(slug),
      identifier: slug,
      name: question,
      alternateName: also,
      about: topic,
      acceptedAnswer: {
        '@type': 'Answer',
        text: answer,
        url: addresses.answer(slug),
        citation: facts.map(({ source }) =>
          source.startsWith('/') ? addresses.at(source) : source,
        ),
      },
    })),
  }),
});
