/** Histories from the hosting service, through copies that are kept and updated. */
import { join } from 'node:path';
import { sha256 } from '../../lib/atomic-files.ts';
import { messageOf } from '../../lib/errors.ts';
import type { HistorySource } from './collect-companies.ts';
import { syncRepository } from './git/clone.ts';
import { gitHistory } from './git/history.ts';
import { fetchManifests, type ManifestFetch } from './git/manifest-contents.ts';
import { collected, type GitReading, readingKey } from './sources.ts';

/**
 * @param copies folder of the copies
 * @param origin prefix of repository addresses; may contain a password
 */
export function hostedSource(copies: string, reading: GitReading, origin: string): HistorySource {
  const today = new Date().toISOString().slice(0, 10);
  return {
    key: `hosted ${sha256(origin)} ${today} ${readingKey(reading)}`,
    open: async (repository, signal) => {
      const folder = copyFolder(copies, repository);
      const url = `${origin}/${repository}.git`;
      const { status, message, copy } = await syncRepository({ url, folder, signal });
      if (!copy) return { status, message };
      const { gitDir, copiedAt } = copy;
      const isNew = status === 'cloned';
      const fault = await manifestFault({ ...copy, ...reading, isNew, signal });
      const hasManifests = fault === '';
      const read = await collected(
        () => gitHistory({ ...reading, gitDir, repository, copiedAt, hasManifests, signal }),
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
