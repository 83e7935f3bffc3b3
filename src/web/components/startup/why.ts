/**
 * One sentence that says why a startup is where it is: how its pace stands against its own past, and
 * what its evidence names. Every number in it leads to where it can be checked.
 */
import { type Html, html } from '../../../lib/html.ts';
import { parseDay } from '../../../lib/period.ts';
import type { EvidenceRecord, PartialStartup, Startup } from '../../../pipeline/edition/record.ts';
import type { TypeEvidence } from '../../../pipeline/edition/type-evidence.ts';
import { count, counted, longDate } from '../format.ts';

/** Levels of pace against the own past, in units of its own noise. */
const WELL = 1;
const SOMEWHAT = 0.25;

/** @param hrefOf the check of a number */
export function why(
  startup: Startup | PartialStartup,
  evidence: EvidenceRecord,
  hrefOf: (number: 'commits' | 'score') => string,
): Html {
  const { commitVelocity14d: commits } = startup;
  if (commits === 0) return silence(startup, evidence);
  const own =
    'scores' in startup
      ? html` (<a href="${hrefOf('score')}" data-check="">growth rank ${startup.scores.growth} of 100</a>)`
      : null;
  return html`Its pace is ${level(evidence.paceGrowth)} that of its own past year${own}: <a href="${hrefOf('commits')}" data-check="">${counted(commits, 'commit')}</a> in 14 days, after ${count(evidence.priorVelocity)} in the 14 before.${named(startup, evidence.evidence)}`;
}

function level(growth: number): string {
  if (growth >= WELL) return 'well above';
  if (growth >= SOMEWHAT) return 'above';
  if (growth > -SOMEWHAT) return 'about';
  return growth > -WELL ? 'below' : 'well below';
}

function silence({ name }: { name: string }, { weeklyCommits }: EvidenceRecord): Html {
  const ago = weeklyCommits.findIndex((commits) => commits > 0);
  return ago < 0
    ? html`No commit that counts landed in its public repositories in ${counted(weeklyCommits.length, 'week')}.`
    : html`No commit that counts landed in the public repositories of <bdi>${name}</bdi> in these 14 days; the last ones landed ${counted(ago, 'week')} earlier.`;
}

/** What the evidence of the named type rests on, by name. */
function named(
  { signalType, signalStrength }: Startup | PartialStartup,
  types: TypeEvidence,
): Html | null {
  if (signalStrength === 'none') return html` Nothing else about it stands out.`;
  const words = {
    'Deploy frequency spike': () => released(types['Deploy frequency spike']),
    'Engineering hiring burst': () => joined(types['Engineering hiring burst']),
    'Infrastructure buildout': () => built(types['Infrastructure buildout']),
    'Framework migration': () => migrated(types['Framework migration']),
  }[signalType]();
  return words === '' ? null : html` <a href="#evidence">${words}</a>`;
}

function released({ releaseDays, releases }: TypeEvidence['Deploy frequency spike']): string {
  if (releaseDays === null) return '';
  const [last] = releases;
  const newest = last
    ? `, most recently ${shortName(last.repository)} ${last.tag} on ${longDate(parseDay(last.day))}`
    : '';
  return `It released on ${count(releaseDays)} of 28 days${newest}.`;
}

function joined({ newPeople, stayed }: TypeEvidence['Engineering hiring burst']): string {
  if (newPeople === null || stayed === null) return '';
  return `Of ${counted(newPeople, 'person', 'people')} who joined in eight weeks, ${count(stayed)} stayed.`;
}

function built({
  newRepositories,
  personDays,
  people,
}: TypeEvidence['Infrastructure buildout']): string {
  const [first] = newRepositories;
  if (first && newRepositories.length > 1)
    return `${counted(newRepositories.length, 'new repository', 'new repositories')} began, among them ${first.repository}.`;
  if (first) return `A new repository began, ${first.repository}.`;
  if (personDays === null) return '';
  return `${counted(people, 'person', 'people')} worked on build, deployment and infrastructure files on ${counted(personDays, 'working day')} in 28 days.`;
}

function migrated({
  repository,
  totalLeft,
  totalCame,
  came,
  left,
}: TypeEvidence['Framework migration']): string {
  if (repository === null) return '';
  const [gone, arrived] = [left[0]?.name, came[0]?.name];
  const example =
    gone !== undefined && arrived !== undefined
      ? `, such as ${packageName(gone)} out and ${packageName(arrived)} in`
      : '';
  return `${counted(totalLeft, 'package')} left ${repository} in 28 days and ${count(totalCame)} came${example}.`;
}

const shortName = (repository: string) => repository.slice(repository.indexOf('/') + 1);
const packageName = (dependency: string) => dependency.slice(dependency.indexOf(':') + 1);
