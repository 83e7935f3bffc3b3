/** The answer for a tracked startup without a record in the period. */
import { z } from 'zod';
import { isoDay, parsePeriod } from '../lib/period.ts';
import { COMPANY_FACTS, companyFactsOn } from '../pipeline/edition/company-facts.ts';
import type { Company } from '../registry/schema.ts';
import type { Published } from './published.ts';

const { status, statusBasis, stage, stageBasis, lastRound } = COMPANY_FACTS;

export const TRACKED_COMPANY = {
  tracked: z.boolean().describe('Whether it is a tracked startup all the same'),
  known: z
    .object({
      name: z.string(),
      slug: z.string(),
      status,
      statusBasis,
      stage,
      stageBasis,
      lastRound,
      dossierUrl: z.url(),
    })
    .nullable()
    .describe('What is known of a tracked startup on the period’s last day'),
};

/** @param period slug of a period that does not cover it */
export function trackedCompany(
  company: Company | undefined,
  period: string,
  { registry, addresses }: Published,
) {
  if (!company) return { tracked: false, known: null };
  const day = isoDay(parsePeriod(period)?.lastDay ?? 0);
  const { repositoryRoles: _, ...facts } = companyFactsOn(company, registry, day);
  const { name, slug } = company;
  return { tracked: true, known: { name, slug, ...facts, dossierUrl: addresses.diligence(slug) } };
}
