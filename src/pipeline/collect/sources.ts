/** The three sources of histories: recordings, local repositories, and the hosting service. */
import { existsSync, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256, sha256OfFile } from '../../lib/atomic-files.ts';
import { sum } from '../../lib/averages.ts';
import { BellwetherError, messageOf } from '../../lib/errors.ts';
import type { Registry } from '../../registry/schema.ts';
import { type AccountRules, accountRules } from '../signals/accounts.ts';
import type { HistorySource } from './collect-companies.ts';
import type { History } from './commit.ts';
import { syncRepository } from './git/clone.ts';
import { gitHistory } from './git/history.ts';
import { ownIdentityKey } from './git/identity-key.ts';
import { fetchManifests } from './git/manifest-contents.ts';
import type { CommitFiles } from './git/manifest-tree.ts';
import type { Copy } from './git/repository-copy.ts';
import { recordedHistories } from './read-recording.ts';
import { recordHistory } from './write-recording.ts';

/** Options for reading commits from git, the same for all sources. */
export type GitReading = {
  rules: AccountRules;
  identityKey: Buffer;
  /** First day that is read (ISO date); null reads everything. */
  coveredFrom: string | null;
};

/** The options under this registry and the operator's own identity key. */
export async function gitReading(
  registry: Registry,
  dataFolder: string,
  coveredFrom: string | null,
): Promise<GitReading> {
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
        : { status: 'not-recorded', message: `${folder} holds no history of it` };
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
        return { status: 'failed', message: `${folder} holds no repository ${repository}` };
      return collected(async () => {
        const copiedAt = asOf ?? (await lastChanged(gitDir));
        return gitHistory({ ...reading, gitDir, repository, copiedAt, withPaths: true, signal });
      }, `read from ${gitDir}`);
    },
  };
}

export type HostedSource = HistorySource & {
  /** Begins to copy a repository, for `open` to go on with. */
  begin(repository: string, signal: AbortSignal): void;
};

/**
 * The hosting service, through copies that are kept and updated.
 *
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
  const begun = new Map<string, ReturnType<typeof update>>();
  const update = async (repository: string, signal: AbortSignal) => {
    const started = performance.now();
    const folder = copyFolder(copies, repository);
    const before = await packedBytes(folder);
    const filter = withPaths ? ('blob:none' as const) : ('tree:0' as const);
    const url = `${origin}/${repository}.git`;
    const synced = await syncRepository({ repository, url, folder, filter, signal });
    const { status, copy } = synced;
    const isNew = status === 'cloned';
    const manifests =
      copy && withPaths ? await manifestsOf(copy, isNew, reading, signal) : NO_MANIFESTS;
    const transfer = {
      seconds: (performance.now() - started) / 1000,
      bytes: Math.max(0, (await packedBytes(folder)) - (isNew ? 0 : before)),
      isWhole: isNew,
    };
    return { ...synced, manifests, transfer };
  };
  return {
    key: `hosted ${sha256(origin)} ${withPaths} ${today} ${readingKey(reading)}`,
    begin: (repository, signal) => {
      const updated = update(repository, signal);
      // Awaited by `open`.
      updated.catch(() => undefined);
      begun.set(repository, updated);
    },
    open: async (repository, signal) => {
      const early = await begun.get(repository);
      begun.delete(repository);
      // The data folder's lock is held by now: whoever was at the copy no longer is.
      const updated = early?.status === 'failed' ? undefined : early;
      const { status, message, copy, manifests, transfer } =
        updated ?? (await update(repository, signal));
      if (!copy) return { status, message };
      const { gitDir, copiedAt, head } = copy;
      const contents = withPaths ? ('trees' as const) : ('commits' as const);
      const known = { head, contents, files: manifests.files };
      const read = await collected(
        () =>
          gitHistory({ ...reading, gitDir, repository, copiedAt, withPaths, copy: known, signal }),
        `${message}${manifests.remark}`,
      );
      if (!read.history) return { ...read, status: 'failed' };
      const isNotable = status === 'renamed' || status === 'rewritten';
      return {
        ...read,
        status: manifests.remark === '' || isNotable ? status : 'incomplete',
        transfer,
      };
    },
  };
}

export function copyFolder(copies: string, repository: string): string {
  return join(copies, `${repository.replace('/', '__')}.git`);
}

/** Size of a copy's packs, which git stores as they were transferred; 0 if there is no copy. */
export async function packedBytes(gitDir: string): Promise<number> {
  const packs = join(gitDir, 'objects', 'pack');
  const names = (await readdir(packs).catch(() => [])).filter((name) => name.endsWith('.pack'));
  return sum((await statsIn(packs, names)).map(({ size }) => size));
}

/** Of those files of a folder that exist. */
async function statsIn(folder: string, names: readonly string[]): Promise<Stats[]> {
  const found = names.map((name) => stat(join(folder, name)).catch(() => []));
  return (await Promise.all(found)).flat();
}

type Manifests = { files: CommitFiles | undefined; remark: string };
const NO_MANIFESTS: Manifests = { files: undefined, remark: '' };

/**
 * Fetches the contents of manifests. If that fails, the repository is collected without dependencies.
 */
async function manifestsOf(
  copy: Copy,
  isNew: boolean,
  { coveredFrom }: GitReading,
  signal: AbortSignal,
): Promise<Manifests> {
  try {
    const { files } = await fetchManifests({ ...copy, isNew, coveredFrom, signal });
    return { files, remark: '' };
  } catch (error) {
    const remark = `; its dependencies are not known: ${messageOf(error)}`;
    return { files: undefined, remark };
  }
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
 * Records another source's histories in a folder and reads them back from the recording, so that
 * collecting from the folder later gives the same result.
 */
export function recordingSource(source: HistorySource, folder: string): HistorySource {
  return {
    key: `${source.key} recorded in ${folder}`,
    open: async (repository, signal) => {
      const { history, ...outcome } = await source.open(repository, signal);
      const { status, message } = outcome;
      if (!history) return outcome;
      const recorded = await collected(async () => {
        await recordHistory(history, folder);
        return recordedHistory(folder, repository);
      }, message);
      return { ...outcome, ...recorded, status: recorded.history ? status : 'failed' };
    },
  };
}

async function recordedHistory(folder: string, repository: string): Promise<History> {
  const history = (await recordedHistories(folder)).get(repository);
  if (history) return history;
  throw new BellwetherError('recording-incomplete', `${folder} lost what was recorded in it`);
}

async function collected(read: () => Promise<History>, message: string) {
  try {
    return { history: await read(), status: 'collected' as const, message };
  } catch (error) {
    return { status: 'failed' as const, message: messageOf(error) };
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
  const gitDir = isRepository(join(folder, '.git')) ? join(folder, '.git') : folder;
  const files = ['FETCH_HEAD', 'HEAD', 'packed-refs', 'refs/heads', 'logs/HEAD', 'index'];
  const times = (await statsIn(gitDir, files)).map(({ mtimeMs }) => mtimeMs);
  return Math.floor(Math.max(0, ...times) / 1000);
}
