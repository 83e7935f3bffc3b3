/**
 * Runs git: without a shell, without questions to anyone, and without the settings of the machine
 * or of the person who runs it. Reading commands cannot reach the network at all, so a partial
 * clone never fetches what it lacks one object at a time.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BellwetherError, systemCode } from '../../../lib/errors.ts';

export type GitOptions = {
  /** The git directory; without it the command is not about a repository on this machine. */
  gitDir?: string;
  /** True for commands that talk to a remote repository. */
  network?: boolean;
  signal?: AbortSignal | undefined;
};

/** A running git: its output, and how it ends. */
export type GitProcess = {
  stdin: Writable;
  stdout: Readable;
  /** Resolves to git's error output; rejects with a `GitError`. */
  ended: Promise<string>;
  /** Ends git early; `ended` then rejects. */
  stop: () => void;
};

/** git ended with a failure. The message is git's own reason, without credentials. */
export class GitError extends BellwetherError {
  readonly exitCode: number | null;
  /** The tail of git's error output, without credentials. */
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

/** Settings of the caller's environment that reach git: where things are, never what to do. */
const PASSED_ON =
  /^(?:path|home|tmpdir|temp|tmp|systemroot|(?:https?|all|no)_proxy|ssl_cert_(?:file|dir)|git_ssl_(?:cainfo|capath)|git_exec_path|ssh_auth_sock)$/i;

const MAX_TAIL = 4000;
const NETWORK_PROTOCOLS = 'file:git:http:https:ssh';

/** Settings that hold for every command; the repository's own must not change what is read. */
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
  // A connection on which nothing at all arrives for five minutes is dead.
  'http.lowSpeedLimit=1',
  'http.lowSpeedTime=300',
].flatMap((setting) => ['-c', setting]);

function environment(network: boolean): NodeJS.ProcessEnv {
  const passedOn = Object.entries(process.env).filter(([name]) => PASSED_ON.test(name));
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
    // Large pieces instead of one a commit.
    GIT_FLUSH: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(network
      ? { GIT_ALLOW_PROTOCOL: NETWORK_PROTOCOLS }
      : { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }),
  };
}

/** Starts git. Input and output are the caller's to write and to read. */
export function startGit(args: readonly string[], options: GitOptions = {}): GitProcess {
  const { gitDir, network = false, signal } = options;
  // As if bare, so that a working copy's files never replace what is committed.
  const repository = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, '--bare'];
  const child = spawn('git', [...repository, ...SETTINGS, ...args], {
    env: environment(network),
    stdio: ['pipe', 'pipe', 'pipe'],
    // The programs that git starts to talk to a remote end with it only as one group.
    detached: network,
  });
  const stop = () => endProcess(child, network);
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  // If git ends before it has read everything, its exit code says so.
  child.stdin.on('error', () => {});
  const ended = endOf(child, commandOf(args), signal).finally(() =>
    signal?.removeEventListener('abort', stop),
  );
  // The failure is the awaiting caller's; one who stopped git early does not await it.
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

/** The git subcommand, without the settings that precede it. */
function commandOf(args: readonly string[]): string {
  return args.find((arg, index) => arg !== '-c' && args[index - 1] !== '-c') ?? '';
}

/**
 * Runs git to its end.
 *
 * @returns its standard output (meant for small ones) and its error output
 * @throws GitError when it fails, `git-missing` when there is no git
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
  // Only now has git certainly let go of its files.
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

/** The first line in which git gives up; what follows it is advice. */
function reasonIn(stderr: string): string | undefined {
  return (
    /^(?:fatal|error): (.+)$/im.exec(stderr)?.[1] ?? stderr.trim().split('\n').findLast(Boolean)
  );
}

/** The last whole lines: an address cut in two could keep its password. */
function tail(stderr: string): string {
  if (stderr.length <= MAX_TAIL) return stderr;
  const lineEnd = stderr.indexOf('\n', stderr.length - MAX_TAIL);
  return lineEnd < 0 ? '' : stderr.slice(lineEnd + 1);
}

/** Hides user names and passwords in addresses. */
function withoutCredentials(message: string): string {
  return message.replace(/(\w+:\/\/)[^\s/@]*@/g, '$1');
}
