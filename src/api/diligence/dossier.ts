import { z } from 'zod';
import { dossierBySlug } from '../../features/diligence/compile.ts';
import { dossierMarkdown } from '../../features/diligence/markdown.ts';
import { renderDossierPdf } from '../../features/diligence/pdf-thread.ts';
import { SlugText } from '../../registry/schema.ts';
import { notFound } from '../operation/misses.ts';
import { operation, STANDARD_LIMIT } from '../operation/operation.ts';

const input = z.strictObject({
  slug: SlugText.meta({ description: 'Slug of an entity with a dossier', example: 'langfuse' }),
});
const UNKNOWN_SLUG = notFound('not-tracked', 'no entity has the slug', { slug: 'no-such-entity' });
const shared = { tag: 'Diligence', input, limit: STANDARD_LIMIT } as const;

/** Dossiers as files to download. */
export default [
  operation({
    ...shared,
    name: 'get_dossier_markdown',
    errors: [UNKNOWN_SLUG],
    summary: 'A dossier as Markdown: timeline, signal and sources',
    description:
      'The facts of the dossier in the order of their dates, each with its source, as text to keep beside a note.',
    output: z.string(),
    rest: { path: '/diligence/{slug}/dossier.md', type: 'text/markdown' },
    examples: [{ slug: 'langfuse' }],
    run: async ({ slug }, { published }) => dossierMarkdown(await dossierBySlug(slug, published)),
  }),
  operation({
    ...shared,
    name: 'get_dossier_pdf',
    errors: [
      UNKNOWN_SLUG,
      { status: 503, code: 'overloaded', when: 'too many dossiers are being rendered' },
    ],
    summary: 'A dossier as PDF: timeline, signal and sources',
    description:
      'The facts of the dossier in the order of their dates, each with its source, to print or to file.',
    output: z.string().meta({ contentMediaType: 'application/pdf' }),
    rest: { path: '/diligence/{slug}/dossier.pdf', type: 'application/pdf' },
    examples: [{ slug: 'langfuse' }],
    run: async ({ slug }, { published }) => renderDossierPdf(await dossierBySlug(slug, published)),
    isKept: true,
  }),
];
