/**
 * Commands with which readers can recount the numbers. Like the collector, they clone only commits,
 * so that even a large repository takes seconds. Days are UTC days of the committer date.
 */
import type { Window } from './check-windows.ts';

export function cloneCommand(repository: string): string {
  return `git clone --bare --filter=tree:0 ${quoted(`https://github.com/${repository}.git`)}`;
}

/** Prints the number of commits on the default branch in the window, including merges and bots. */
export function countCommand(repository: string, window: Window): string {
  return `git -C ${folderOf(repository)} rev-list --count ${datedIn(window)} HEAD`;
}

/** Prints each day with its number of commits, without merges. */
export function dailyCommand(repository: string, window: Window): string {
  return `TZ=UTC git -C ${folderOf(repository)} log --no-merges ${datedIn(window)} --date=format-local:%F --format=%cd HEAD | sort | uniq -c`;
}

/** Prints the number of addresses that authored or co-authored commits in the window. */
export function addressesCommand(repository: string, window: Window): string {
  return `git -C ${folderOf(repository)} shortlog -nse --no-merges --group=author --group=trailer:co-authored-by ${datedIn(window)} HEAD | wc -l`;
}

export function firstCommitCommand(repository: string): string {
  return `TZ=UTC git -C ${folderOf(repository)} log --max-parents=0 --date=format-local:%F --format=%cd HEAD | sort | head -1`;
}

/**
 * `--since-as-filter` visits every commit. Plain `--since` stops at the first older one, but commit
 * dates are not monotonic.
 */
function datedIn({ from, through }: Window): string {
  return `--since-as-filter=${from}T00:00:00Z --until=${through}T23:59:59Z`;
}

function folderOf(repository: string): string {
  return quoted(`${repository.slice(repository.lastIndexOf('/') + 1)}.git`);
}

function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
