/** The breakdown of a fortnight's commits by repository and day, including excluded ones. */
import { z } from 'zod';
import { sum } from '../../lib/averages.ts';
import { type Day, isoDay } from '../../lib/period.ts';
import { count, counted } from '../../lib/prose.ts';
import { type CheckRecord, RepositoryDays } from '../../pipeline/edition/checks.ts';
import type { EvidenceRecord } from '../../pipeline/edition/record.ts';
import { halves, NotCounted, notCountedIn, Window, windowOf } from './check-windows.ts';
import { cloneCommand, countCommand, dailyCommand } from './git-commands.ts';

const FORTNIGHT = 14;

export type Reason = 'merge' | 'automation' | 'duplicate';

const Count = z.int().nonnegative();
const ByReason = z.object({ merge: Count, automation: Count, duplicate: Count });

/**
 * One repository in one window: the commits that git prints, minus the excluded ones, are those that
 * count.
 */
const Reconciled = z
  .object({
    printed: Count.meta({ description: 'What the git command prints' }),
    leftOut: ByReason,
    counted: Count.meta({ description: '`printed` less everything left out' }),
  })
  .meta({ id: 'ReconciledCommits' });
type Reconciled = z.infer<typeof Reconciled>;

const CommitsOfRepository = z.object({
  repository: z.string(),
  current: Reconciled,
  prior: Reconciled,
  days: z.object({
    from: z.iso.date(),
    commits: RepositoryDays.shape.commits,
    leftOut: RepositoryDays.shape.leftOut,
  }),
  git: z.object({
    clone: z.string(),
    count: z.string().meta({ description: 'Prints `current.printed`' }),
    countPrior: z.string().meta({ description: 'Prints `prior.printed`' }),
    daily: z.string().meta({ description: 'Prints a line a day, without merges' }),
  }),
  commitsUrl: z.url().optional(),
});
export type CommitsOfRepository = z.infer<typeof CommitsOfRepository>;

export const CommitsCheck = z
  .object({
    number: z.literal('commits'),
    value: Count,
    sentence: z.string(),
    window: Window,
    prior: Count,
    priorWindow: Window,
    landedInBulk: z.number().min(0).max(1).nullable().meta({
      description: 'Share that landed 20 or more a minute; counted all the same; null if not known',
    }),
    repositories: z.array(CommitsOfRepository),
    notCounted: NotCounted,
  })
  .meta({ id: 'CommitsCheck', description: 'How a count of commits adds up' });
export type CommitsCheck = z.infer<typeof CommitsCheck>;

export function commitsCheck(
  { repositories }: CheckRecord,
  evidence: EvidenceRecord,
  lastDay: Day,
): CommitsCheck {
  const window = windowOf(lastDay, FORTNIGHT);
  const priorWindow = windowOf(lastDay, FORTNIGHT, FORTNIGHT);
  const urls = new Map(
    evidence.repositories.map(({ repository, commitsUrl }) => [repository, commitsUrl]),
  );
  const shown = repositories.map(({ repository, commits, leftOut }) => {
    const commitsUrl = urls.get(repository);
    return {
      repository,
      current: reconciled('current', commits, leftOut),
      prior: reconciled('prior', commits, leftOut),
      days: { from: isoDay(lastDay - commits.length + 1), commits, leftOut },
      git: {
        clone: cloneCommand(repository),
        count: countCommand(repository, window),
        countPrior: countCommand(repository, priorWindow),
        daily: dailyCommand(repository, window),
      },
      ...(commitsUrl !== undefined && { commitsUrl }),
    };
  });
  const value = sum(shown.map(({ current }) => current.counted));
  const prior = sum(shown.map(({ prior: before }) => before.counted));
  const parts = sumOf(shown.map(({ repository, current }) => [repository, current.counted]));
  return {
    number: 'commits',
    value,
    sentence:
      value === 0
        ? `No commit that counts landed in its ${counted(shown.length, 'repository', 'repositories')} in these 14 days; ${count(prior)} did in the 14 days before.`
        : `${parts}; against ${count(prior)} in the 14 days before.`,
    window,
    prior,
    priorWindow,
    landedInBulk: evidence.composition.current14d.bulkShare,
    repositories: shown,
    notCounted: notCountedIn(evidence),
  };
}

function reconciled(
  half: 'current' | 'prior',
  commits: readonly number[],
  leftOut: CheckRecord['repositories'][number]['leftOut'],
): Reconciled {
  const ofReason = (reason: Reason) => halves(leftOut[reason] ?? [])[half];
  const left = {
    merge: ofReason('merge'),
    automation: ofReason('automation'),
    duplicate: ofReason('duplicate'),
  };
  const own = halves(commits)[half];
  return { printed: own + sum(Object.values(left)), leftOut: left, counted: own };
}

/** Maximum number of repositories named in a sentence. */
const MAX_NAMED = 4;

/** `162 = 120 in langfuse/langfuse + 42 in langfuse/langfuse-python`: names only the largest ones. */
export function sumOf(parts: readonly (readonly [repository: string, value: number])[]): string {
  const value = count(sum(parts.map(([, part]) => part)));
  const largest = parts.filter(([, part]) => part > 0).sort(([, a], [, b]) => b - a);
  const [first] = largest;
  if (!first) return value;
  if (largest.length === 1) return `${value}, all in ${first[0]}`;
  const named = largest.length === MAX_NAMED + 1 ? largest : largest.slice(0, MAX_NAMED);
  const others = largest.slice(named.length);
  const rest =
    others.length === 0
      ? ''
      : ` + ${count(sum(others.map(([, part]) => part)))} in ${counted(others.length, 'other')}`;
  return `${value} = ${named.map(([name, part]) => `${count(part)} in ${name}`).join(' + ')}${rest}`;
}
