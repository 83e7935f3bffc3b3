/**
 * Status and stage of a startup in words, the same on pages, in search and in what is sold. Records
 * of versions before these fields lack them: nothing is said of such a startup then.
 */
import type { Startup } from '../pipeline/edition/record.ts';

/** Of the basis only what words need. */
type Known = Partial<Pick<Startup, 'status'>> & {
  statusBasis?: Pick<NonNullable<Startup['statusBasis']>, 'by' | 'announcedOn'> | null;
};

const EXIT_WORDS = {
  acquired: 'Acquired',
  merged: 'Merged',
  closed: 'Closed',
  public: 'Public',
} as const;

/** `Acquired by Snowflake, announced 2025-06-02`; empty while it is active. */
export function statusWords({ status = 'active', statusBasis }: Known): string {
  if (status === 'active') return '';
  const preposition = status === 'merged' ? ' with ' : ' by ';
  const by = statusBasis?.by == null ? '' : `${preposition}${statusBasis.by}`;
  return `${EXIT_WORDS[status]}${by}${announced(statusBasis?.announcedOn ?? null)}`;
}

/** `Series A/B`, and `null` with the last round where that shows none. */
export function stageWords({
  stage,
  stageBasis,
  lastRound,
}: Pick<Startup, 'stage'> & Partial<Pick<Startup, 'stageBasis' | 'lastRound'>>): string {
  if (stage !== null) return stageBasis ? `${stage}, shown by ${roundWords(stageBasis)}` : stage;
  return lastRound ? `Unknown; the last known round is ${roundWords(lastRound)}` : '';
}

/** `its Series B, announced 2025-03` */
function roundWords({ round, announcedOn }: NonNullable<Startup['lastRound']>): string {
  return `its ${round}${announced(announcedOn)}`;
}

function announced(date: string | null): string {
  return date === null ? ', undated' : `, announced ${date}`;
}
