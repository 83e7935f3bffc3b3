/** Facts about the company in a record, as of the period's last day: status, stage, repositories. */
import { z } from 'zod';
import { REPOSITORY_ROLES } from '../../registry/company-file.ts';
import type { FundingRound } from '../../registry/deals.ts';
import { PartialDate } from '../../registry/partial-date.ts';
import { type Company, type Registry, STAGES } from '../../registry/schema.ts';
import { lastKnownStageOf, stageOf } from '../../registry/stage.ts';
import { exitsCheckedOn, STATUSES, statusOf } from '../../registry/status.ts';

export const When = PartialDate.nullable().meta({
  id: 'DateAsSourced',
  description: 'A day, a month or a year, as far as the source says; null where it does not',
});
const SourceUrl = z.url().describe('Where it was read');

const Round = z
  .object({ round: z.string(), announcedOn: When, sourceUrl: SourceUrl })
  .meta({ id: 'RoundBasis' });
const Exit = z
  .object({
    by: z.string().nullable().describe('Who acquired it or merged with it'),
    announcedOn: When,
    closedOn: When,
    sourceUrl: SourceUrl,
  })
  .meta({ id: 'ExitBasis' });

export const COMPANY_FACTS = {
  stage: z
    .enum(STAGES)
    .nullable()
    .describe('Null where no round of the last 24 months shows it, and after an exit'),
  lastKnownStage: z
    .enum(STAGES)
    .nullable()
    .describe(
      'The stage of the newest named round, however old; null where none is known, or a later large round names no series',
    ),
  lastKnownStageOn: When.describe('When that round was announced, as far as its source says'),
  stageBasis: Round.nullable().describe('The round that shows the stage'),
  lastRound: Round.nullable().describe('The last known round, also where it shows no stage'),
  status: z
    .enum(STATUSES)
    .describe('From the day of the announcement; `active` where no exit is known'),
  statusBasis: Exit.nullable().describe('The exit; null while it is active'),
  exitsCheckedOn: z.iso
    .date()
    .nullable()
    .describe('When an exit was last looked for; null if never, and then there is no overall rank'),
  repositoryRoles: z
    .array(
      z.object({
        repository: z.string(),
        role: z.enum(REPOSITORY_ROLES),
        reason: z.string().optional().describe('Whose it is, and why it counts'),
      }),
    )
    .describe(
      'Tracked repositories: `main`, `side`, or `stewarded` for a foundation or a community',
    ),
};

/** @param day an ISO date: what was announced later is left out */
export function companyFactsOn(company: Company, registry: Registry, day: string) {
  const { stage, basis, lastRound } = stageOf(company, registry.deals, day);
  const { status, exit } = statusOf(company, day);
  return {
    stage,
    ...lastKnownStageOf(company, registry.deals, day),
    stageBasis: basis ? roundBasis(basis) : null,
    lastRound: lastRound ? roundBasis(lastRound) : null,
    status,
    statusBasis: exit
      ? {
          by: exit.by === null ? null : nameOf(exit.by, registry),
          announcedOn: exit.announcedOn,
          closedOn: exit.closedOn,
          sourceUrl: exit.sources[0]?.url ?? '',
        }
      : null,
    exitsCheckedOn: exitsCheckedOn(company),
    repositoryRoles: repositoryRoles(company),
  };
}

export function repositoryRoles({ repositories }: Pick<Company, 'repositories'>) {
  return repositories.map(({ name, role, reason }) => ({ repository: name, role, reason }));
}

function roundBasis({ round, announcedOn, sources }: FundingRound) {
  return { round, announcedOn, sourceUrl: sources[0]?.url ?? '' };
}

/** Companies come before organizations. */
function nameOf(slug: string, { companies, organizations }: Registry): string {
  const isNamed = (one: { slug: string }) => one.slug === slug;
  return (companies.find(isNamed) ?? organizations.find(isNamed))?.name ?? slug;
}
