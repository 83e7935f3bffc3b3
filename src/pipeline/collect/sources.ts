/** Sources of histories: recordings, repositories on this machine, and the hosting service. */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256, sha256OfFile } from '../../lib/atomic-files.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Registry } from '../../registry/schema.ts';
import { accountRules } from '../signals/accounts.ts';
import type { HistorySource, Opened } from './collect-companies.ts';
import type { History } from './commit.ts';
import { syncRepository } from './git/clone.ts';
import { messageOfGit } from './git/git-error.ts';
import { gitHistory } from './git/history.ts';
import { ownIdentityKey } from './git/identity-key.ts';
import { fetchManifests } from './git/manifest-contents.ts';
import { gitDirOf } from './git/repository.ts';
import { recordedHistories } from './read-recording.ts';

/** Options for reading commits from git, the same for all sources. */
export type GitReading = Awaited<ReturnType<typeof gitReading>>;

/**
 * The options under this registry and the operator's own identity key.
 *
 * @param coveredFrom first day that is read (ISO date); null reads everything
 */
export async function gitReading(
  registry: Registry,
  dataFolder: string,
  coveredFrom: string | null,
) {
  const identityKey = await ownIdentityKey(dataFolder);
  return { rules: accountRules(registry), identityKey, coveredFrom };
}

export async function recordedSource(folder: string): Promise<HistorySource> {
  const histories = await recordedHistories(folder);
  const recording = await sha256OfFile(join(folder, 'repositories.ndjson'));
  return {
    key: `recorded ${recording}`,
    open: async (repository) => {
      const history = histories.get(repository);
      return history
        ? { history, status: 'collected', message: `recorded through ${history.coveredThrough}` }
        : {
            status: 'not-recorded',
            message: `${folder} holds no history of it; collect it from the hosting service`,
          };
    },
  };
}

/**
 * Repositories on this machine.
 *
 * @param folder contains them as `owner/name` or `owner__name`, each bare (with or without `.git`) or
 *   a working tree
 * @param options.single the folder is itself the requested repository
 * @param options.asOf Unix seconds at which they were complete; by default, when git last changed
 *   each
 */
export function localSource(
  folder: string,
  reading: GitReading,
  { single, asOf }: { single: boolean; asOf?: number },
): HistorySource {
  return {
    key: `local ${folder} ${asOf ?? ''} ${readingKey(reading)}`,
    open: async (repository, signal) => {
      const inFolder = findRepository(folder, repository);
      const gitDir = inFolder ?? (single && isRepository(folder) ? folder : undefined);
      if (gitDir === undefined)
        return {
          status: 'failed',
          message: `${folder} holds no repository ${repository}; clone it into ${join(folder, repository)}`,
        };
      const read = async () => {
        const copiedAt = asOf ?? (await lastChanged(gitDir));
        return gitHistory({ ...reading, gitDir, repository, copiedAt, signal });
      };
      const remedy = `run git fsck in ${gitDir}, and clone it again if that finds faults`;
      return collected(read, `read from ${gitDir}`, remedy);
    },
  };
}

/**
 * Histories from the hosting service, through copies that are kept and updated.
 *
 * @param copies folder of the copies
 * @param origin prefix of repository addresses; may contain a password
 */
export function hostedSource(copies: string, reading: GitReading, origin: string): HistorySource {
  const today = new Date().toISOString().slice(0, 10);
  return {
    key: `hosted ${sha256(origin)} ${today} ${readingKey(reading)}`,
    open: async (repository, signal) => {
      const place = { url: `${origin}/${repository}.git`, folder: copyFolder(copies, repository) };
      const { status, message, copy } = await syncRepository({ ...place, signal });
      if (!copy) return { status, message };
      // Without the contents of manifests, it is collected without dependencies.
      const isNew = status === 'cloned';
      const fault = await fetchManifests({ ...copy, ...reading, isNew, signal }).then(
        () => '',
        (error: unknown) => `; its dependencies are not known: ${messageOf(error)}`,
      );
      const hasManifests = fault === '';
      const read = await collected(
        () => gitHistory({ ...reading, ...copy, repository, hasManifests, signal }),
        `${message}${fault}`,
        `remove ${copy.gitDir}, and it is copied again`,
      );
      if (!read.history) return { ...read, status: 'failed' };
      const isNotable = status === 'renamed' || status === 'rewritten';
      return { ...read, status: hasManifests || isNotable ? status : 'incomplete' };
    },
  };
}

export function copyFolder(copies: string, repository: string): string {
  return join(copies, `${repository.replace('/', '__')}.git`);
}

/** The same source, with a minimum pause between the starts of any two repositories. */
export function withPauses(source: HistorySource, pauseMs: number): HistorySource {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    key: source.key,
    open: async (repository, signal) => {
      const mine = turn;
      turn = mine.then(() => delay(pauseMs, undefined, { signal })).catch(() => undefined);
      await mine;
      return source.open(repository, signal);
    },
  };
}

/**
 * Reads a history and says what came of it.
 *
 * @param remedy what can be done if git fails to read it, now or while its commits are read
 */
async function collected(
  read: () => Promise<History>,
  message: string,
  remedy?: string,
): Promise<Opened> {
  try {
    return { history: await read(), status: 'collected', message, remedy };
  } catch (error) {
    return { status: 'failed', message: messageOfGit(error, remedy) };
  }
}

/**
 * A digest of the other options that affect rows, so that a run with other rules does not resume an
 * interrupted one.
 */
function readingKey({ rules, coveredFrom }: GitReading): string {
  const lists = Object.values(rules).map((list) => [...list]);
  return `${coveredFrom} ${sha256(JSON.stringify(lists))}`;
}

function findRepository(folder: string, repository: string): string | undefined {
  const flat = repository.replace('/', '__');
  const places = [repository, `${repository}.git`, flat, `${flat}.git`].map((name) =>
    join(folder, name),
  );
  return places.find(isRepository);
}

function isRepository(folder: string): boolean {
  return existsSync(join(folder, '.git')) || existsSync(join(folder, 'HEAD'));
}

/** Unix seconds at which git last changed the repository's content. */
async function lastChanged(folder: string): Promise<number> {
  const names = ['FETCH_HEAD', 'HEAD', 'packed-refs', 'refs/heads', 'logs/HEAD', 'index'];
  const times = names.map((name) =>
    stat(join(gitDirOf(folder), name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.floor(Math.max(...(await Promise.all(times))) / 1000);
}
