import { z } from 'zod';
import { workOf } from '../features/citations/cited-work.ts';
import { CITATION_FORMATS, type CitationFormat, citation } from '../features/citations/formats.ts';
import {
  CITATION_TYPES,
  citationFormat,
  citationMedia,
  citedSlug,
} from '../features/citations/reference-files.ts';
import { NotFoundError } from '../lib/errors.ts';
import { PeriodText, TypedText } from '../lib/inputs.ts';
import { UNKNOWN_PERIOD } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

/** Specification, section 4: GET /api/cite/{format}/{slug}. */
export default operation({
  name: 'cite',
  summary: 'A finished reference in one of six formats',
  description: `Formats: ${CITATION_FORMATS.join(', ')}. Slugs: paper, dataset, a finding, an edition such as 2026-w31, or a startup. Under the name of a file, such as paper.bib or paper.ris, a reference has the media type that reference managers open.`,
  tag: 'Citations',
  input: z.strictObject({
    format: TypedText(20).meta({
      description: 'How the reference is written',
      enum: CITATION_FORMATS,
      example: 'bibtex',
    }),
    slug: TypedText(100).meta({
      description: 'What is cited: paper, dataset, a finding, an edition, a startup',
      example: 'paper',
    }),
    period: PeriodText.optional().meta({
      description: 'Of a startup’s record; the last that covers it without one',
    }),
  }),
  output: z.string(),
  rest: {
    path: '/api/cite/{format}/{slug}',
    type: 'text/plain',
    media: {
      types: CITATION_TYPES,
      of: ({ format, slug, period }) => citationMedia(knownFormat(format), slug, period),
    },
  },
  limit: STANDARD_LIMIT,
  errors: documented({
    '404 unknown-citation': [
      'there is no such format, or nothing to cite',
      { slug: 'no-such-work' },
    ],
    // Only a startup's record has a period.
    '404 unknown-period': [
      UNKNOWN_PERIOD['404 unknown-period'][0],
      { slug: 'langfuse', period: '1999-w01' },
    ],
  }),
  examples: [
    { format: 'bibtex', slug: 'paper' },
    { format: 'wikipedia', slug: 'dataset' },
  ],
  run: async ({ format: asked, slug, period }, { published }) => {
    const format = knownFormat(asked);
    return citation(format, await workOf(citedSlug(format, slug), period, published));
  },
});

/** @throws BellwetherError `unknown-citation` */
function knownFormat(asked: string): CitationFormat {
  const format = citationFormat(asked);
  if (format) return format;
  throw new NotFoundError(
    'unknown-citation',
    `There is no format ${JSON.stringify(asked)}; there are ${CITATION_FORMATS.join(', ')}.`,
    { details: { available: { formats: CITATION_FORMATS } } },
  );
}
