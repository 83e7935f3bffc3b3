/**
 * Objections to a fact and their outcome (docs/rights.md). A notice stays in the organization's file
 * even after the fact was corrected or withdrawn.
 */

import { z } from 'zod';
import { compareCodeUnits } from '../lib/compare.ts';
import type { Acquisition, Exit, FundingRound, Holding, Valuation } from './deals.ts';
import { slugOf } from './fold.ts';
import { IsoDate, Line } from './schema.ts';

export const NOTICE_KINDS = ['disputed', 'corrected', 'upheld', 'withdrawn'] as const;

/** The role of the person who objected, never their identity. */
export const NOTICE_ROLES = ['company', 'counterparty', 'publisher', 'reader', 'editor'] as const;

/** Fields of a company, other than deals, that can be withdrawn. */
export const NOTICED_FIELDS = ['website', 'geography', 'founded', 'linkedin', 'backing'] as const;

const FACT_ID =
  /^[a-z0-9-]+\/(?:round\/[a-z0-9-]+|valuation\/(?:undated|[\d-]+)|exit\/[a-z]+(?:\/[a-z0-9-]+)?|acquisition\/[a-z0-9-]+|holding\/[a-z0-9-]+|field\/[a-z]+)$/;

const FactId = z
  .string()
  .regex(FACT_ID, 'must be a fact as a dossier names it, like langfuse/round/seed');

export const Notice = z.strictObject({
  fact: FactId,
  kind: z.enum(NOTICE_KINDS, `must be one of ${NOTICE_KINDS.join(', ')}`),
  on: IsoDate,
  by: z.enum(NOTICE_ROLES, `must be one of ${NOTICE_ROLES.join(', ')}`),
  reason: Line(300).refine((text) => !/[^\s@]+@[^\s@]+\.[^\s@]+/.test(text), {
    error: 'must not name a person or an address; give only the role of the person',
  }),
});
export type Notice = z.infer<typeof Notice>;

export const Notices = z.array(Notice).default([]);

/** Fact ids such as `langfuse/round/seed` begin with the organization whose file has the fact. */
export const factId = {
  round: ({ company, round }: Pick<FundingRound, 'company' | 'round'>) =>
    `${company}/round/${slugOf(round)}`,
  valuation: ({ company, announcedOn }: Pick<Valuation, 'company' | 'announcedOn'>) =>
    `${company}/valuation/${announcedOn ?? 'undated'}`,
  exit: (company: string, { kind, by }: Pick<Exit, 'kind' | 'by'>) =>
    `${company}/exit/${kind}${by === null ? '' : `/${by}`}`,
  /** @param isTracked if the acquired company is tracked, the fact is an exit in its own file */
  acquisition: (
    { acquirer, acquired }: Pick<Acquisition, 'acquirer' | 'acquired'>,
    isTracked: boolean,
  ) =>
    isTracked
      ? factId.exit(acquired, { kind: 'acquired', by: acquirer })
      : `${acquirer}/acquisition/${acquired}`,
  holding: ({ fund, company }: Pick<Holding, 'fund' | 'company'>) => `${fund}/holding/${company}`,
  field: (company: string, field: string) => `${company}/field/${field}`,
};

/** Undefined if the fact is not disputed, or the dispute was settled. */
export function disputedSince(notices: readonly Notice[], fact: string): string | undefined {
  const last = notices
    .filter((notice) => notice.fact === fact)
    .toSorted((a, b) => compareCodeUnits(a.on, b.on))
    .at(-1);
  return last?.kind === 'disputed' ? last.on : undefined;
}
