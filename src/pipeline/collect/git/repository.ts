/** Properties of a local repository other than its log. Nothing is fetched. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BellwetherError } from '../../../lib/errors.ts';
import type { Tag } from '../commit.ts';
import { GitError } from './git-error.ts';
import { instant } from './log-parser.ts';
import { type GitOptions, runGit } from './run-git.ts';

export function gitDirOf(folder: string): string {
  const inside = join(folder, '.git');
  return existsSync(inside) ? inside : folder;
}

export async function refuseShallow(folder: string, git: GitOptions): Promise<void> {
  const { output } = await runGit(['rev-parse', '--is-shallow-repository'], git).catch((error) => {
    if (!(error instanceof GitError) || !/not a git repository/.test(error.stderr)) throw error;
    throw new BellwetherError(
      'git-not-a-repository',
      `${folder} is not a git repository; clone one into it`,
    );
  });
  if (output.trim() === 'true')
    throw new BellwetherError(
      'git-shallow',
      `${folder} lacks its older history; run git fetch --unshallow in it`,
    );
}

/** Commit id of HEAD; empty if its branch has no commits. */
export async function headOf(git: GitOptions): Promise<string> {
  return answer(['rev-parse', '--verify', '--quiet', 'HEAD'], git);
}

/** Runs a git query for which exit code 1 means an empty result. */
export async function answer(args: readonly string[], git: GitOptions): Promise<string> {
  try {
    return (await runGit(args, git)).output.trim();
  } catch (error) {
    if (error instanceof GitError && error.exitCode === 1) return '';
    throw error;
  }
}

/** Kinds of objects in a repository: a partial clone lacks file contents, or trees as well. */
export type Contents = 'everything' | 'trees' | 'commits';

export async function contentsOf(git: GitOptions): Promise<Contents> {
  const filters = ['config', '--get-regexp', '^remote\\..*\\.partialclonefilter$'];
  const output = await answer(filters, git);
  if (output === '') return 'everything';
  return / tree:/.test(output) ? 'commits' : 'trees';
}

/** Unix seconds of the earliest root commit; null if none has a date. */
export async function firstCommit(git: GitOptions, head: string): Promise<number | null> {
  if (head === '') return null;
  const roots = ['rev-list', '--max-parents=0', '--format=tformat:%ct', '--end-of-options', head];
  const { output } = await runGit(roots, git);
  const dates = output.split('\n').flatMap((line) => (/^\d+$/.test(line) ? [instant(line)] : []));
  const earliest = dates.filter((date) => date > 0).reduce((a, b) => Math.min(a, b), Infinity);
  return earliest === Infinity ? null : earliest;
}

export async function tagsOf(git: GitOptions): Promise<Tag[]> {
  const format = '--format=%(refname:strip=2)%00%(creatordate:unix)';
  const { output } = await runGit(['for-each-ref', format, 'refs/tags'], git);
  return output.split('\n').flatMap((line): Tag[] => {
    const [name = '', taggedAt = ''] = line.split('\0');
    // A tag of something other than a commit has no date.
    return instant(taggedAt) === 0 ? [] : [[name, instant(taggedAt)]];
  });
}
