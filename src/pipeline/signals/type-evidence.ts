/**
 * What each signal type of a startup rests on, with the items that a reader can check by name. `value`
 * 1 is the type's threshold; null where the ledger does not hold what the type rests on.
 */
import { z } from 'zod';
import { type Day, isoDay } from '../../lib/period.ts';
import { counted, listed } from '../../lib/prose.ts';
import { MAX_NAMED } from '../measures/windows.ts';
import type { SignalType } from './classify.ts';
import type { Named, PackageChange, Windows } from './windows.ts';

const Count = z.int().nonnegative();
const Before = z.array(Count).describe('The windows before it, newest first');
const common = {
  value: z
    .number()
    .nonnegative()
    .nullable()
    .describe('1 is the threshold; null where what it rests on is not known'),
  summary: z.string().describe('The same in a plain sentence'),
};
const PackageItem = z.object({
  name: z.string().describe('ecosystem:package'),
  day: z.iso.date(),
  commit: z.string().nullable().describe('The first 12 digits of its id'),
});

const HiringEvidence = z
  .object({
    ...common,
    newPeople: Count.nullable().describe('Who joined in the last eight weeks'),
    stayed: Count.nullable().describe('How many of them stay'),
    stayedBefore: Before,
    steadyPeople: Count.describe('People with commits on two days of [D−59, D−30], whom they join'),
  })
  .meta({ id: 'HiringEvidence' });
const InfrastructureEvidence = z
  .object({
    ...common,
    newRepositories: z.array(z.object({ repository: z.string(), day: z.iso.date() })),
    personDays: Count.nullable().describe(
      'Pairs of person and day with changes of CI or infrastructure files, in 28 days',
    ),
    personDaysBefore: Before,
    people: Count,
    files: z.object({ ci: Count, infrastructure: Count }),
  })
  .meta({ id: 'InfrastructureEvidence' });
const DeployEvidence = z
  .object({
    ...common,
    releaseDays: Count.nullable().describe('Days with a release, of 28'),
    releaseDaysBefore: Before,
    totalReleases: Count,
    releases: z
      .array(z.object({ repository: z.string(), tag: z.string(), day: z.iso.date() }))
      .max(MAX_NAMED)
      .describe('Newest first'),
  })
  .meta({ id: 'DeployEvidence' });
const MigrationEvidence = z
  .object({
    ...common,
    repository: z.string().nullable(),
    basis: z
      .enum(['manifests', 'lines'])
      .nullable()
      .describe(
        'manifests: what they hold at both ends of the 28 days; lines: what was added and removed',
      ),
    totalLeft: Count,
    left: z.array(PackageItem).max(MAX_NAMED).describe('Packages that left'),
    totalCame: Count,
    came: z.array(PackageItem).max(MAX_NAMED).describe('Packages that came'),
    exchangedBefore: Before,
  })
  .meta({ id: 'MigrationEvidence' });

/** By signal type. */
export const TypeEvidence = z
  .object({
    'Engineering hiring burst': HiringEvidence,
    'Infrastructure buildout': InfrastructureEvidence,
    'Deploy frequency spike': DeployEvidence,
    'Framework migration': MigrationEvidence,
  } satisfies Record<SignalType, z.ZodType>)
  .meta({ id: 'TypeEvidence', description: 'What each signal type rests on' });
export type TypeEvidence = z.infer<typeof TypeEvidence>;

/** @param values six decimals */
export function typeEvidence(
  windows: Windows,
  values: Readonly<Record<SignalType, number | null>>,
): TypeEvidence {
  return {
    'Engineering hiring burst': hiring(windows, values['Engineering hiring burst']),
    'Infrastructure buildout': infrastructure(windows, values['Infrastructure buildout']),
    'Deploy frequency spike': deploys(windows, values['Deploy frequency spike']),
    'Framework migration': migration(windows, values['Framework migration']),
  };
}

type Value = number | null;

function hiring({ newcomers, composition }: Windows, value: Value) {
  const [stayed = null, ...stayedBefore] = newcomers.stayed;
  const { steadyPeople } = composition.prior30d;
  const summary =
    stayed === null || newcomers.joined === null
      ? 'Who is new is not known: the copies do not reach back far enough.'
      : `${counted(newcomers.joined, 'new person', 'new people')} joined in eight weeks, of whom ${stayed} stay${against(stayedBefore, 'eight weeks')}.`;
  return { value, summary, newPeople: newcomers.joined, stayed, stayedBefore, steadyPeople };
}

function infrastructure({ newRepositories, infrastructure: work }: Windows, value: Value) {
  const [personDays = null, ...personDaysBefore] = work.personDays;
  const files = { ci: work.ciFiles, infrastructure: work.infraFiles };
  const opened = newRepositories.map(({ repository, day }) => ({ repository, day: isoDay(day) }));
  const worked = `${counted(work.people, 'person', 'people')} changed CI or infrastructure files on ${counted(personDays ?? 0, 'working day')} together in 28 days${against(personDaysBefore, '28 days')}: ${counted(files.ci, 'CI file')}, ${counted(files.infrastructure, 'infrastructure file')}.`;
  const began =
    opened.length === 0
      ? ''
      : ` New ${opened.length === 1 ? 'repository' : 'repositories'}: ${listed(opened.map(({ repository }) => repository))}.`;
  return {
    value,
    summary: `${worked}${began}`,
    newRepositories: opened,
    personDays,
    personDaysBefore,
    people: work.people,
    files,
  };
}

function deploys({ releaseDays: days, releases }: Windows, value: Value) {
  const [releaseDays = null, ...releaseDaysBefore] = days;
  const summary =
    releaseDays === null
      ? 'Release days are not known: older tags were cut from the recording.'
      : `Released on ${counted(releaseDays, 'day')} of 28${against(releaseDaysBefore, '28 days')}.`;
  return {
    value,
    summary,
    releaseDays,
    releaseDaysBefore,
    totalReleases: releases.total,
    releases: releases.first.map(({ repository, tag, day }) => ({
      ...{ repository, tag },
      day: isoDay(day),
    })),
  };
}

function migration({ dependencies }: Windows, value: Value) {
  if (!dependencies)
    return {
      value,
      summary: 'Changes of dependencies are not known: the copies hold no manifests.',
      repository: null,
      basis: null,
      totalLeft: 0,
      left: [],
      totalCame: 0,
      came: [],
      exchangedBefore: [],
    };
  const { repository, basis, left, came, exchanged } = dependencies;
  const packages = ({ total }: Named<PackageChange>) => counted(total, 'package');
  return {
    value,
    summary:
      repository === null
        ? 'No package left and none came in 28 days.'
        : `${packages(left)} left ${repository} in 28 days and ${packages(came)} came.`,
    repository,
    basis,
    totalLeft: left.total,
    left: left.first.map(packageItem),
    totalCame: came.total,
    came: came.first.map(packageItem),
    exchangedBefore: exchanged.slice(1),
  };
}

function packageItem({ name, day, commit }: { name: string; day: Day; commit: string | null }) {
  return { name, day: isoDay(day), commit };
}

/** `, against 2, 3 and 1 in the windows of 28 days before` */
function against(before: readonly number[], window: string): string {
  if (before.length === 0) return '';
  const windows = before.length === 1 ? `the ${window} before` : `the windows of ${window} before`;
  return `, against ${listed(before.map(String))} in ${windows}`;
}
