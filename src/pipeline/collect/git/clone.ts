/**
 * Maintains a copy of a remote repository: a bare partial clone of its default branch and tags. The
 * first run clones; later runs fetch what is new. A copy appears in its folder only when complete.
 * Failures are returned, not thrown, so that an unreachable repository never stops the others.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BellwetherError, messageOf } from '../../../lib/errors.ts';
import { lockPath } from '../../../lib/path-lock.ts';
import { GitError, isOverdue } from './git-error.ts';
import {
  type RemoteFailure,
  redirectedTo,
  remoteFailure,
  retryTransient,
} from './remote-failures.ts';
import {
  BRANCH,
  type Copy,
  type CopyFilter,
  commitCopy,
  createCopy,
  type ObjectFormat,
  packCopy,
  readCopy,
  recordClone,
  recordFetch,
} from './repository-copy.ts';
import { runGit } from './run-git.ts';

export type SyncRequest = {
  /** `owner/name`, for messages. */
  repository: string;
  url: string;
  /** Contains the copy. `<folder>.copying.held` and `<folder>.partial-*` beside it are also used. */
  folder: string;
  /** `tree:0`: only commits. `blob:none`: commits and the names of the files that they touch. */
  filter: CopyFilter;
  signal?: AbortSignal | undefined;
  /** Called when the remote is asked. */
  onRequest?: (() => void) | undefined;
  /** Milliseconds to wait before each retry after a transient network failure. */
  retryDelays?: readonly number[];
};

/**
 * `rewritten`: the old head of the default branch is not an ancestor of the new one, which is
 * collected. `renamed`: the hosting service redirected to another name. `empty`: there is no default
 * branch. `gone`: it does not exist or is not public.
 */
export type SyncStatus =
  | 'cloned'
  | 'fetched'
  | 'unchanged'
  | 'rewritten'
  | 'renamed'
  | 'empty'
  | 'gone'
  | 'failed';

export type SyncResult = {
  repository: string;
  status: SyncStatus;
  message: string;
  newName?: string;
  /** The copy in the folder, if it matches the filter; an older one if this run failed. */
  copy: Copy | null;
};

/** Clones or updates the copy of one repository. @throws BellwetherError `git-missing` only */
export async function syncRepository(request: SyncRequest): Promise<SyncResult> {
  const { repository, url, folder, signal } = request;
  try {
    if (!/^(?:https?|ssh|git|file):\/\/[^\s]+$/.test(url))
      throw new BellwetherError(
        'git-url',
        'its address must begin with https://, ssh:// or file://',
      );
    await mkdir(dirname(folder), { recursive: true });
    const refusal = new BellwetherError('git-locked', 'another process is copying it just now');
    const release = await lockPath(`${folder}.copying`, { refusal });
    try {
      return { repository, ...(await sync(request)) };
    } finally {
      await release();
    }
  } catch (error) {
    if (error instanceof BellwetherError && error.code === 'git-missing') throw error;
    return { repository, ...(await failure(error, request, signal?.aborted ?? false)) };
  }
}

type Outcome = Omit<SyncResult, 'repository'>;

async function failure(error: unknown, request: SyncRequest, aborted: boolean): Promise<Outcome> {
  const standing = await readCopy(request.folder).catch(() => undefined);
  const copy = standing?.filter === request.filter ? standing : null;
  if (aborted) return { status: 'failed', message: 'interrupted', copy };
  const reason = remoteFailure(error);
  const remedy = error instanceof GitError ? `; ${REMEDIES[reason]}` : '';
  const status = reason === 'gone' ? 'gone' : 'failed';
  return { status, message: `${messageOf(error)}${remedy}`, copy };
}

const TRY_ADDRESS = 'see what git ls-remote says to its address';
const REMEDIES: Record<RemoteFailure, string> = {
  gone: 'list it in the registry under its present name, or remove it there if it is private or deleted',
  'no-default-branch': TRY_ADDRESS,
  'object-format': 'a newer git may know its kind of ids',
  other: TRY_ADDRESS,
  transient: 'the next collection tries again',
};

