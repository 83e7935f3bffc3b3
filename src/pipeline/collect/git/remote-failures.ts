/**
 * Classifies a failure to reach a remote repository by git's messages (with LC_ALL=C). There is no
 * other way, since git exits with 128 for all of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { GitError } from './git-error.ts';

/** `transient` is worth a retry, `gone` is final, `other` is neither. */
export type RemoteFailure = 'gone' | 'no-default-branch' | 'transient' | 'other';

const MEANINGS: readonly [RemoteFailure, RegExp][] = [
  ['no-default-branch', /couldn't find remote ref HEAD/i],
  // For a missing or private repository, the service asks for a password.
  ['gone', /could not read (?:username|password)|authentication failed|permission denied/i],
  ['gone', /repository .*not found|does not (?:appear to be a git repository|exist)/i],
  ['gone', /returned error: (?:401|403|404|410|451)\b|access .*(?:disabled|blocked|denied)/i],
  ['transient', /returned error: (?:408|429|5\d\d)\b|rpc failed|early eof|empty reply/i],
  ['transient', /could not resolve|failed to connect|couldn't connect|connection|timed? ?out/i],
  ['transient', /hung up|unexpected disconnect|gnutls|ssl_|curl \d+|http\/2|too slow/i],
];

export function remoteFailure(error: unknown): RemoteFailure {
  if (!(error instanceof GitError)) return 'other';
  return MEANINGS.find(([, words]) => words.test(error.stderr))?.[0] ?? 'other';
}

/** Milliseconds to wait before each retry. */
const RETRY_DELAYS: readonly number[] = [2000, 10_000];

/** Asks a remote, and asks again after a transient failure. */
export async function retryTransient<T>(
  ask: () => Promise<T>,
  signal: AbortSignal | undefined,
  delays = RETRY_DELAYS,
): Promise<T> {
  const waits = [...delays];
  for (;;)
    try {
      return await ask();
    } catch (error) {
      const wait = waits.shift();
      if (remoteFailure(error) !== 'transient' || wait === undefined) throw error;
      await delay(wait, undefined, signal && { signal });
    }
}

/**
 * The `owner/name` that the hosting service redirected to, if different.
 *
 * @param stderr git's error output
 */
export function redirectedTo(url: string, stderr: string): string | undefined {
  const target = /^warning: redirecting to (\S+)$/m.exec(stderr)?.[1];
  if (target === undefined || !URL.canParse(target) || !URL.canParse(url)) return undefined;
  const [from, to] = [url, target].map((address) =>
    new URL(address).pathname.replace(/(?:\.git)?\/?$/, '').slice(1),
  );
  if (to === undefined || to.toLowerCase() === from?.toLowerCase()) return undefined;
  return to.split('/').slice(-2).join('/');
}
