/**
 * The answer of the diligence operation without a name: how to use it, and which entities there are.
 */

import { z } from 'zod';
import { DATA_LICENSE } from '../../lib/terms.ts';
import type { Published } from '../../published/published.ts';
import { completenessNote } from '../../registry/completeness.ts';
import { coverageOf } from '../../registry/coverage.ts';
import { entitiesOf } from './entities.ts';

const Count = z.int().nonnegative();

export type DiligenceUsage = z.infer<typeof DiligenceUsage>;
export const DiligenceUsage = z
  .object({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('Dataset'),
    name: z.string(),
    usage: z.string(),
    coverage: z.object({
      trackedCompanies: Count,
      trackedCompaniesWithStage: Count,
      acquirers: Count,
      documentedAcquisitions: Count,
      documentedRounds: Count,
      fundsWithPortfolio: Count,
      answerableEntities: Count,
    }),
    sourceThreshold: z.string(),
    notes: z.array(z.string()),
    related: z.object({
      answer: z.url(),
      ask: z.url(),
      signals: z.url(),
      mcp: z.url(),
      agentTools: z.url(),
    }),
    license: z.url(),
    citation: z.string(),
    answerableEntities: z.array(z.string()),
  })
  .meta({ id: 'DiligenceUsage', description: 'How to ask, and whom can be asked about' });

/** Computed from the registry. */
export async function diligenceUsage(published: Published): Promise<DiligenceUsage> {
  const { registry, addresses, editions } = published;
  const entities = (await published.derived(entitiesOf)).all;
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: 'Bellwether diligence dossiers',
    usage: `GET ${addresses.at('/api/diligence.json?company=<name>')}, or POST {"company": "<name>"}. entity and q mean the same as company.`,
    coverage: coverageOf(registry),
    sourceThreshold:
      'Acquisitions and investors stand here only with a press release of a party, a regulatory filing, or facts that both sides disclosed; a report that quotes or links such a disclosure is called one. The signal is the one that the service publishes.',
    notes: [completenessNote(registry.completeness)],
    related: {
      answer: addresses.at('/api/answer?q=What%20is%20a%20diligence%20dossier%3F'),
      ask: addresses.at('/api/ask?q=What%20is%20a%20diligence%20dossier%3F'),
      signals: addresses.at('/api/signals.json'),
      mcp: addresses.at('/api/mcp/rpc'),
      agentTools: addresses.at('/api/agent/tools'),
    },
    license: DATA_LICENSE,
    citation: `Bellwether. Diligence dossiers, as of ${editions.latest}. ${addresses.diligence()}`,
    answerableEntities: entities.map(({ name }) => name),
  };
}
