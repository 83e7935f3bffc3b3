/** Why git failed, from what it printed. */
import { BellwetherError, messageOf, withoutCredentials } from '../../../lib/errors.ts';

/** git failed. The message is git's own, without credentials. */
export class GitError extends BellwetherError {
  readonly exitCode: number | null;
  /** The end of git's error output, without credentials. */
  readonly stderr: string;

  constructor(command: string, exitCode: number | null, stderr: string) {
    super(
      'git-failed',
      `git ${command}: ${reasonIn(stderr) ?? `it ended with ${exitCode ?? 'a signal'}`}`,
    );
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** @returns a `GitError`, unless the repository holds more than git may use memory for */
export function gitError(command: string, exitCode: number | null, stderr: string) {
  return /out of memory/i.test(stderr)
    ? tooMuch(`git ${command} ran out of memory: a commit or tree is larger`)
    : new GitError(command, exitCode, stderr);
}

/** @param what ends with a comparative, such as `it has more` */
export function tooMuch(what: string): BellwetherError {
  const message = `${what} than any that people work on; leave the repository out of the registry`;
  return new BellwetherError('git-too-much', message);
}

/** The message of an error, with what can be done if it is git's. */
export function messageOfGit(error: unknown, remedy: string | undefined): string {
  const advice = error instanceof GitError && remedy !== undefined ? `; ${remedy}` : '';
  return `${messageOf(error)}${advice}`;
}

/** Whether git was ended because it made no progress; a second try would take as long. */
export function isOverdue(error: unknown): boolean {
  return error instanceof BellwetherError && error.code === OVERDUE;
}

export const OVERDUE = 'git-overdue';

const MAX_TAIL = 4000;

/** The first line with an error; the lines after it are advice. */
function reasonIn(stderr: string): string | undefined {
  return (
    /^(?:fatal|error): (.+)$/im.exec(stderr)?.[1] ?? stderr.trim().split('\n').findLast(Boolean)
  );
}

/**
 * The last complete lines that git printed, without credentials. A line cut in the middle could hide the
 * user part of an address but keep the password.
 */
export function shorten(stderr: string): string {
  const text = withoutCredentials(stderr);
  if (text.length <= MAX_TAIL) return text;
  const lineEnd = text.indexOf('\n', text.length - MAX_TAIL);
  return lineEnd < 0 ? '' : text.slice(lineEnd + 1);
}
