import { z } from 'zod';
import { MAX_TYPED_NAMES, TypedName, typedNames } from '../features/search/typed-names.ts';
import { TypedText } from '../lib/inputs.ts';
import { SEARCH_KINDS } from '../published/search-document.ts';
import { operation } from './operation/operation.ts';

/** Fast typing is ten keystrokes a second, in short bursts. */
const LIMIT = { perMinute: 300, burst: 120 };

/** For search boxes that suggest as the user types. */
export default operation({
  name: 'suggest_names',
  summary: 'Names that begin with a text, as suggestions while typing',
  description:
    'Startups first, then sectors, funds and other organizations, questions and terms; at most eight, each page once. Any word of a name may begin so. Where none does, startups with a name like it.',
  tag: 'Answers',
  input: z.strictObject({
    q: TypedText(100).meta({ description: 'What was typed so far', example: 'lang' }),
    kind: z
      .enum(SEARCH_KINDS, `must be one of ${SEARCH_KINDS.join(', ')}`)
      .optional()
      .meta({ description: 'Only names of this kind' }),
  }),
  output: z.object({
    query: z.string(),
    suggestions: z.array(TypedName).max(MAX_TYPED_NAMES),
  }),
  rest: { path: '/api/suggest', type: 'application/json' },
  prepares: [typedNames],
  limit: LIMIT,
  examples: [{ q: 'lang' }, { q: 'ai', kind: 'sector' }],
  run: async ({ q, kind }, { published }) => ({
    query: q,
    suggestions: (await published.derived(typedNames)).like(q, kind),
  }),
});
