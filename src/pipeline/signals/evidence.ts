/**
 * How much evidence a company's windows hold for each signal type, against its own past; 1 is the
 * threshold. Null where the ledger does not hold what the type rests on: unknown is not zero.
 */
import { mean } from '../../lib/averages.ts';
import type { DependencyChanges, Windows } from './windows.ts';

export type EvidenceWindows = Pick<
  Windows,
  'composition' | 'newcomers' | 'infrastructure' | 'newRepositories' | 'releaseDays'
> & { dependencies: Pick<DependencyChanges, 'replacedRoles'> | null };

/** The evidence for a type in one week. */
export type Observed = {
  /** 1 is the threshold; null where the ledger lacks the rows that the type needs. */
  value: number | null;
  /** Whether the value exceeds the mean of the windows before; a weak type ends without it. */
  isAbovePast: boolean;
};

const UNKNOWN: Observed = { value: null, isAbovePast: false };

/** Windows of four weeks that a past must have to compare with. */
const MIN_PAST_WINDOWS = 3;
/** How many times the own past makes a threshold. */
const TIMES_THE_PAST = 2;

/** Fewer people are no burst. */
const MIN_NEWCOMERS = 3;
/** Newcomers must also be so large a share of the people who were there before. */
const MIN_SHARE_OF_PEOPLE = 0.15;

const MIN_INFRASTRUCTURE_DAYS = 10;
const MIN_INFRASTRUCTURE_PEOPLE = 2;
const MIN_NEW_REPOSITORIES = 2;

const MIN_RELEASE_DAYS = 5;

/** New people who stayed, against those of the windows before and the people already there. */
export function hiringBurst({ newcomers, composition }: EvidenceWindows): Observed {
  const [stayed, ...before] = newcomers.stayed;
  if (stayed === undefined || before.length === 0) return UNKNOWN;
  const past = mean(before);
  const people = composition.prior30d.steadyPeople;
  const threshold = Math.max(MIN_NEWCOMERS, TIMES_THE_PAST * past, MIN_SHARE_OF_PEOPLE * people);
  return {
    value: stayed < MIN_NEWCOMERS ? 0 : stayed / threshold,
    isAbovePast: stayed > past,
  };
}

/** New repositories, whose past does not matter, or days of work on CI and infrastructure files. */
export function infrastructureBuildout({
  newRepositories,
  infrastructure,
}: EvidenceWindows): Observed {
  const opened = newRepositories.length / MIN_NEW_REPOSITORIES;
  const worked = againstPast(infrastructure.personDays, MIN_INFRASTRUCTURE_DAYS);
  if (worked.value === null) return opened > 0 ? { value: opened, isAbovePast: true } : UNKNOWN;
  const counted = infrastructure.people < MIN_INFRASTRUCTURE_PEOPLE ? 0 : worked.value;
  return { value: Math.max(opened, counted), isAbovePast: opened > 0 || worked.isAbovePast };
}

export function deploySpike({ releaseDays }: EvidenceWindows): Observed {
  return againstPast(releaseDays, MIN_RELEASE_DAYS);
}

/** Roles that changed hands: one is the threshold. */
export function frameworkMigration({ dependencies }: EvidenceWindows): Observed {
  return dependencies ? { value: dependencies.replacedRoles, isAbovePast: true } : UNKNOWN;
}

/** The newest window against the mean of those before; unknown without enough of them. */
function againstPast([now, ...before]: readonly number[], floor: number): Observed {
  if (now === undefined || before.length < MIN_PAST_WINDOWS) return UNKNOWN;
  const past = mean(before);
  return { value: now / Math.max(TIMES_THE_PAST * past, floor), isAbovePast: now > past };
}
