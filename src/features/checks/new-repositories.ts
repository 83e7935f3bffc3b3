/** Shows which repositories are new, and when the others were created. */
import { z } from 'zod';
import { type Day, isoDay } from '../../lib/period.ts';
import { counted, listed } from '../../lib/prose.ts';
import type { CheckRecord } from '../../pipeline/edition/checks.ts';
import type { EvidenceRecord } from '../../pipeline/edition/record.ts';
import { Window, windowOf } from './check-windows.ts';
import { cloneCommand, firstCommitCommand } from './git-commands.ts';

const MONTH = 30;

const Began = z.object({ repository: z.string(), began: z.iso.date().nullable() });

export const NewRepositoriesCheck = z
  .object({
    number: z.literal('new-repositories'),
    value: z.int().nonnegative(),
    sentence: z.string(),
    window: Window,
    basis: z.enum(['organization', 'tracked']).meta({
      description:
        'organization: all public repositories that it created; tracked: first commits of those that are followed',
    }),
    repositories: z.array(
      Began.extend({
        git: z.object({ clone: z.string(), firstCommit: z.string() }).optional().meta({
          description: 'Absent where the hosting service tells the day, not git',
        }),
      }),
    ),
    others: z
      .array(Began)
      .meta({ description: 'Followed repositories that are older, newest first' }),
    listUrl: z.url().optional().meta({ description: 'The hosting service’s own list' }),
  })
  .meta({ id: 'NewRepositoriesCheck', description: 'Which repositories are new' });
export type NewRepositoriesCheck = z.infer<typeof NewRepositoriesCheck>;

/**
 * @param record undefined if the edition was published without one
 * @param organization account on the hosting service
 */
export function newRepositoriesCheck(
  record: CheckRecord | undefined,
  { evidence }: EvidenceRecord,
  basis: 'organization' | 'tracked',
  organization: string,
  lastDay: Day,
): NewRepositoriesCheck {
  const window = windowOf(lastDay, MONTH);
  const fresh = evidence['Infrastructure buildout'].newRepositories;
  const isNew = new Set(fresh.map(({ repository }) => repository));
  const others = (record?.repositories ?? [])
    .filter(({ repository }) => !isNew.has(repository))
    .map(({ repository, began }) => ({ repository, began }))
    .sort((a, b) => ((a.began ?? '') < (b.began ?? '') ? 1 : -1));
  const span = encodeURIComponent(`created:${window.from}..${window.through}`);
  return {
    number: 'new-repositories',
    value: fresh.length,
    sentence: sentenceOf(fresh, others, basis, isoDay(lastDay)),
    window,
    basis,
    repositories: fresh.map(({ repository, day }) => ({
      repository,
      began: day,
      ...(basis === 'tracked' && {
        git: { clone: cloneCommand(repository), firstCommit: firstCommitCommand(repository) },
      }),
    })),
    others,
    ...(basis === 'organization' && {
      listUrl: `https://github.com/orgs/${encodeURIComponent(organization)}/repositories?q=${span}`,
    }),
  };
}

function sentenceOf(
  fresh: readonly { repository: string; day: string }[],
  others: readonly { repository: string; began: string | null }[],
  basis: NewRepositoriesCheck['basis'],
  end: string,
): string {
  const names = listed(fresh.map(({ repository, day }) => `${repository} on ${day}`));
  if (basis === 'organization')
    return fresh.length === 0
      ? `The organization created no public repository in the 30 days to ${end}.`
      : `The organization created ${counted(fresh.length, 'public repository', 'public repositories')} in the 30 days to ${end}: ${names}.`;
  if (fresh.length > 0)
    return `${counted(fresh.length, 'tracked repository', 'tracked repositories')} had the first commit in the 30 days to ${end}: ${names}.`;
  const youngest = others.find(({ began }) => began !== null);
  if (!youngest) return `No tracked repository began in the 30 days to ${end}.`;
  const of =
    others.length === 1 ? '' : `; the youngest of ${others.length} is ${youngest.repository}`;
  return `No tracked repository began in the 30 days to ${end}${of}${others.length === 1 ? `; ${youngest.repository} had its first commit on ${youngest.began}` : `, with its first commit on ${youngest.began}`}.`;
}
