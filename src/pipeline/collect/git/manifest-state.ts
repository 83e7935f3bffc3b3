/** The combined dependencies of a repository's manifests, and how a commit changes them. */
import type { Manifest } from '../manifests.ts';

export type DependencyChanges = { added: readonly string[]; removed: readonly string[] };

export const NO_CHANGES: DependencyChanges = { added: [], removed: [] };

/**
 * The manifests that a commit touched, before and after; undefined if the content could not be read
 * (malformed, too large, not available).
 */
export type ManifestStep = readonly {
  path: string;
  before: Manifest | undefined;
  after: Manifest | undefined;
}[];

/**
 * A package is a dependency of the repository if a manifest names it and none declares it as its own.
 * An unreadable version of a manifest is ignored: the manifest's adjacent version is used instead,
 * and a manifest that is never readable contributes nothing.
 */
export class ManifestState {
  readonly #manifests = new Map<string, Manifest | undefined>();
  /** Number of manifests that name each package, and that declare it. */
  readonly #named = new Map<string, number>();
  readonly #declared = new Map<string, number>();

  set(path: string, manifest: Manifest | undefined): void {
    this.#count(this.#manifests.get(path), -1);
    this.#count(manifest, 1);
    this.#manifests.set(path, manifest);
  }

  /**
   * Goes back to the state before a commit.
   *
   * @returns what the commit added and removed
   */
  stepBack(step: ManifestStep): DependencyChanges {
    for (const { path, before, after } of step)
      if (after !== undefined) this.#correct(path, after);
      else if (this.#isUnread(path)) this.#correct(path, before);
    const touched = new Set(
      step.flatMap(({ path, before }) => [
        ...namesOf(this.#manifests.get(path)),
        ...namesOf(before),
      ]),
    );
    const afterwards = this.#dependenciesAmong(touched);
    for (const { path, before } of step) if (before !== undefined) this.set(path, before);
    const beforehand = this.#dependenciesAmong(touched);
    return {
      added: [...afterwards.difference(beforehand)],
      removed: [...beforehand.difference(afterwards)],
    };
  }

  /**
   * Sets a manifest's content if it differs from the known one. It usually does not, but wrong commit
   * dates can put commits out of order.
   */
  #correct(path: string, manifest: Manifest | undefined): void {
    if (this.#manifests.get(path) !== manifest) this.set(path, manifest);
  }

  #isUnread(path: string): boolean {
    return this.#manifests.has(path) && this.#manifests.get(path) === undefined;
  }

  #dependenciesAmong(names: ReadonlySet<string>): Set<string> {
    return new Set([...names].filter((name) => this.#named.has(name) && !this.#declared.has(name)));
  }

  #count(manifest: Manifest | undefined, step: 1 | -1): void {
    if (manifest === undefined) return;
    for (const name of manifest.dependencies) add(this.#named, name, step);
    if (manifest.own !== undefined) add(this.#declared, manifest.own, step);
  }
}

function namesOf(manifest: Manifest | undefined): string[] {
  if (manifest === undefined) return [];
  return [...manifest.dependencies, ...(manifest.own === undefined ? [] : [manifest.own])];
}

function add(counts: Map<string, number>, name: string, step: number): void {
  const count = (counts.get(name) ?? 0) + step;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}
