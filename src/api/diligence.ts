import { z } from 'zod';
import { dossierOf } from '../features/diligence/compile.ts';
import { Dossier } from '../features/diligence/dossier.ts';
import { DiligenceUsage, diligenceUsage } from '../features/diligence/usage.ts';
import { TypedText } from '../lib/inputs.ts';
import { Found, found } from './operation/misses.ts';
import { documented, operation, STANDARD_LIMIT } from './operation/operation.ts';

const FoundDossier = Dossier.extend(Found).meta({ id: 'FoundDossier' });

/** Specification, sections 2 and 4: GET and POST /api/diligence.json. */
export default operation({
  name: 'get_diligence_dossier',
  summary: 'What is publicly known of one company: owners, deals, backers, signal',
  description:
    'Every fact carries its source; nothing is guessed, and one company is never answered with another. Without a company: how to ask, what is covered, and whom can be asked about.',
  tag: 'Diligence',
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
  limit: STANDARD_LIMIT,
  errors: documented({
    '404 not-tracked': {
      when: 'the entity is outside the corpus; the body has found:false, notes and near misses',
      example: { company: 'Unknown Example Holdings' },
    },
  }),
  examples: [{ company: 'langfuse' }, {}],
  run: async ({ company }, { published }) =>
    company === undefined ? diligenceUsage(published) : found(await dossierOf(company, published)),
});