async function sync(request: SyncRequest): Promise<Outcome> {
  const standing = await readCopy(request.folder);
  if (standing?.filter !== request.filter) return clone(request);
  await runGit(['config', 'remote.origin.url', request.url], { gitDir: standing.gitDir });
  const fetched = await fetchAll(request, standing.gitDir).catch((error: unknown) => {
    const isHopeless = ['other', 'object-format'].includes(remoteFailure(error));
    if (request.signal?.aborted || isOverdue(error) || !isHopeless) throw error;
    return undefined;
  });
  // Clone again if the copy cannot be updated (a killed git left it locked or broken), or if its
  // remote was emptied. The old copy stays until the new one is complete.
  if (!fetched || (fetched.empty && standing.head !== '')) return clone(request);
  const copy = await recordFetch(standing.gitDir, fetched.copiedAt, standing);
  const result = outcome(request, fetched, copy, await headChange(standing, copy, request.signal));
  const fault = await packCopy(standing.gitDir, request.signal);
  return fault === '' ? result : { ...result, message: `${result.message}; ${fault}` };
}

async function clone(request: SyncRequest, format: ObjectFormat = 'sha1'): Promise<Outcome> {
  const partial = await createCopy(request.folder, request.filter, request.url, format);
  try {
    const fetched = await fetchAll(request, partial.gitDir);
    const copy = await recordClone(partial.gitDir, fetched.copiedAt, request.filter);
    return outcome(request, fetched, await commitCopy(copy, request.folder), 'cloned');
  } catch (error) {
    if (format === 'sha256' || remoteFailure(error) !== 'object-format') throw error;
    return await clone(request, 'sha256');
  } finally {
    await partial.remove();
  }
}

type HeadChange = 'cloned' | 'fetched' | 'unchanged' | 'rewritten';

async function headChange(
  before: Copy,
  after: Copy,
  signal: AbortSignal | undefined,
): Promise<HeadChange> {
  if (before.head === after.head) return 'unchanged';
  if (before.head === '') return 'fetched';
  const isAncestor = ['merge-base', '--is-ancestor', before.head, after.head];
  return runGit(isAncestor, { gitDir: after.gitDir, signal }).then(
    () => 'fetched',
    () => 'rewritten',
  );
}

const CHANGE_MESSAGES: Record<HeadChange, string> = {
  cloned: 'cloned',
  fetched: 'fetched what is new',
  unchanged: 'nothing new on the default branch',
  rewritten: 'the default branch was rewritten; collected as it is now',
};

function outcome(request: SyncRequest, fetched: Fetched, copy: Copy, change: HeadChange): Outcome {
  if (fetched.empty) return { status: 'empty', message: 'has no default branch', copy };
  const message = CHANGE_MESSAGES[change];
  const newName = redirectedTo(request.url, fetched.stderr);
  if (newName === undefined) return { status: change, message, copy };
  const renamed = `moved to ${newName}; list it under that name (${message})`;
  return { status: 'renamed', message: renamed, newName, copy };
}

type Fetched = {
  /** True if the remote has no default branch; nothing was fetched. */
  empty: boolean;
  stderr: string;
  /** Unix seconds just before the request to the remote. */
  copiedAt: number;
};

/** Fetches the default branch and the tags, and deletes tags that no longer exist. */
async function fetchAll(request: SyncRequest, gitDir: string): Promise<Fetched> {
  const { filter, signal, onRequest, retryDelays } = request;
  const fetch = fetchArguments(filter);
  const ask = async () => {
    const copiedAt = Math.floor(Date.now() / 1000);
    try {
      const fetching = runGit(fetch, { gitDir, network: true, signal });
      onRequest?.();
      const { stderr } = await fetching;
      return { empty: false, stderr, copiedAt };
    } catch (error) {
      if (remoteFailure(error) !== 'no-default-branch') throw error;
      return { empty: true, stderr: '', copiedAt };
    }
  };
  return retryTransient(ask, signal, retryDelays);
}

/** Arguments of `git fetch`. The default branch gets a fixed local name, whatever the remote's is. */
function fetchArguments(filter: CopyFilter): string[] {
  return [
    ...['fetch', '--no-tags', '--prune', '--force', '--no-write-fetch-head'],
    ...[`--filter=${filter}`, '--end-of-options', 'origin'],
    ...[`+HEAD:refs/heads/${BRANCH}`, '+refs/tags/*:refs/tags/*'],
  ];
}
