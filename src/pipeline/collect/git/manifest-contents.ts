/**
 * Fetches the contents of manifests and of .mailmap, and nothing else, into a partial clone that has
 * trees. The clone then yields the same dependency changes as a full one. Left to itself, git would
 * send one request for each file; here thousands are fetched in one request.
 */

import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { flatCopy } from '../../../lib/memoize.ts';
import { dayOf, parseDay } from '../../../lib/period.ts';
import { isReadableManifest, MANIFEST_PATHSPECS } from '../manifests.ts';
import { gitFields } from './fields.ts';
import { readLog, sinceDay } from './log-parser.ts';
import { PathCount } from './path-count.ts';
import { retryTransient } from './remote-failures.ts';
import { MANIFESTS_SETTING } from './repository-copy.ts';
import { type GitOptions, runGit, startGit } from './run-git.ts';

export type ManifestFetch = {
  gitDir: string;
  /** Commit id of the default branch. */
  head: string;
  /** First day for which changes are needed (ISO date); null for all. */
  coveredFrom: string | null;
  /** The copy's record of the last fetch. */
  manifestsOf?: string;
  /** True if it was just cloned, and so has no contents yet. */
  isNew?: boolean;
  signal?: AbortSignal | undefined;
};

const BATCH = 10_000;

/**
 * Fetches missing contents of the manifests at the head, and before and after each landed commit.
 *
 * @returns the number of contents fetched
 * @throws GitError if the remote does not provide them
 */
export async function fetchManifests(fetch: ManifestFetch): Promise<number> {
  const { gitDir, head, coveredFrom, manifestsOf, isNew, signal } = fetch;
  const git: GitOptions = { gitDir, signal };
  const done = `${head} ${coveredFrom}`;
  if (head === '' || manifestsOf === done) return 0;
  // First, because it soon refuses a tree that takes the log days.
  const { manifests, mailmap } = await filesAt(head, git);
  const blobs = await changedBlobs(fetch, git);
  for (const { blob } of manifests) blobs.add(blob);
  if (mailmap !== undefined) blobs.add(mailmap);
  const missing = isNew ? [...blobs] : await missingAmong(blobs, git);
  for (let from = 0; from < missing.length; from += BATCH)
    await retryTransient(
      () => fetchBlobs(missing.slice(from, from + BATCH), { gitDir, network: true, signal }),
      signal,
    );
  await runGit(['config', MANIFESTS_SETTING, done], { gitDir });
  return missing.length;
}

/** The blobs of manifests before and after each landed commit. */
async function changedBlobs(
  { head, coveredFrom }: ManifestFetch,
  git: GitOptions,
): Promise<Set<string>> {
  const firstDay = coveredFrom === null ? Number.NEGATIVE_INFINITY : parseDay(coveredFrom);
  const blobs = new Set<string>();
  const args = [
    ...[LOG_OF_IDS, '--first-parent', '--diff-merges=first-parent', '--raw'],
    ...[...sinceDay(coveredFrom), '--end-of-options', head, '--', ...MANIFEST_PATHSPECS],
  ];
  for await (const entries of readLog(args, git, true))
    for (const { committedAt, changes } of entries)
      if (dayOf(committedAt) >= firstDay)
        for (const { before, after } of changes)
          for (const blob of [before, after]) if (blob !== undefined) blobs.add(flatCopy(blob));
  return blobs;
}

/** `LOG_FORMAT` without names and trailers. */
const LOG_OF_IDS = '--format=tformat:%x00%H %at %ct %P%x00%x00';

/**
 * The blobs that the clone lacks. Asking git for a missing object in a partial clone fails as an
 * error of the remote, so all existing objects are listed instead.
 */
async function missingAmong(blobs: ReadonlySet<string>, git: GitOptions): Promise<string[]> {
  if (blobs.size === 0) return [];
  const missing = new Set(blobs);
  const list = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];
  const { stdin, stdout, ended } = startGit(list, git);
  stdin.end();
  for await (const id of createInterface({ input: stdout })) missing.delete(id);
  await ended;
  return [...missing];
}

async function fetchBlobs(blobs: readonly string[], git: GitOptions): Promise<void> {
  const { stdin, stdout, ended } = startGit(FETCH_BLOBS, git);
  stdin.end([...blobs, ''].join('\n'));
  await Promise.all([text(stdout), ended]);
}

/**
 * Arguments of `git fetch` for missing blobs. Negotiation is skipped, since the ids are known to be
 * missing.
 */
const FETCH_BLOBS = [
  ...['-c', 'fetch.negotiationAlgorithm=noop'],
  ...['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'],
  ...['--filter=blob:none', '--stdin', 'origin'],
];

/** The files that are read of a commit's tree. It needs only trees, no contents. */
export type CommitFiles = {
  /**
   * Paths (bytes as Latin-1, as in the log parser) and blob ids of its readable manifests, without
   * symbolic links and submodules.
   */
  manifests: { path: string; blob: string }[];
  /** Blob id of .mailmap, which most repositories lack. */
  mailmap: string | undefined;
};

/** @throws BellwetherError `git-too-much` if the tree is larger than any that people work on */
export async function filesAt(commit: string, git: GitOptions): Promise<CommitFiles> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit];
  const files: CommitFiles = { manifests: [], mailmap: undefined };
  const count = new PathCount(commit);
  for await (const lines of gitFields(list, git))
    for (const line of lines) count.add(line, readLine(line, files));
  return files;
}

/** @returns whether it is a manifest */
function readLine(line: string, files: CommitFiles): boolean {
  const [, type, blob = '', path = ''] = /^(\d{3})\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
  if (path === '.mailmap') files.mailmap = blob;
  if (type !== REGULAR_FILE || !isReadableManifest(path)) return false;
  files.manifests.push({ path: flatCopy(path), blob: flatCopy(blob) });
  return true;
}

/** Prefix of the mode of a file that is not a symbolic link. */
const REGULAR_FILE = '100';
