/**
 * Determines which dependencies a repository gained and lost with each commit that landed on its
 * default branch, by comparing the contents of all manifests before and after.
 *
 * Landed commits are those on the chain of first parents, so a merge represents the branch that it
 * merges. The chain is walked backwards from the head, in the order of `git log`.
 */
import { basename } from 'node:path/posix';
import { flatCopy, Memo } from '../../../lib/memoize.ts';
import { type Manifest, readManifest } from '../manifests.ts';
import { Blobs } from './blobs.ts';
import type { FileChange, LogEntry } from './log-parser.ts';
import { filesAt } from './manifest-contents.ts';
import { type DependencyChanges, ManifestState, type ManifestStep } from './manifest-state.ts';
import { type GitOptions, runGit } from './run-git.ts';

const NO_FILE: Manifest = { dependencies: new Set(), own: undefined };

/**
 * Maximum number of cached parsed manifests. The version before a commit is usually the version after
 * an earlier one.
 */
const MAX_PARSED = 2_000;

/** Starts a walk at a head. The caller must call `close`. */
export async function walkDependencies(head: string, git: GitOptions) {
  const landed = await landedAt(head, git);
  const { manifests } = await filesAt(head, git);
  /** Started by the first content that is read. */
  let blobs: Blobs | undefined;
  const parsed = new Memo<string, Manifest | undefined>({ entries: MAX_PARSED });
  const state = new ManifestState();
  const close = () => blobs?.close();
  const manifest = async (path: string, blob: string | undefined) => {
    if (blob === undefined) return NO_FILE;
    return parsed.get(flatCopy(`${basename(path)} ${blob}`), async () => {
      blobs ??= new Blobs(git);
      const content = await blobs.read(blob);
      return content === undefined ? undefined : readManifest(path, content.toString());
    });
  };
  try {
    const read = manifests.map(async ({ path, blob }) => {
      state.set(path, await manifest(path, blob));
    });
    await Promise.all(read);
  } catch (error) {
    close();
    throw error;
  }
  return {
    /**
     * Reads the manifests that a commit changed; undefined if it did not land or changed no manifest.
     */
    read: async ({ id, changes }: LogEntry): Promise<ManifestStep | undefined> => {
      if (changes.length === 0 || !landed.has(id)) return undefined;
      return Promise.all(
        changes.map(async ({ path, before, after }: FileChange) => {
          const contents = [manifest(path, before), manifest(path, after)];
          const [readBefore, readAfter] = await Promise.all(contents);
          return { path, before: readBefore, after: readAfter };
        }),
      );
    },
    /** The commit's additions and removals. Call it in log order, newest first. */
    stepBack: (step: ManifestStep): DependencyChanges => state.stepBack(step),
    close,
  };
}

/** All commits on the chain of first parents. */
async function landedAt(head: string, git: GitOptions): Promise<ReadonlySet<string>> {
  const chain = ['rev-list', '--first-parent', '--end-of-options', head];
  return new Set((await runGit(chain, git)).output.trim().split('\n'));
}
