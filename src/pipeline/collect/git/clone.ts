/**
 * Maintains a copy of a remote repository: a bare partial clone of its default branch and tags. The
 * first run clones; later runs fetch what is new. A copy appears in its folder only when complete.
 * Failures are returned, not thrown, so that an unreachable repository never stops the others.
 */
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BellwetherError } from '../../../lib/errors.ts';
import { lockPath } from '../../../lib/path-lock.ts';
import { isOverdue, messageOfGit } from './git-error.ts';
import {
  type RemoteFailure,
  redirectedTo,
  remoteFailure,
  retryTransient,
} from './remote-failures.ts';
import {
  BRANCH,
  COPY_FILTER,
  type Copy,
  commitCopy,
  createCopy,
  packCopy,
  readCopy,
  recordFetch,
  removeCopy,
} from './repository-copy.ts';
import { runGit } from './run-git.ts';

export type SyncRequest = {
  url: string;
  /** Contains the copy. `<folder>.copying.held` and `<folder>.partial-*` beside it are also used. */
  folder: string;
  signal?: AbortSignal | undefined;
  /** Milliseconds to wait before each retry after a transient network failure. */
  retryDelays?: readonly number[];
};

/**
 * `rewritten`: the old head of the default branch is not an ancestor of the new one, which is
 * collected. `renamed`: the hosting service redirected to another name. `empty`: there is no default
 * branch. `gone`: it does not exist or is not public.
 */
export type SyncStatus = keyof typeof MESSAGES | 'renamed' | 'gone' | 'failed';

const MESSAGES = {
  cloned: 'cloned',
  fetched: 'fetched what is new',
  unchanged: 'nothing new on the default branch',
  rewritten: 'the default branch was rewritten; collected as it is now',
  empty: 'has no default branch',
};

export type SyncResult = {
  status: SyncStatus;
  message: string;
  /** The copy in the folder; an older one if this run failed. */
  copy: Copy | null;
};

/** Clones or updates the copy of one repository. @throws BellwetherError `git-missing` only */
export async function syncRepository(request: SyncRequest): Promise<SyncResult> {
  const { url, folder } = request;
  try {
    if (!/^(?:https?|ssh|git|file):\/\/[^\s]+$/.test(url))
      throw new BellwetherError(
        'git-url',
        'its address must begin with https://, ssh:// or file://',
      );
    await mkdir(dirname(folder), { recursive: true });
    const refusal = new BellwetherError('git-locked', 'another process is copying it just now');
    await using locks = new AsyncDisposableStack();
    locks.defer(await lockPath(`${folder}.copying`, { refusal }));
    return await sync(request);
  } catch (error) {
    if (error instanceof BellwetherError && error.code === 'git-missing') throw error;
    return failure(error, request);
  }
}

async function failure(error: unknown, request: SyncRequest): Promise<SyncResult> {
  const copy = (await readCopy(request.folder).catch(() => undefined)) ?? null;
  if (request.signal?.aborted) return { status: 'failed', message: 'interrupted', copy };
  const reason = remoteFailure(error);
  const status = reason === 'gone' ? 'gone' : 'failed';
  return { status, message: messageOfGit(error, REMEDIES[reason]), copy };
}

const TRY_ADDRESS = 'see what git ls-remote says to its address';
const REMEDIES: Record<RemoteFailure, string> = {
  gone: 'list it in the registry under its present name, or remove it there if it is private or deleted',
  'no-default-branch': TRY_ADDRESS,
  other: TRY_ADDRESS,
  transient: 'the next collection tries again',
};

async function sync(request: SyncRequest): Promise<SyncResult> {
  const { signal } = request;
  const standing = await readCopy(request.folder);
  if (!standing) return clone(request);
  const { gitDir } = standing;
  await runGit(['config', 'remote.origin.url', request.url], { gitDir });
  const fetched = await fetchAll(request, gitDir).catch((error: unknown) => {
    if (signal?.aborted || isOverdue(error) || remoteFailure(error) !== 'other') throw error;
    return undefined;
  });
  // Clone again if the copy cannot be updated (a killed git left it locked or broken), or if its
  // remote was emptied. The old copy stays until the new one is complete.
  if (!fetched || (fetched.isEmpty && standing.head !== '')) return clone(request);
  const copy = await recordFetch(standing, fetched.copiedAt);
  const result = outcome(request, fetched, copy, await headChange(standing, copy, signal));
  const fault = await packCopy(gitDir, signal);
  return fault === '' ? result : { ...result, message: `${result.message}; ${fault}` };
}

async function clone(request: SyncRequest): Promise<SyncResult> {
  const partial = await createCopy(request.folder, request.url);
  try {
    const fetched = await fetchAll(request, partial);
    const copy = await recordFetch({ gitDir: partial }, fetched.copiedAt);
    return outcome(request, fetched, await commitCopy(copy, request.folder), 'cloned');
  } finally {
    await removeCopy(partial);
  }
}

async function headChange(before: Copy, after: Copy, signal: AbortSignal | undefined) {
  if (before.head === after.head) return 'unchanged';
  if (before.head === '') return 'fetched';
  const isAncestor = ['merge-base', '--is-ancestor', before.head, after.head];
  return runGit(isAncestor, { gitDir: after.gitDir, signal }).then(
    () => 'fetched' as const,
    () => 'rewritten' as const,
  );
}

function outcome(
  { url }: SyncRequest,
  { isEmpty, stderr }: Awaited<ReturnType<typeof fetchAll>>,
  copy: Copy,
  change: keyof typeof MESSAGES,
): SyncResult {
  const status = isEmpty ? 'empty' : change;
  const message = MESSAGES[status];
  const newName = redirectedTo(url, stderr);
  if (newName === undefined || isEmpty) return { status, message, copy };
  const renamed = `moved to ${newName}; list it under that name (${message})`;
  return { status: 'renamed', message: renamed, copy };
}

/**
 * Fetches the default branch and the tags, and deletes tags that no longer exist. The default branch gets
 * a fixed local name, independent of the remote's.
 */
async function fetchAll(request: SyncRequest, gitDir: string) {
  const { signal, retryDelays } = request;
  const fetch = [
    ...['fetch', '--no-tags', '--prune', '--force', '--no-write-fetch-head'],
    ...[`--filter=${COPY_FILTER}`, '--end-of-options', 'origin'],
    ...[`+HEAD:refs/heads/${BRANCH}`, '+refs/tags/*:refs/tags/*'],
  ];
  const ask = async () => {
    /** Unix seconds just before the request to the remote. */
    const copiedAt = Math.floor(Date.now() / 1000);
    try {
      const { stderr } = await runGit(fetch, { gitDir, network: true, signal });
      return { isEmpty: false, stderr, copiedAt };
    } catch (error) {
      if (remoteFailure(error) !== 'no-default-branch') throw error;
      // Nothing was fetched.
      return { isEmpty: true, stderr: '', copiedAt };
    }
  };
  return retryTransient(ask, signal, retryDelays);
}
