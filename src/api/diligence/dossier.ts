import { z } from 'zod';
import { dossierBySlug } from '../../features/diligence/compile.ts';
import { dossierMarkdown } from '../../features/diligence/markdown.ts';
import { SlugText } from '../../registry/schema.ts';
import { documented, operation, STANDARD_LIMIT } from '../operation/operation.ts';

/** A dossier as a file to download. */
export default operation({
  name: 'get_dossier_markdown',
  tag: 'Diligence',
  input: z.strictObject({
    slug: SlugText.meta({ description: 'Slug of an entity with a dossier', example: 'langfuse' }),
  }),
  limit: STANDARD_LIMIT,
  errors: documented({
    '404 not-tracked': { when: 'no entity has the slug', example: { slug: 'no-such-entity' } },
  }),
  summary: 'A dossier as Markdown: timeline, signal and sources',
  description:
    'The facts of the dossier in the order of their dates, each with its source, as text to keep beside a note.',
  output: z.string(),
  rest: { path: '/diligence/{slug}/dossier.md', type: 'text/markdown' },
  examples: [{ slug: 'langfuse' }],
  run: async ({ slug }, { published }) => dossierMarkdown(await dossierBySlug(slug, published)),
});
