/** Notices that a git process makes no progress, or never ends. */
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { BellwetherError } from '../../../lib/errors.ts';
import { bytesBelow } from '../../../lib/removal.ts';

export type GitDeadlines = {
  /** Without a byte from git and without growth of its repository's folder. */
  idleMs: number;
  /** From its start to its end. */
  totalMs: number;
};

let deadlines: GitDeadlines = { idleMs: 600_000, totalMs: 6 * 3_600_000 };

/** Sets the deadlines of all git processes that are started from now on. @returns the previous ones */
export function setGitDeadlines(changed: GitDeadlines): GitDeadlines {
  const previous = deadlines;
  deadlines = changed;
  return previous;
}

/** Looks within the time that git may be idle, and so how late it may be noticed. */
const LOOKS = 10;

type Watched = { gitDir: string | undefined; isWaiting: (() => boolean) | undefined };

/**
 * @param watched.isWaiting whether git waits for input
 * @param onOverdue called at most once, with the reason to end git
 * @returns a function that ends the watch
 */
export function watchGit(
  git: { stdout: Readable; stderr: Readable },
  { gitDir, isWaiting = () => false }: Watched,
  onOverdue: (why: string) => void,
): () => void {
  const { idleMs, totalMs } = deadlines;
  const over = new AbortController();
  const started = performance.now();
  let [progressAt, seen] = [started, 0];
  const bytesSoFar = async () => {
    const stored = gitDir === undefined ? 0 : await bytesBelow(gitDir).catch(() => 0);
    return stored + bytesRead(git.stdout) + bytesRead(git.stderr);
  };
  const watch = async () => {
    for (;;) {
      const pause = Math.min(idleMs / LOOKS, started + totalMs - performance.now());
      await delay(pause, undefined, { signal: over.signal, ref: false });
      const now = performance.now();
      if (now >= started + totalMs)
        return onOverdue(`it ran for ${totalMs / 1000} seconds (GIT_TOTAL_SECONDS)`);
      const before = seen;
      seen = await bytesSoFar();
      // If output waits to be read, git waits for us.
      if (seen !== before || isWaiting() || git.stdout.readableLength > 0) progressAt = now;
      if (now - progressAt < idleMs) continue;
      return onOverdue(
        `it printed nothing for ${idleMs / 1000} seconds, and its repository did not grow (GIT_IDLE_SECONDS)`,
      );
    }
  };
  // Rejects only when the watch is ended.
  watch().catch(() => undefined);
  return () => over.abort();
}

/** The pipes of child processes are sockets, which count; a listener would take their bytes. */
function bytesRead(pipe: Readable): number {
  return 'bytesRead' in pipe && typeof pipe.bytesRead === 'number' ? pipe.bytesRead : 0;
}

/** A partial clone may fetch single objects in between; this many times it never does. */
const MAX_NESTED_FETCHES = 20;
const NESTED_FETCH = 'run_command: git -c fetch.negotiationAlgorithm=noop fetch';

/**
 * Notices a fetch without end. If a remote is a shallow clone, git 2.39 fetches the parents that it lacks,
 * in a process that does the same: thirty more a second, each of four megabytes.
 *
 * @param trace what git says of the processes that it starts (`GIT_TRACE`)
 * @param onEndless called with the reason to end git
 */
export function watchNestedFetches(
  trace: Readable,
  onEndless: (reason: BellwetherError) => void,
): void {
  let nested = 0;
  trace.setEncoding('latin1').on('data', (chunk: string) => {
    nested += chunk.split(NESTED_FETCH).length - 1;
    if (nested <= MAX_NESTED_FETCHES) return;
    const message =
      'the remote lacks its older history; if it is a shallow clone, run git fetch --unshallow in it';
    onEndless(new BellwetherError('git-shallow', message));
  });
}
