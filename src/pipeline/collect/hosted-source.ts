/** Histories from the hosting service, through copies that are kept and updated. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import { sha256 } from '../../lib/atomic-files.ts';
import { messageOf } from '../../lib/errors.ts';
import type { HistorySource } from './collect-companies.ts';
import { type SyncResult, syncRepository } from './git/clone.ts';
import { gitHistory } from './git/history.ts';
import { fetchManifests, type ManifestFetch } from './git/manifest-contents.ts';
import { collected, type GitReading, readingKey } from './sources.ts';

/** A repository to copy. */
export type ToCopy = {
  /** `owner/name`. */
  name: string;
  /** How large the service says that it is; undefined if it is unknown. */
  bytes?: number | undefined;
};

export type HostedSource = HistorySource & {
  /**
   * Begins to copy repositories, for `open` to go on with.
   *
   * @param jobs how many at the same time
   * @returns once the first one is requested
   */
  begin(repositories: readonly ToCopy[], jobs: number, signal: AbortSignal): Promise<void>;
};

/**
 * @param copies folder of the copies
 * @param withPaths false to copy only commits: much smaller, but without the kinds of files touched
 * @param origin prefix of repository addresses; may contain a password
 */
export function hostedSource(
  copies: string,
  withPaths: boolean,
  reading: GitReading,
  origin: string,
): HostedSource {
  const today = new Date().toISOString().slice(0, 10);
  const begun = new Map<string, Promise<SyncResult>>();
  const sync = (repository: string, signal: AbortSignal, onRequest?: () => void) => {
    const folder = copyFolder(copies, repository);
    const filter = withPaths ? ('blob:none' as const) : ('tree:0' as const);
    const url = `${origin}/${repository}.git`;
    return syncRepository({ url, folder, filter, signal, onRequest });
  };
  return {
    key: `hosted ${sha256(origin)} ${withPaths} ${today} ${readingKey(reading)}`,
    begin: async (repositories, jobs, signal) => {
      const requested = Promise.withResolvers<void>();
      const limit = pLimit(jobs);
      // The largest is transferred first, and read while the others are transferred.
      for (const { name } of repositories.toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0)))
        begun.set(
          name,
          limit(() => sync(name, signal, requested.resolve)),
        );
      await Promise.race([requested.promise, Promise.allSettled(begun.values())]);
    },
    open: async (repository, signal) => {
      const early = await begun.get(repository);
      begun.delete(repository);
      // The data folder's lock is held by now, so no other process is at the copy any more.
      const { status, message, copy } =
        early && early.status !== 'failed' ? early : await sync(repository, signal);
      if (!copy) return { status, message };
      const { gitDir, copiedAt } = copy;
      const isNew = status === 'cloned';
      const fault = withPaths ? await manifestFault({ ...copy, ...reading, isNew, signal }) : '';
      const hasManifests = withPaths && fault === '';
      const read = await collected(
        () =>
          gitHistory({ ...reading, gitDir, repository, copiedAt, withPaths, hasManifests, signal }),
        `${message}${fault}`,
        `remove ${gitDir}, and it is copied again`,
      );
      if (!read.history) return { ...read, status: 'failed' };
      const isNotable = status === 'renamed' || status === 'rewritten';
      return { ...read, status: fault === '' || isNotable ? status : 'incomplete' };
    },
  };
}

export function copyFolder(copies: string, repository: string): string {
  return join(copies, `${repository.replace('/', '__')}.git`);
}

/**
 * Fetches the contents of manifests. If that fails, the repository is collected without dependencies.
 *
 * @returns why it failed; empty if it did not
 */
async function manifestFault(fetch: ManifestFetch): Promise<string> {
  try {
    await fetchManifests(fetch);
    return '';
  } catch (error) {
    return `; its dependencies are not known: ${messageOf(error)}`;
  }
}
