import { z } from 'zod';
import { CITATION_FORMATS, citation } from '../features/citations/formats.ts';
import { workOf } from '../features/citations/work.ts';
import { PeriodSlug } from '../pipeline/edition/record.ts';
import { BellwetherError } from '../lib/errors.ts';
import { TypedText, UNKNOWN_PERIOD } from '../lib/inputs.ts';
import { operation, STANDARD_LIMIT } from './operation.ts';

/** Specification, section 4: GET /api/cite/{format}/{slug}. */
export default operation({
  name: 'cite',
  summary: 'A finished reference in one of six formats',
  description: `Formats: ${CITATION_FORMATS.join(', ')}. Slugs: paper, dataset, a finding, an edition such as 2026-w31, or a startup.`,
  tag: 'Citations',
  input: z.strictObject({
    format: TypedText(20).meta({ description: CITATION_FORMATS.join(', '), example: 'bibtex' }),
    slug: TypedText(100).meta({
      description: 'What is cited: paper, dataset, a finding, an edition, a startup',
      example: 'paper',
    }),
    period: PeriodSlug.optional().meta({
      description: 'Of a startup’s record; the last that covers it without one',
    }),
  }),
  output: z.string(),
  rest: { path: '/api/cite/{format}/{slug}', type: 'text/plain' },
  limit: STANDARD_LIMIT,
  errors: [
    {
      status: 404,
      code: 'unknown-citation',
      when: 'there is no such format, or nothing to cite',
      example: { slug: 'no-such-work' },
    },
    // Only a startup's record has a period.
    { ...UNKNOWN_PERIOD, example: { slug: 'langfuse', period: '1999-w01' } },
  ],
  examples: [
    { format: 'bibtex', slug: 'paper' },
    { format: 'wikipedia', slug: 'dataset' },
  ],
  run: async ({ format: asked, slug, period }, { published }) => {
    const format = CITATION_FORMATS.find((known) => known === asked);
    if (format) return citation(format, await workOf(slug, period, published));
    throw new BellwetherError(
      'unknown-citation',
      `There is no format ${JSON.stringify(asked)}; there are ${CITATION_FORMATS.join(', ')}.`,
      { details: { available: { formats: CITATION_FORMATS } } },
    );
  },
});
