import { z } from 'zod';
import { Answer, answerOf } from '../answers/answer.ts';
import { answerEngine } from '../features/answers/engine.ts';
import { NoInput, operation } from './operation.ts';

const LICENSE = 'https://creativecommons.org/licenses/by/4.0/';

/** Specification, section 4: GET /api/answers.json and GET /api/v1/faq.json. */
export default [
  operation({
    name: 'get_answers',
    summary: 'Every question with its answer: the FAQ and the agent queries of the edition',
    tag: 'Answers',
    input: NoInput,
    output: z.object({
      period: z.string(),
      license: z.url(),
      total: z.int().nonnegative(),
      answers: z.array(Answer),
    }),
    rest: {
      path: '/api/answers.json',
      twin: '/api/v1/answers.json',
      type: 'application/json',
    },
    examples: [{}],
    run: async (_, { published }) => {
      const engine = await published.derived(answerEngine);
      const entries = [...engine.corpus.entries.values()];
      return {
        period: published.editions.latest,
        license: LICENSE,
        total: entries.length,
        answers: entries.map((entry) => answerOf(entry, engine, published)),
      };
    },
  }),
  operation({
    name: 'get_faq',
    summary: 'The standing questions as a schema.org FAQPage',
    tag: 'Answers',
    input: NoInput,
    output: z.object({
      '@context': z.literal('https://schema.org'),
      '@type': z.literal('FAQPage'),
      '@id': z.url(),
      license: z.url(),
      mainEntity: z.array(
        z.object({
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
        }),
      ),
    }),
    rest: { path: '/api/v1/faq.json', type: 'application/json' },
    examples: [{}],
    run: async (_, { published: { registry, addresses } }) => ({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      '@id': addresses.at('/faq'),
      license: LICENSE,
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
  }),
];
