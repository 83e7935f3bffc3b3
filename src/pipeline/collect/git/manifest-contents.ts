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
import { LogParser, sinceDay } from './log-parser.ts';
import { type CommitFiles, filesAt } from './manifest-tree.ts';
import { retryTransient } from './remote-failures.ts';
import { MANIFESTS_SETTING } from './repository-copy.ts';
import { type GitOptions, runGit, runSiblings, startGit } from './run-git.ts';

export type ManifestFetch = {
  gitDir: string;
  /** Commit id of the default branch. */
  head: string;
  /** First day for which changes are needed (ISO date); null for all. */
  coveredFrom: string | null;
  /** What the copy says of the last fetch. */
  manifestsOf?: string;
  /** True if it was just cloned, and so has no contents yet. */
  isNew?: boolean;
  signal?: AbortSignal | undefined;
};

const BATCH = 10_000;

/**
 * Fetches missing contents of the manifests at the head, and before and after each landed commit.
 *
 * @returns the head's files, the landed commits that changed a manifest (unknown if nothing had to be
 *   looked for), and the number of contents fetched
 * @throws GitError if the remote does not provide them
 */
export async function fetchManifests(
  fetch: ManifestFetch,
): Promise<{ files: CommitFiles; landed?: ReadonlySet<string>; fetched: number }> {
  const { gitDir, head, coveredFrom, manifestsOf, isNew, signal } = fetch;
  if (head === '') return { files: { manifests: [], mailmap: undefined }, fetched: 0 };
  const git: GitOptions = { gitDir, signal };
  const done = `${head} ${coveredFrom}`;
  if (manifestsOf === done) return { files: await filesAt(head, git), fetched: 0 };
  const [files, { landed, blobs }] = await runSiblings(git, (sibling) => [
    filesAt(head, sibling),
    landedChanges(fetch, sibling),
  ]);
  for (const { blob } of files.manifests) blobs.add(blob);
  if (files.mailmap !== undefined) blobs.add(files.mailmap);
  const missing = isNew ? [...blobs] : await missingAmong(blobs, git);
  for (let from = 0; from < missing.length; from += BATCH)
    await retryTransient(
      () => fetchBlobs(missing.slice(from, from + BATCH), { gitDir, network: true, signal }),
      signal,
    );
  await runGit(['config', MANIFESTS_SETTING, done], { gitDir });
  return { files, landed, fetched: missing.length };
}

/** The landed commits that changed a manifest, and the distinct blob ids before and after them. */
async function landedChanges(
  { head, coveredFrom }: ManifestFetch,
  git: GitOptions,
): Promise<{ landed: Set<string>; blobs: Set<string> }> {
  const firstDay = coveredFrom === null ? Number.NEGATIVE_INFINITY : parseDay(coveredFrom);
  const landed = new Set<string>();
  const blobs = new Set<string>();
  const list = [
    // git would look for the .mailmap, which is not fetched yet.
    ...['log', '--no-mailmap', '-z', '--first-parent', '--diff-merges=first-parent', '--no-color'],
    ...['--no-show-signature', LOG_OF_IDS, '--raw', '--no-abbrev', '--no-renames'],
    ...['--no-ext-diff', ...sinceDay(coveredFrom)],
    ...['--end-of-options', head, '--', ...MANIFEST_PATHSPECS],
  ];
  const log = startGit(list, git);
  const parser = new LogParser(isReadableManifest);
  const note = (entries: ReturnType<LogParser['push']>) => {
    for (const { id, committedAt, changes } of entries) {
      if (changes.length === 0 || dayOf(committedAt) < firstDay) continue;
      landed.add(flatCopy(id));
      for (const { before, after } of changes)
        for (const blob of [before, after]) if (blob !== undefined) blobs.add(flatCopy(blob));
    }
  };
  try {
    for await (const chunk of log.stdout) note(parser.push(chunk));
    await log.ended;
    note(parser.end());
  } finally {
    log.stop();
  }
  return { landed, blobs };
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
