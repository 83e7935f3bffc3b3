import { z } from 'zod';
import { SearchHit, siteSearch } from '../features/search/site-search.ts';
import { Suggestions } from '../features/search/suggestions.ts';
import { LimitInput, QuestionInput } from '../lib/inputs.ts';
import { SEARCH_KINDS, SEARCH_TYPES } from '../published/search-document.ts';
import { operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/llms-search. */
export default operation({
  name: 'search_site',
  summary:
    'Search over startups, funds and other organizations, sectors, answers, FAQ, glossary, method, prices, research, digests and comparisons',
  description:
    'What the query names comes first: by its name, a domain or owner/name. Then by words: forgives slips of the keyboard, knows the glossary’s synonyms, and says for each hit which words matched where. Where nothing is found, it says what is near.',
  tag: 'Answers',
  input: z.strictObject({
    q: QuestionInput,
    type: z
      .enum(SEARCH_TYPES, `must be one of ${SEARCH_TYPES.join(', ')}`)
      .optional()
      .meta({ description: 'Only hits of this type' }),
    kind: z
      .enum(SEARCH_KINDS, `must be one of ${SEARCH_KINDS.join(', ')}`)
      .optional()
      .meta({ description: 'Only hits of this kind, which is finer than the type' }),
    limit: LimitInput(50, 10),
  }),
  output: z.object({
    query: z.string(),
    total: z.int().nonnegative(),
    hits: z.array(SearchHit),
    suggestions: Suggestions.optional().meta({ description: 'Only where nothing was found' }),
  }),
  rest: { path: '/api/llms-search', type: 'application/json' },
  prepares: [siteSearch],
  limit: STANDARD_LIMIT,
  examples: [
    { q: 'open source database' },
    { q: 'hiring', type: 'faq', limit: 3 },
    { q: 'sequoia', kind: 'fund' },
  ],
  run: async ({ q, type, kind, limit }, { published }) => ({
    query: q,
    ...(await published.derived(siteSearch)).search(q, { type, kind }, limit),
  }),
});
