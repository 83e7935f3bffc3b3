/** Histories from the hosting service, through copies that are kept and updated. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { sha256 } from '../../lib/atomic-files.ts';
import { sum } from '../../lib/averages.ts';
import { messageOf } from '../../lib/errors.ts';
import type { HistorySource } from './collect-companies.ts';
import { syncRepository } from './git/clone.ts';
import { gitHistory, type KnownCopy } from './git/history.ts';
import { fetchManifests } from './git/manifest-contents.ts';
import { factsOf } from './git/repository.ts';
import type { Copy } from './git/repository-copy.ts';
import { collected, type GitReading, readingKey, statsIn } from './sources.ts';

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
 * Of a repository this large, the transfer takes longer than the service takes to prepare it. It gets a
 * head start over the next one: what is transferred first is read while the others are transferred, so the
 * largest should not come last.
 */
const LARGE_BYTES = 10_000_000;
const HEAD_START_MS = 400;

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
  const begun = new Map<string, ReturnType<typeof update>>();
  const update = async (repository: string, signal: AbortSignal, onRequest?: () => void) => {
    const folder = copyFolder(copies, repository);
    const filter = withPaths ? ('blob:none' as const) : ('tree:0' as const);
    const url = `${origin}/${repository}.git`;
    const synced = await syncRepository({ repository, url, folder, filter, signal, onRequest });
    const { status, copy } = synced;
    const isNew = status === 'cloned';
    const facts = copy ? factsOf({ gitDir: copy.gitDir, signal }, copy.head) : undefined;
    // Awaited where the history is read.
    facts?.catch(() => undefined);
    const manifests =
      copy && withPaths ? await manifestsOf(copy, isNew, reading, signal) : NO_MANIFESTS;
    return { ...synced, facts, manifests };
  };
  return {
    key: `hosted ${sha256(origin)} ${withPaths} ${today} ${readingKey(reading)}`,
    begin: async (repositories, jobs, signal) => {
      const requested = Promise.withResolvers<void>();
      const copy = (name: string) => update(name, signal, requested.resolve);
      for (const [name, updated] of largestFirst(repositories, jobs, signal, copy))
        begun.set(name, updated);
      await Promise.race([requested.promise, Promise.allSettled(begun.values())]);
    },
    open: async (repository, signal) => {
      const early = await begun.get(repository);
      begun.delete(repository);
      // The data folder's lock is held by now: whoever was at the copy no longer is.
      const updated = early?.status === 'failed' ? undefined : early;
      const { status, message, copy, facts, manifests } =
        updated ?? (await update(repository, signal));
      if (!copy) return { status, message };
      const { gitDir, copiedAt, head } = copy;
      const contents = withPaths ? ('trees' as const) : ('commits' as const);
      const { remark, ...found } = manifests;
      const known = { head, contents, facts, ...found };
      const read = await collected(
        () =>
          gitHistory({ ...reading, gitDir, repository, copiedAt, withPaths, copy: known, signal }),
        `${message}${remark}`,
        `remove ${gitDir}, and it is copied again`,
      );
      if (!read.history) return { ...read, status: 'failed' };
      const isNotable = status === 'renamed' || status === 'rewritten';
      return { ...read, status: remark === '' || isNotable ? status : 'incomplete' };
    },
  };
}

/** Copies some at the same time, each large one with a head start. What fails is told to those who await it. */
function largestFirst<T>(
  repositories: readonly ToCopy[],
  jobs: number,
  signal: AbortSignal,
  copy: (name: string) => Promise<T>,
): [name: string, copied: Promise<T>][] {
  const limit = pLimit(jobs);
  const headStart = () => delay(HEAD_START_MS, undefined, { signal }).catch(() => undefined);
  let turn: Promise<unknown> = Promise.resolve();
  const inOrder = repositories.toSorted((a, b) => (b.bytes ?? 0) - (a.bytes ?? 0));
  return inOrder.map(({ name, bytes = 0 }) => {
    const mine = turn;
    const copied = limit(() => mine.then(() => copy(name)));
    const settled = copied.catch(() => undefined);
    if (bytes >= LARGE_BYTES) turn = mine.then(() => Promise.race([settled, headStart()]));
    return [name, copied];
  });
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

type Manifests = Pick<KnownCopy, 'files' | 'landed'> & { remark: string };
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
    const { files, landed } = await fetchManifests({ ...copy, isNew, coveredFrom, signal });
    return { files, landed, remark: '' };
  } catch (error) {
    const remark = `; its dependencies are not known: ${messageOf(error)}`;
    return { files: undefined, remark };
  }
}
