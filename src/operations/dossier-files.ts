import { z } from 'zod';
import { dossierBySlug } from '../features/diligence/compile.ts';
import { dossierMarkdown } from '../features/diligence/markdown.ts';
import { dossierPdf } from '../features/diligence/pdf.ts';
import { SlugText } from '../registry/schema.ts';
import { type DocumentedError, operation, STANDARD_LIMIT } from './operation.ts';

const input = z.strictObject({
  slug: SlugText.meta({ description: 'Slug of an entity with a dossier', example: 'langfuse' }),
});
const errors: DocumentedError[] = [
  {
    status: 404,
    code: 'not-tracked',
    when: 'no entity has the slug',
    example: { slug: 'no-such-entity' },
  },
];
const shared = { tag: 'Diligence', input, errors, limit: STANDARD_LIMIT } as const;

/** Dossiers to take along. */
export default [
  operation({
    ...shared,
    name: 'get_dossier_markdown',
    summary: 'A dossier as Markdown: timeline, signal and sources',
    output: z.string(),
    rest: { path: '/diligence/{slug}/dossier.md', type: 'text/markdown' },
    examples: [{ slug: 'langfuse' }],
    run: async ({ slug }, { published }) => dossierMarkdown(await dossierBySlug(slug, published)),
  }),
  operation({
    ...shared,
    name: 'get_dossier_pdf',
    summary: 'A dossier as PDF: timeline, signal and sources',
    output: z.string().meta({ contentMediaType: 'application/pdf' }),
    rest: { path: '/diligence/{slug}/dossier.pdf', type: 'application/pdf' },
    examples: [{ slug: 'langfuse' }],
    run: async ({ slug }, { published }) => dossierPdf(await dossierBySlug(slug, published)),
  }),
];
