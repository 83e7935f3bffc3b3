/**
 * The evidence of each signal type of a startup, with the items that a reader can check by name. `value`
 * 1 is the type's threshold; null where the ledger does not hold what the type rests on.
 */
import { z } from 'zod';
import { type Day, isoDay } from '../../lib/period.ts';
import { counted, listed } from '../../lib/prose.ts';
import { MAX_NAMED } from '../measures/windows.ts';
import type { Evidence, SignalType } from './classify.ts';
import { sixDecimals } from './growth.ts';
import type {
  DependencyChanges,
  Named,
  PackageChange,
  ReplacedPackage,
  Windows,
} from './windows.ts';

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
    replacedRoles: Count.nullable().describe('Roles of packages that changed hands in 28 days'),
    replaced: z
      .array(
        z.object({
          role: z.string().describe('As registry/package-roles.yaml names it'),
          repository: z.string(),
          left: z.string().describe('ecosystem:package'),
          came: z.string().describe('ecosystem:package'),
          day: z.iso.date(),
          commit: z.string().nullable().describe('The first 12 digits of its id'),
        }),
      )
      .max(MAX_NAMED)
      .describe('Packages of these roles that one commit replaced, newest first'),
    repository: z
      .string()
      .nullable()
      .describe('Where most packages of one ecosystem left and came, with a role or without'),
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

/** Values are rounded to six decimals. */
export function typeEvidence(windows: Windows, evidence: Evidence): TypeEvidence {
  const rounded = (type: SignalType): Value => {
    const { value } = evidence[type];
    return value === null ? null : sixDecimals(value);
  };
  return {
    'Engineering hiring burst': hiring(windows, rounded('Engineering hiring burst')),
    'Infrastructure buildout': infrastructure(windows, rounded('Infrastructure buildout')),
    'Deploy frequency spike': deploys(windows, rounded('Deploy frequency spike')),
    'Framework migration': migration(windows, rounded('Framework migration')),
  };
}

type Value = number | null;

function hiring({ newcomers, composition }: Windows, value: Value) {
  const [stayed = null, ...stayedBefore] = newcomers.stayed;
  const { steadyPeople } = composition.prior30d;
  const summary =
    stayed === null || newcomers.joined === null
      ? 'Who is new is not known: the copies do not reach back far enough.'
      : `${counted(stayed, 'new regular')}: of ${counted(newcomers.joined, 'person who', 'people who')} joined in eight weeks, ${stayed} ${stayed === 1 ? 'stays' : 'stay'}${against(stayedBefore, 'eight weeks')}.`;
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
    releases: releases.first.map(({ day, ...release }) => ({ ...release, day: isoDay(day) })),
  };
}

function migration({ dependencies }: Windows, value: Value) {
  if (!dependencies)
    return {
      value,
      summary: 'Changes of dependencies are not known: the copies hold no manifests.',
      replacedRoles: null,
      replaced: [],
      repository: null,
      basis: null,
      totalLeft: 0,
      left: [],
      totalCame: 0,
      came: [],
    };
  const { replacedRoles, replaced, repository, basis, left, came } = dependencies;
  return {
    value,
    summary: replaced.length > 0 ? replacements(replaced) : exchange(dependencies),
    replacedRoles,
    replaced: replaced.map(({ day, ...pair }) => ({ ...pair, day: isoDay(day) })),
    repository,
    basis,
    totalLeft: left.total,
    left: left.first.map(packageItem),
    totalCame: came.total,
    came: came.first.map(packageItem),
  };
}

/** `jest → vitest (test runner) in owner/name on 2026-07-14.`, a sentence a role and commit */
function replacements(replaced: readonly ReplacedPackage[]): string {
  const commits = Map.groupBy(replaced, ({ role, repository, day, commit }) =>
    [role, repository, day, commit].join(' '),
  );
  return [...commits.values()]
    .map((pairs) => {
      const [{ role, repository, day } = NO_PAIR] = pairs;
      const names = (side: 'left' | 'came') =>
        [...new Set(pairs.map((pair) => plainName(pair[side])))].join(', ');
      return `${names('left')} → ${names('came')} (${role}) in ${repository} on ${isoDay(day)}.`;
    })
    .join(' ');
}

const NO_PAIR = { role: '', repository: '', day: 0 };

/** A package's name without its ecosystem. */
function plainName(dependency: string): string {
  return dependency.slice(dependency.indexOf(':') + 1);
}

function exchange({ repository, left, came }: DependencyChanges): string {
  if (repository === null) return 'No package left and none came in 28 days.';
  const packages = ({ total }: Named<PackageChange>) => counted(total, 'package');
  return `No role of packages changed hands in 28 days; ${packages(left)} left ${repository} and ${packages(came)} came.`;
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
