/**
 * What a reader types to count for themselves. Commits alone are copied, as the collection does, so a
 * large repository takes seconds. Days are UTC days of the committer date.
 */
import type { Window } from './windows.ts';

/** Copies the history of a repository, without its files. */
export function cloneCommand(repository: string): string {
  return `git clone --bare --filter=tree:0 ${quoted(`https://github.com/${repository}.git`)}`;
}

/** Prints how many commits of the default branch are dated in the window, merges and bots included. */
export function countCommand(repository: string, window: Window): string {
  return `git -C ${folderOf(repository)} rev-list --count ${datedIn(window)} HEAD`;
}

/** Prints a line for each day with its commits, merges aside. */
export function dailyCommand(repository: string, window: Window): string {
  return `TZ=UTC git -C ${folderOf(repository)} log --no-merges ${datedIn(window)} --date=format-local:%F --format=%cd HEAD | sort | uniq -c`;
}

/** Prints how many addresses wrote or co-authored commits in the window. */
export function addressesCommand(repository: string, window: Window): string {
  return `git -C ${folderOf(repository)} shortlog -nse --no-merges --group=author --group=trailer:co-authored-by ${datedIn(window)} HEAD | wc -l`;
}

/** Prints the day of the first commit. */
export function firstCommitCommand(repository: string): string {
  return `TZ=UTC git -C ${folderOf(repository)} log --max-parents=0 --date=format-local:%F --format=%cd HEAD | sort | head -1`;
}

/** Every commit is looked at: git's plain `--since` stops at the first that is older, and clocks err. */
function datedIn({ from, through }: Window): string {
  return `--since-as-filter=${from}T00:00:00Z --until=${through}T23:59:59Z`;
}

/** Where `git clone` puts it. */
function folderOf(repository: string): string {
  return quoted(`${repository.slice(repository.lastIndexOf('/') + 1)}.git`);
}

/** As a shell reads it as one word, whatever it holds. */
function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
