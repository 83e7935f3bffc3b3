/**
 * Status and stage of a startup in words, shared by pages, search and paid answers. Editions
 * published before these fields existed have neither, and nothing is said about them.
 */
import type { Startup } from '../pipeline/edition/record.ts';

/** The fields that the wording needs. */
type Known = Partial<Pick<Startup, 'status'>> & {
  statusBasis?: Pick<NonNullable<Startup['statusBasis']>, 'by' | 'announcedOn'> | null;
};

const EXIT_WORDS = {
  acquired: 'Acquired',
  merged: 'Merged',
  closed: 'Closed',
  public: 'Public',
} as const;

/** `Acquired by Snowflake, announced 2025-06-02`; empty if active. */
export function statusWords({ status = 'active', statusBasis }: Known): string {
  if (status === 'active') return '';
  const preposition = status === 'merged' ? ' with ' : ' by ';
  const by = statusBasis?.by == null ? '' : `${preposition}${statusBasis.by}`;
  return `${EXIT_WORDS[status]}${by}${announced(statusBasis?.announcedOn ?? null)}`;
}

/** `Series A/B`; without a stage of today, the last known one, or the last round. */
export function stageWords({
  stage,
  stageBasis,
  lastKnownStage = null,
  lastKnownStageOn = null,
  lastRound,
}: Pick<Startup, 'stage'> &
  Partial<
    Pick<Startup, 'stageBasis' | 'lastKnownStage' | 'lastKnownStageOn' | 'lastRound'>
  >): string {
  if (stage !== null) return stageBasis ? `${stage}, shown by ${roundWords(stageBasis)}` : stage;
  if (lastKnownStage !== null)
    return `${lastKnownStage} when last known${lastKnownStageOn === null ? ', undated' : ` (${lastKnownStageOn})`}`;
  return lastRound ? `Unknown; the last known round is ${roundWords(lastRound)}` : '';
}

/** `its Series B, announced 2025-03` */
function roundWords({ round, announcedOn }: NonNullable<Startup['lastRound']>): string {
  return `its ${round}${announced(announcedOn)}`;
}

function announced(date: string | null): string {
  return date === null ? ', undated' : `, announced ${date}`;
}
