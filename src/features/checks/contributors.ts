/**
 * The breakdown of the contributors in 30 days by repository, by day, and by number of active days.
 */
import { z } from 'zod';
import { sum } from '../../lib/averages.ts';
import { type Day, isoDay } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { type CheckRecord, PeopleByDays, RepositoryDays } from '../../pipeline/edition/checks.ts';
import type { EvidenceRecord } from '../../pipeline/edition/record.ts';
import { NotCounted, notCountedIn, Window, windowOf } from './check-windows.ts';
import { addressesCommand, cloneCommand } from './git-commands.ts';

const MONTH = 30;

const Count = z.int().nonnegative();

const ContributorsOfRepository = z.object({
  repository: z.string(),
  ...RepositoryDays.shape.contributors.shape,
  days: z.object({ from: z.iso.date(), people: RepositoryDays.shape.people }),
  git: z.object({
    clone: z.string(),
    addresses: z.string().meta({ description: 'Prints at least `current`' }),
  }),
});

export const ContributorsCheck = z
  .object({
    number: z.literal('contributors'),
    value: Count,
    sentence: z.string(),
    window: Window,
    prior: Count,
    priorWindow: Window,
    peopleByDays: PeopleByDays,
    newPeople: Count.nullable(),
    inSeveral: Count.meta({
      description: 'How much the repositories add up to more: people who were in several',
    }),
    repositories: z.array(ContributorsOfRepository),
    notCounted: NotCounted,
  })
  .meta({ id: 'ContributorsCheck', description: 'How a count of contributors adds up' });
export type ContributorsCheck = z.infer<typeof ContributorsCheck>;

export function contributorsCheck(
  { repositories, peopleByDays }: CheckRecord,
  evidence: EvidenceRecord,
  lastDay: Day,
): ContributorsCheck {
  const window = windowOf(lastDay, MONTH);
  const value = sum(peopleByDays.current);
  const prior = sum(peopleByDays.prior);
  return {
    number: 'contributors',
    value,
    sentence: sentenceOf(peopleByDays.current, value, prior),
    window,
    prior,
    priorWindow: windowOf(lastDay, MONTH, MONTH),
    peopleByDays,
    newPeople: evidence.composition.current30d.newPeople,
    inSeveral: sum(repositories.map(({ contributors }) => contributors.current)) - value,
    repositories: repositories.map(({ repository, contributors, people }) => ({
      repository,
      ...contributors,
      days: { from: isoDay(lastDay - people.length + 1), people },
      git: {
        clone: cloneCommand(repository),
        addresses: addressesCommand(repository, window),
      },
    })),
    notCounted: notCountedIn(evidence),
  };
}

function sentenceOf(byDays: readonly number[], value: number, prior: number): string {
  const before = `against ${count(prior)} in the 30 days before`;
  const [once = 0, ...more] = byDays;
  const often = sum(more);
  if (value === 0) return `No commit that counts landed in these 30 days; ${before}.`;
  const people = counted(value, 'person', 'people');
  if (often === 0)
    return `${people}, ${value === 1 ? 'on one day' : 'each on one day'}; ${before}.`;
  if (once === 0) return `${people}, ${value === 1 ? '' : 'all '}on two days or more; ${before}.`;
  return `${people} = ${count(often)} with commits on two days or more + ${count(once)} with commits on one day; ${before}.`;
}
