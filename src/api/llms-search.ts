import { z } from 'zod';
import { SearchHit, siteSearch } from '../features/search/site-search.ts';
import { LimitInput, QuestionInput } from '../lib/inputs.ts';
import { SEARCH_TYPES } from '../published/search-document.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/llms-search. */
export default operation({
  name: 'search_site',
  summary: 'Search over startups, sectors, digests, comparisons, answers, FAQ and research',
  description:
    'By words: forgives typing errors, knows the glossary’s synonyms, and says for each hit which words matched where.',
  tag: 'Answers',
  input: z.strictObject({
    q: QuestionInput,
    type: z
      .enum(SEARCH_TYPES, `must be one of ${SEARCH_TYPES.join(', ')}`)
      .optional()
      .meta({ description: 'Only hits of this type' }),
    limit: LimitInput(50, 10),
  }),
  output: z.object({
    query: z.string(),
    total: z.int().nonnegative(),
    hits: z.array(SearchHit),
  }),
  rest: { path: '/api/llms-search', type: 'application/json' },
  limit: STANDARD_LIMIT,
  examples: [{ q: 'open source database' }, { q: 'hiring', type: 'faq', limit: 3 }],
  run: async ({ q, type, limit }, { published }) => ({
    query: q,
    ...(await published.derived(siteSearch)).search(q, type, limit),
  }),
});
