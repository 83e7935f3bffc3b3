/** Which dependencies a commit brought in and which it dropped, over all manifests it touched. */
import { isReadableManifest, readManifest } from '../manifests.ts';
import { Blobs } from './blobs.ts';
import type { GitOptions } from './run-git.ts';

export type DependencyChanges = { added: readonly string[]; removed: readonly string[] };

export const NO_CHANGES: DependencyChanges = { added: [], removed: [] };

/** A manifest's dependencies; undefined when it cannot be read. */
type Dependencies = ReadonlySet<string> | undefined;

/** Parsed manifests kept: what one commit found is what an earlier one left. */
const MOST_KEPT = 2000;

export class DependencyReader {
  readonly #blobs: Blobs;
  readonly #parsed = new Map<string, Dependencies>();

  constructor(options: GitOptions) {
    this.#blobs = new Blobs(options);
  }

  /** True for the files that decide (a path without line ends, which git is asked by lines). */
  static reads(path: string): boolean {
    return isReadableManifest(path) && !path.includes('\n');
  }

  /**
   * Set differences of every manifest before and after a commit, merged: a dependency that moved
   * from one manifest to another shows in neither. A manifest that is malformed on either side says
   * nothing.
   */
  async changes(commit: string, paths: readonly string[]): Promise<DependencyChanges> {
    const added = new Set<string>();
    const removed = new Set<string>();
    const read = paths.map((path) =>
      Promise.all([this.#dependencies(`${commit}^`, path), this.#dependencies(commit, path)]),
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

  /** None where the revision has no such file. */
  async #dependencies(revision: string, path: string): Promise<Dependencies> {
    const blob = await this.#blobs.read(revision, path);
    if (!blob) return new Set();
    if (blob.text === undefined) return undefined;
    const key = `${blob.id} ${path.slice(path.lastIndexOf('/') + 1)}`;
    const known = this.#parsed.has(key);
    const parsed = known ? this.#parsed.get(key) : readManifest(path, blob.text);
    // The one used last is kept longest.
    if (known) this.#parsed.delete(key);
    this.#parsed.set(key, parsed);
    const [oldest] = this.#parsed.keys();
    if (this.#parsed.size > MOST_KEPT && oldest !== undefined) this.#parsed.delete(oldest);
    return parsed;
  }
}
