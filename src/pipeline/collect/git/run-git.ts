/**
 * Runs git, always from here: without prompts, without the machine's or user's configuration, in
 * bounded memory and time. Commands that only read cannot access the network, so a partial clone never
 * fetches missing objects one by one.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { BellwetherError, systemCode } from '../../../lib/errors.ts';
import { gitError, OVERDUE, shorten, tooMuch } from './git-error.ts';
import { watchGit, watchNestedFetches } from './watch-git.ts';

export type GitOptions = {
  /** The git directory; undefined for commands without a local repository. */
  gitDir?: string;
  /** True for commands that access a remote repository. */
  network?: boolean;
  signal?: AbortSignal | undefined;
  /** Whether git waits for input, and so may be silent for as long as it likes. */
  isWaiting?: () => boolean;
};

export type GitProcess = {
  stdin: Writable;
  stdout: Readable;
  /** Resolves to git's error output, or rejects with a `GitError`. */
  ended: Promise<string>;
  /** Terminates git; `ended` then rejects. */
  stop: () => void;
};

/**
 * Environment variables that are passed to git: those that locate things, none that change behaviour.
 */
const PASSED_VARIABLES =
  /^(?:path|home|tmpdir|temp|tmp|systemroot|(?:https?|all|no)_proxy|ssl_cert_(?:file|dir)|git_ssl_(?:cainfo|capath)|git_exec_path|ssh_auth_sock)$/i;

/** All output of a command that `runGit` returns: one and a half million ids need half of it. */
const MAX_OUTPUT_BYTES = 1 << 27;
/**
 * A tree of a few kilobytes can describe more paths than any memory holds, and git collects all paths of
 * a commit before it prints one. Packs that it maps into memory are not counted.
 */
const MAX_MEMORY_KB = 1 << 20;
/** To fetch and to pack, git needs some 100 bytes for each object. */
const MAX_PACKING_MEMORY_KB = 2 << 20;
/** Lowers the limit where the system has it, and becomes what follows. No argument is part of the script. */
const BOUNDED = 'ulimit -d "$0" 2>/dev/null; exec "$@"';
/** Has a program end when this process dies, however it dies (util-linux). */
const WITH_PARENT = ['/usr/bin/setpriv', '--pdeathsig', 'TERM'];
/** The shell's exit code for a program that it does not find. */
const NOT_FOUND = 127;
/** Between asking git to end, which lets it remove its lock files, and ending it. */
const TERMINATION_MS = 5000;
/** The number of the pipe on which git says which processes it starts. */
const TRACE_PIPE = 3;
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
  'trailer.separators=:',
  'i18n.logOutputEncoding=UTF-8',
  'diff.renames=false',
  // Git 2.39 never ends writing one if a commit is dated before 1970, whichever command writes it.
  'core.commitGraph=false',
  'fetch.writeCommitGraph=false',
  'gc.writeCommitGraph=false',
  // Packing is a step of its own (`packCopy`).
  'maintenance.auto=false',
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
    // Neither a repository's replacements nor its grafts: other copies of it do not have them.
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_GRAFT_FILE: '/dev/null/none',
    ...(network
      ? { GIT_ALLOW_PROTOCOL: NETWORK_PROTOCOLS, GIT_TRACE: String(TRACE_PIPE) }
      : { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' }),
  };
}

let prefix: readonly string[] | undefined;

/** The words before git's: none on a system without such a program, such as macOS. */
function beforeGit(): readonly string[] {
  const [program = '', ...options] = WITH_PARENT;
  prefix ??= spawnSync(program, [...options, 'true']).status === 0 ? WITH_PARENT : [];
  return prefix;
}

export function startGit(args: readonly string[], options: GitOptions = {}): GitProcess {
  const { gitDir, network = false, signal, isWaiting } = options;
  const command = commandOf(args);
  const memoryKb = network || command === 'gc' ? MAX_PACKING_MEMORY_KB : MAX_MEMORY_KB;
  // Treat it as bare, so that files in a working tree never override committed ones.
  const repository = gitDir === undefined ? [] : [`--git-dir=${gitDir}`, '--bare'];
  const git = [...beforeGit(), 'git', ...repository, ...SETTINGS, ...args];
  const child = spawn('/bin/sh', ['-c', BOUNDED, String(memoryKb), ...git], {
    env: environment(network),
    stdio: ['pipe', 'pipe', 'pipe', network ? 'pipe' : 'ignore'],
    // A process group of its own, so that the programs that git starts are ended together with it.
    detached: true,
    // The first three are pipes.
  }) as ChildProcessByStdio<Writable, Readable, Readable>;
  let refusal: BellwetherError | undefined;
  let kill: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const stop = () => {
    if (hasEnded) return;
    endGroup(child, 'SIGTERM');
    kill ??= setTimeout(() => endGroup(child, 'SIGKILL'), TERMINATION_MS);
  };
  signal?.addEventListener('abort', stop, { once: true });
  if (signal?.aborted) stop();
  const unwatch = watchGit(child, { gitDir, isWaiting }, (why) => {
    refusal = new BellwetherError(OVERDUE, `git ${command} was ended: ${why}`);
    stop();
  });
  const trace = child.stdio[TRACE_PIPE];
  if (trace instanceof Readable)
    watchNestedFetches(trace, (reason) => {
      refusal = reason;
      stop();
    });
  // If git ends without reading all its input, its exit code says why.
  child.stdin.on('error', () => {});
  const reasonToStop = () => refusal ?? (signal?.aborted ? signal.reason : undefined);
  const ended = endOf(child, command, reasonToStop).finally(() => {
    hasEnded = true;
    signal?.removeEventListener('abort', stop);
    clearTimeout(kill);
    unwatch();
  });
  // The caller handles the failure by awaiting `ended`, unless it stopped git itself.
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, ended, stop };
}

/** Ends a process group; one that has ended, or was never started, is left alone. */
function endGroup({ pid }: { pid?: number | undefined }, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
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
 * @throws GitError if it fails; BellwetherError `git-missing` if git is not installed, `git-overdue`
 *   if it was ended, `git-shallow` if the remote lacks history, `git-too-much` if it needs more memory or
 *   prints more than any repository that people work on
 */
export async function runGit(
  args: readonly string[],
  options: GitOptions = {},
): Promise<{ output: string; stderr: string }> {
  const { stdin, stdout, ended, stop } = startGit(args, options);
  stdin.end();
  const parts: Buffer[] = [];
  let bytes = 0;
  // Chunks are buffers, because the stream has no encoding set.
  for await (const part of stdout as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes <= MAX_OUTPUT_BYTES) continue;
    stop();
    throw tooMuch(`git ${commandOf(args)} printed ${MAX_OUTPUT_BYTES} bytes, more`);
  }
  return { stderr: await ended, output: Buffer.concat(parts).toString() };
}

async function endOf(
  child: ChildProcessByStdio<Writable, Readable, Readable>,
  command: string,
  reasonToStop: () => unknown,
): Promise<string> {
  let stderr = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (chunk: string) => {
    stderr = shorten(stderr + chunk);
  });
  // Only after `close` are all of git's files certainly closed.
  const [exitCode] = await once(child, 'close');
  const reason = reasonToStop();
  if (exitCode === NOT_FOUND)
    throw new BellwetherError('git-missing', 'git is not on the PATH; 2.37 or newer is needed');
  if (reason !== undefined) throw reason;
  if (exitCode !== 0) throw gitError(command, exitCode, stderr);
  return stderr;
}
