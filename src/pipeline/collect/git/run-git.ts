/**
 * Runs git without a shell, without prompts, and without the machine's or user's configuration.
 * Commands that only read cannot access the network, so a partial clone never fetches missing objects
 * one by one.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { withoutCredentials } from '../../../lib/credentials.ts';
import { BellwetherError, systemCode } from '../../../lib/errors.ts';

export type GitOptions = {
  /** The git directory; undefined for commands without a local repository. */
  gitDir?: string;
  /** True for commands that access a remote repository. */
  network?: boolean;
  signal?: AbortSignal | undefined;
};

export type GitProcess = {
  stdin: Writable;
  stdout: Readable;
  /** Resolves to git's error output, or rejects with a `GitError`. */
  ended: Promise<string>;
  /** Terminates git; `ended` then rejects. */
  stop: () => void;
};

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

/**
 * Environment variables that are passed to git: those that locate things, none that change behaviour.
 */
const PASSED_VARIABLES =
  /^(?:path|home|tmpdir|temp|tmp|systemroot|(?:https?|all|no)_proxy|ssl_cert_(?:file|dir)|git_ssl_(?:cainfo|capath)|git_exec_path|ssh_auth_sock)$/i;

const MAX_TAIL = 4000;
const NETWORK_PROTOCOLS = 'file:git:http:https:ssh';

/**
 * Settings for every command, overriding the repository's own where those would change what is read.
 */
const SETTINGS = [
  'safe.directory=*',
  'core.quotePath=false',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.attributesFile=/dev/null',
  'credential.helper=',
  'log.showSignature=false',
  'log.showRoot=true',
  'diff.renames=false',
  'gc.autoDetach=false',
  // Give up on a connection without any data for five minutes.
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=300',
].flatMap((setting) => ['-c', setting]);

function environment(network: boolean): NodeJS.ProcessEnv {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_VARIABLES.test(name));
  return {
    ...Object.fromEntries(passedOn),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    GIT_OPTIONAL_LOCKS: '0',
    // Buffer the output instead of flushing it after each commit.
    GIT_FLUSH: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(network
      ? { GIT_ALLOW_PROTOCOL: NETWORK_PROTOCOLS }
      : { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }),
  };
}

export function startGit(args: readonly string[], options: GitOptions = {}): GitProcess {
  const { gitDir, network = false, signal } = options;
  // Treat it as bare, so that files in a working tree never override committed ones.
  const repository = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, '--bare'];
  const child = spawn('git', [...repository, ...SETTINGS, ...args], {
    env: environment(network),
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group of its own, so that the helper programs for remotes are killed together with
    // git.
    detached: network,
  });
  const stop = () => endProcess(child, network);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  // If git ends without reading all its input, its exit code says why.
  child.stdin.on('error', () => {});
  const ended = endOf(child, commandOf(args), signal).finally(() =>
    signal?.removeEventListener('abort', stop),
  );
  // The caller handles the failure by awaiting `ended`, unless it stopped git itself.
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, ended, stop };
}

function endProcess(child: ChildProcess, wholeGroup: boolean): void {
  if (!wholeGroup || child.pid === undefined) {
    child.kill();
    return;
  }
  try {
    process.kill(-child.pid);
  } catch (error) {
    if (systemCode(error) !== 'ESRCH') throw error;
  }
}

/** The git subcommand, after any `-c` settings. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, index) => arg !== '-c' && args[index - 1] !== '-c') ?? '';
}

/**
 * Runs git to completion.
 *
 * @returns its standard output (for small outputs) and its error output
 * @throws GitError if it fails; BellwetherError `git-missing` if git is not installed
 */
export async function runGit(
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ output: string; stderr: string }> {
  const { stdin, stdout, ended } = startGit(args, options);
  stdin.end();
  const [output, stderr] = await Promise.all([text(stdout), ended]);
  return { output, stderr };
}

async function endOf(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  command: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  let stderr = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => {
    stderr = tail(withoutCredentials(stderr + chunk));
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let fault: Error | undefined;
  child.once('error', (error) => {
    fault = error;
  });
  // Only after `close` are all of git's files certainly closed.
  child.once('close', (exitCode) => {
    if (systemCode(fault) === 'ENOENT')
      reject(new BellwetherError('git-missing', 'git is not on the PATH; 2.37 or newer is needed'));
    else if (fault) reject(fault);
    else if (signal?.aborted) reject(signal.reason);
    else if (exitCode === 0) resolve(stderr);
    else reject(new GitError(command, exitCode, stderr));
  });
  return promise;
}

/** The first line with an error; the lines after it are advice. */
function reasonIn(stderr: string): string | undefined {
  return (
    /^(?:fatal|error): (.+)$/im.exec(stderr)?.[1] ?? stderr.trim().split('\n').findLast(Boolean)
  );
}

/**
 * The last complete lines. A line cut in the middle could hide the user part of an address but keep
 * the password.
 */
function tail(stderr: string): string {
  if (stderr.length <= MAX_TAIL) return stderr;
  const lineEnd = stderr.indexOf('\n', stderr.length - MAX_TAIL);
  return lineEnd < 0 ? '' : stderr.slice(lineEnd + 1);
}
