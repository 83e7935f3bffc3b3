/** Which dependencies a commit brought in and which it dropped, over all manifests it touched. */
import { basename } from 'node:path/posix';
import { detached, Memo } from '../../../lib/memoize.ts';
import { isReadableManifest, readManifest } from '../manifests.ts';
import { Blobs } from './blobs.ts';
import type { FileChange } from './log-parser.ts';
import type { GitOptions } from './run-git.ts';

export type DependencyChanges = { added: readonly string[]; removed: readonly string[] };

export const NO_CHANGES: DependencyChanges = { added: [], removed: [] };

/** A manifest's dependencies; undefined when it cannot be read. */
type Dependencies = ReadonlySet<string> | undefined;

const NONE: Dependencies = new Set<string>();

/** Parsed manifests kept: what one commit left is what a later one found. */
const MAX_PARSED = 2_000;

export class DependencyReader {
  readonly #blobs: Blobs;
  readonly #parsed = new Memo<string, Dependencies>({ entries: MAX_PARSED });

  constructor(options: GitOptions) {
    this.#blobs = new Blobs(options);
  }

  /** The files whose content decides: pass it to `LogParser`. */
  static readonly reads = isReadableManifest;

  /**
   * Set differences of every manifest before and after, merged: a dependency that moved from one
   * manifest to another shows in neither. A manifest that is malformed on either side says nothing.
   */
  async changes(files: readonly FileChange[]): Promise<DependencyChanges> {
    const added = new Set<string>();
    const removed = new Set<string>();
    const read = files.map(({ path, before, after }) =>
      Promise.all([this.#dependencies(path, before), this.#dependencies(path, after)]),
    );
    for (const [before, after] of await Promise.all(read)) {
      if (!before || !after) continue;
      for (const name of after.difference(before)) added.add(name);
      for (const name of before.difference(after)) removed.add(name);
    }
    return { added: [...added.difference(removed)], removed: [...removed.difference(added)] };
  }

  close(): void {
    this.#blobs.close();
  }

  #dependencies(path: string, blob: string | undefined): Promise<Dependencies> {
    if (blob === undefined) return Promise.resolve(NONE);
    const key = detached(`${basename(path)} ${blob}`);
    return this.#parsed.get(key, async () => {
      const content = await this.#blobs.read(blob);
      return content === undefined ? undefined : readManifest(path, content);
    });
  }
}
