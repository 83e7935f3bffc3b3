/**
 * How signal types behave over all editions: how many are strong, how often they change, how long
 * they last, and whether what they rest on holds. Pure; shares are 0 to 1, NaN without a case.
 */
import { mean } from '../../src/lib/averages.ts';
import type { Startup } from '../../src/pipeline/edition/record.ts';
import { SIGNAL_TYPES, type SignalType } from '../../src/pipeline/signals/classify.ts';

/** The startups of each period by slug, oldest first. */
type Periods = readonly ReadonlyMap<string, TypedStartup>[];

export type TypedStartup = Pick<
  Startup,
  'slug' | 'commitVelocity14d' | 'contributors' | 'signalType' | 'signalStrength' | 'evidence'
>;

/** Startups with fewer commits or people say too little about a method. */
const MIN_COMMITS = 20;
const MIN_PEOPLE = 3;
/** Evidence below which no type is strong, however it was before. */
const MIN_STRONG_EVIDENCE = 0.65;

export type TypeGoals = ReturnType<typeof typeGoals>;

export function typeGoals(periods: Periods) {
  const counted = periods.map((startups) => [...startups.values()].filter(isCounted));
  const all = counted.flat();
  const strong = all.filter(({ signalStrength }) => signalStrength === 'strong');
  const ofType = (type: SignalType) => strong.filter(({ signalType }) => signalType === type);
  const pairs = counted.slice(1).flatMap((startups, index) => {
    const before = new Map((counted[index] ?? []).map((startup) => [startup.slug, startup]));
    return startups.flatMap((now) => {
      const then = before.get(now.slug);
      return then ? [{ then, now }] : [];
    });
  });
  const both = pairs.filter(({ then, now }) => hasSignal(then) && hasSignal(now));
  return {
    startupWeeks: all.length,
    /** Share of startup-weeks with a strong type, and with each type. */
    strong: strong.length / all.length,
    strongOfType: Object.fromEntries(
      SIGNAL_TYPES.map((type) => [type, ofType(type).length / all.length]),
    ) as Record<SignalType, number>,
    /** Share of pairs of weeks with a signal in both in which its type differs. */
    changed: share(both, ({ then, now }) => then.signalType !== now.signalType),
    /** Share of all pairs of weeks. */
    beganOrEnded: share(pairs, ({ then, now }) => hasSignal(then) !== hasSignal(now)),
    /** Share of strong startup-weeks that are strong with the same type a week later. */
    strongAgain: share(
      pairs.filter(({ then }) => then.signalStrength === 'strong'),
      ({ then, now }) => now.signalStrength === 'strong' && now.signalType === then.signalType,
    ),
    /** Weak spikes and buildouts by work at or below the mean of the windows before. */
    weakBelowPast: share(
      all.filter((startup) => startup.signalStrength === 'weak' && rests(startup) !== undefined),
      (startup) => !isAbovePast(rests(startup)),
    ),
    /** Strong hiring bursts of fewer than three people. */
    burstsOfFew: share(
      ofType('Engineering hiring burst'),
      ({ evidence }) => (evidence?.['Engineering hiring burst']?.stayed ?? 0) < MIN_PEOPLE,
    ),
    /** Strong migrations that name no role, or a package on both sides. */
    migrationsNotHolding: share(ofType('Framework migration'), (startup) => !migrates(startup)),
    /** Strong deploy spikes whose days with a release are not above the startup's own past. */
    spikesVanishing: share(ofType('Deploy frequency spike'), (startup) => !spikes(startup)),
  };
}

/** Startup-weeks with a strong hiring burst. */
export function isStrongHiring(startup: TypedStartup): boolean {
  const { signalType, signalStrength } = startup;
  return (
    isCounted(startup) && signalStrength === 'strong' && signalType === 'Engineering hiring burst'
  );
}

export function isCounted({ commitVelocity14d, contributors }: TypedStartup): boolean {
  return commitVelocity14d >= MIN_COMMITS && contributors >= MIN_PEOPLE;
}

function hasSignal({ signalStrength }: TypedStartup): boolean {
  return signalStrength !== 'none';
}

/** Reads the named packages again: pairs of a role, each on one side only. */
function migrates({ evidence }: TypedStartup): boolean {
  const { replaced = [] } = evidence?.['Framework migration'] ?? {};
  const left = new Set(replaced.map((pair) => `${pair.repository} ${pair.left}`));
  return (
    replaced.length > 0 &&
    replaced.every(({ repository, came }) => !left.has(`${repository} ${came}`))
  );
}

/** The count that a spike, or a buildout without new repositories, rests on, and those before it. */
function rests({ signalType, evidence }: TypedStartup): CountAndPast | undefined {
  const deploys = evidence?.['Deploy frequency spike'];
  const built = evidence?.['Infrastructure buildout'];
  if (signalType === 'Deploy frequency spike' && deploys)
    return { now: deploys.releaseDays, before: deploys.releaseDaysBefore };
  if (signalType === 'Infrastructure buildout' && built?.newRepositories.length === 0)
    return { now: built.personDays, before: built.personDaysBefore };
  return undefined;
}

type CountAndPast = { now: number | null; before: readonly number[] };

function isAbovePast(count: CountAndPast | undefined): boolean {
  return count !== undefined && (count.now ?? 0) > mean(count.before);
}

/** Counts the days again, against what they are measured by. */
function spikes({ evidence }: TypedStartup): boolean {
  const named = evidence?.['Deploy frequency spike'];
  if (!named || named.releaseDays === null) return false;
  const days = new Set(named.releases.map(({ day }) => day));
  const isComplete = named.releases.length === named.totalReleases;
  return (
    (!isComplete || days.size === named.releaseDays) &&
    named.releaseDays >= 2 * MIN_STRONG_EVIDENCE * mean(named.releaseDaysBefore)
  );
}

/** NaN without any. */
function share<T>(list: readonly T[], isOne: (item: T) => boolean): number {
  return list.filter(isOne).length / list.length;
}
