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
import { type DependencyChanges, ManifestState, type ManifestStep } from './manifest-state.ts';
import { filesAt } from './manifest-tree.ts';
import { type GitOptions, runGit, runSiblings } from './run-git.ts';

const NO_FILE: Manifest = { dependencies: new Set(), own: undefined };

/**
 * Maximum number of cached parsed manifests. The version before a commit is usually the version after
 * an earlier one.
 */
const MAX_PARSED = 2_000;

export class DependencyWalk {
  readonly #git: GitOptions;
  /** Started by the first content that is read. */
  #blobs: Blobs | undefined;
  readonly #landed: ReadonlySet<string>;
  readonly #parsed = new Memo<string, Manifest | undefined>({ entries: MAX_PARSED });
  readonly #state = new ManifestState();

  /** Starts a walk at a head. The caller must call `close`. */
  static async from(head: string, git: GitOptions): Promise<DependencyWalk> {
    const [landed, files] = await runSiblings(git, (sibling) => [
      landedAt(head, sibling),
      filesAt(head, sibling),
    ]);
    const walk = new DependencyWalk(landed, git);
    try {
      const read = files.manifests.map(async ({ path, blob }) => {
        walk.#state.set(path, await walk.#manifest(path, blob));
      });
      await Promise.all(read);
      return walk;
    } catch (error) {
      walk.close();
      throw error;
    }
  }

  private constructor(landed: ReadonlySet<string>, git: GitOptions) {
    this.#landed = landed;
    this.#git = git;
  }

  /**
   * Reads the manifests that a commit changed; undefined if it did not land or changed no manifest.
   */
  async read({ id, changes }: LogEntry): Promise<ManifestStep | undefined> {
    if (changes.length === 0 || !this.#landed.has(id)) return undefined;
    return Promise.all(
      changes.map(async ({ path, before, after }: FileChange) => {
        const contents = [this.#manifest(path, before), this.#manifest(path, after)];
        const [readBefore, readAfter] = await Promise.all(contents);
        return { path, before: readBefore, after: readAfter };
      }),
    );
  }

  /** The commit's additions and removals. Call it in log order, newest first. */
  stepBack(step: ManifestStep): DependencyChanges {
    return this.#state.stepBack(step);
  }

  close(): void {
    this.#blobs?.close();
  }

  #manifest(path: string, blob: string | undefined): Promise<Manifest | undefined> {
    if (blob === undefined) return Promise.resolve(NO_FILE);
    const key = flatCopy(`${basename(path)} ${blob}`);
    return this.#parsed.get(key, async () => {
      this.#blobs ??= new Blobs(this.#git);
      const content = await this.#blobs.read(blob);
      return content === undefined ? undefined : readManifest(path, content.toString());
    });
  }
}

/** All commits on the chain of first parents. */
async function landedAt(head: string, git: GitOptions): Promise<ReadonlySet<string>> {
  const chain = ['rev-list', '--first-parent', '--end-of-options', head];
  return new Set((await runGit(chain, git)).output.trim().split('\n'));
}
