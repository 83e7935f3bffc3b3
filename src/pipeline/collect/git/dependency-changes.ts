/**
 * Which dependencies a repository as a whole gained and lost with each commit that landed on its
 * default branch: the contents of all manifests, compared before and after.
 *
 * What landed is the chain of first parents, so a merge stands for the branch that it brings in. The
 * chain is walked from its head backwards, as git writes it.
 */
import { basename } from 'node:path/posix';
import { detached, Memo } from '../../../lib/memoize.ts';
import { isReadableManifest, type Manifest, readManifest } from '../manifests.ts';
import { Blobs } from './blobs.ts';
import type { FileChange, LogEntry } from './log-parser.ts';
import { type DependencyChanges, ManifestState, type ManifestStep } from './manifest-state.ts';
import { manifestsAt } from './manifest-tree.ts';
import { type GitOptions, runGit } from './run-git.ts';

/** A file that is not there. */
const NOTHING: Manifest = { dependencies: new Set(), own: undefined };

/** Parsed manifests kept: what one commit left is what a later one found. */
const MAX_PARSED = 2_000;

export class DependencyWalk {
  readonly #blobs: Blobs;
  readonly #chain: ReadonlySet<string>;
  readonly #parsed = new Memo<string, Manifest | undefined>({ entries: MAX_PARSED });
  readonly #state = new ManifestState();

  /** Begins at a head; `close` has to be called. */
  static async from(head: string, git: GitOptions): Promise<DependencyWalk> {
    const chain = ['rev-list', '--first-parent', '--end-of-options', head];
    const [landed, manifests] = await Promise.all([runGit(chain, git), manifestsAt(head, git)]);
    const walk = new DependencyWalk(new Set(landed.output.trim().split('\n')), git);
    try {
      const read = manifests.map(async ({ path, blob }) => {
        walk.#state.set(path, await walk.#manifest(path, blob));
      });
      await Promise.all(read);
      return walk;
    } catch (error) {
      walk.close();
      throw error;
    }
  }

  private constructor(chain: ReadonlySet<string>, git: GitOptions) {
    this.#chain = chain;
    this.#blobs = new Blobs(git);
  }

  /** The files whose content decides: pass it to `LogParser`. */
  static readonly reads = isReadableManifest;

  /** Reads what a commit changed; undefined when it did not land, or changed no manifest. */
  async read({ id, changes }: LogEntry): Promise<ManifestStep | undefined> {
    if (changes.length === 0 || !this.#chain.has(id)) return undefined;
    return Promise.all(
      changes.map(async ({ path, before, after }: FileChange) => {
        const contents = [this.#manifest(path, before), this.#manifest(path, after)];
        const [readBefore, readAfter] = await Promise.all(contents);
        return { path, before: readBefore, after: readAfter };
      }),
    );
  }

  /** What the commit gained and lost. Steps are given in the order of the log, newest first. */
  stepBack(step: ManifestStep): DependencyChanges {
    return this.#state.stepBack(step);
  }

  close(): void {
    this.#blobs.close();
  }

  #manifest(path: string, blob: string | undefined): Promise<Manifest | undefined> {
    if (blob === undefined) return Promise.resolve(NOTHING);
    const key = detached(`${basename(path)} ${blob}`);
    return this.#parsed.get(key, async () => {
      const content = await this.#blobs.read(blob);
      return content === undefined ? undefined : readManifest(path, content);
    });
  }
}
