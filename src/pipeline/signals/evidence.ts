/**
 * How much evidence a company's windows hold for each signal type, against its own past; 1 is the
 * threshold. Null where the ledger does not hold what the type rests on: unknown is not zero.
 */
import { mean } from '../../lib/averages.ts';
import type { DependencyChanges, Windows } from './windows.ts';

export type EvidenceWindows = Pick<
  Windows,
  'composition' | 'newcomers' | 'infrastructure' | 'newRepositories' | 'releaseDays'
> & { dependencies: Pick<DependencyChanges, 'exchanged'> | null };

/** Windows of four weeks that a past must have to compare with. */
const MIN_PAST_WINDOWS = 3;
/** How many times the own past makes a threshold. */
const TIMES_THE_PAST = 2;

const MIN_NEWCOMERS = 3;
/** Newcomers must also be so large a share of the people who were there before. */
const MIN_SHARE_OF_PEOPLE = 0.15;

const MIN_INFRASTRUCTURE_DAYS = 10;
const MIN_INFRASTRUCTURE_PEOPLE = 2;
const MIN_NEW_REPOSITORIES = 2;

const MIN_RELEASE_DAYS = 5;

const MIN_PACKAGES = 4;

/** New people who stayed, against those of the windows before and the people already there. */
export function hiringBurst({ newcomers, composition }: EvidenceWindows): number | null {
  const [stayed, ...before] = newcomers.stayed;
  if (stayed === undefined || before.length === 0) return null;
  const people = composition.prior30d.steadyPeople;
  return (
    stayed / Math.max(MIN_NEWCOMERS, TIMES_THE_PAST * mean(before), MIN_SHARE_OF_PEOPLE * people)
  );
}

/** New repositories, or days on which people changed CI and infrastructure files. */
export function infrastructureBuildout({
  newRepositories,
  infrastructure,
}: EvidenceWindows): number | null {
  const opened = newRepositories.length / MIN_NEW_REPOSITORIES;
  const worked = againstPast(infrastructure.personDays, MIN_INFRASTRUCTURE_DAYS);
  if (worked === null) return opened > 0 ? opened : null;
  return infrastructure.people < MIN_INFRASTRUCTURE_PEOPLE ? opened : Math.max(opened, worked);
}

export function deploySpike({ releaseDays }: EvidenceWindows): number | null {
  return againstPast(releaseDays, MIN_RELEASE_DAYS);
}

/** Packages that left and packages that came, the smaller of the two. */
export function frameworkMigration({ dependencies }: EvidenceWindows): number | null {
  return dependencies && againstPast(dependencies.exchanged, MIN_PACKAGES);
}

/** The newest window against the mean of those before; null without enough of them. */
function againstPast([now, ...before]: readonly number[], floor: number): number | null {
  if (now === undefined || before.length < MIN_PAST_WINDOWS) return null;
  return now / Math.max(TIMES_THE_PAST * mean(before), floor);
}
