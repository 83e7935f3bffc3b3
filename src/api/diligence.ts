import { z } from 'zod';
import { dossierBySlug, dossierOf } from '../features/diligence/compile.ts';
import { Dossier } from '../features/diligence/dossier.ts';
import { dossierMarkdown } from '../features/diligence/markdown.ts';
import { DiligenceUsage, diligenceUsage } from '../features/diligence/usage.ts';
import { TypedText } from '../lib/inputs.ts';
import { slugInput } from './operation/kinds.ts';
import { Found, found } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

const FoundDossier = Dossier.extend(Found).meta({ id: 'FoundDossier' });

const shared = { tag: 'Diligence', limit: STANDARD_LIMIT } as const;

/** Specification, sections 2 and 4: GET and POST /api/diligence.json; a dossier as a file to download. */
export default [
  operation({
    ...shared,
    name: 'get_diligence_dossier',
    summary: 'What is publicly known of one company: owners, deals, backers, signal',
    description:
      'Every fact carries its source; nothing is guessed, and one company is never answered with another. Without a company: how to ask, what is covered, and whom can be asked about.',
    input: z.strictObject({
      company: TypedText(100).optional().meta({
        description: 'Name of a company, acquirer or fund',
        example: 'langfuse',
      }),
    }),
    aliases: { entity: 'company', name: 'company', q: 'company' },
    output: z.union([FoundDossier, DiligenceUsage]),
    rest: { methods: ['GET', 'POST'], path: '/api/diligence.json', type: 'application/json' },
    mcp: { title: 'Diligence dossier' },
    errors: documented({
      '404 not-tracked': [
        'the entity is outside the corpus; the body has found:false, notes and near misses',
        { company: 'Unknown Example Holdings' },
      ],
    }),
    examples: [{ company: 'langfuse' }, {}],
    run: async ({ company }, { published }) =>
      company === undefined
        ? diligenceUsage(published)
        : found(await dossierOf(company, published)),
  }),
  operation({
    ...shared,
    name: 'get_dossier_markdown',
    input: slugInput('Slug of an entity with a dossier', 'langfuse'),
    errors: documented({
      '404 not-tracked': ['no entity has the slug', { slug: 'no-such-entity' }],
    }),
    summary: 'A dossier as Markdown: timeline, signal and sources',
    description:
      'The facts of the dossier in the order of their dates, each with its source, as text to keep beside a note.',
    output: z.string(),
    rest: { path: '/diligence/{slug}/dossier.md', type: 'text/markdown' },
    examples: [{ slug: 'langfuse' }],
    run: async ({ slug }, { published }) => dossierMarkdown(await dossierBySlug(slug, published)),
  }),
];
