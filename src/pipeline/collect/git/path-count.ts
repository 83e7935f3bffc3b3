/** Refuses a tree, or the changes of a commit, of a size that no people's work has. */
import { tooMuch } from './git-error.ts';

/** The largest repositories that people work on have half a million files. */
const MAX_PATHS = 1_000_000;
const MAX_PATH_BYTES = 1 << 28;
/** The most that a public repository has is about 10 000. */
const MAX_MANIFESTS = 50_000;

export class PathCount {
  readonly #commit: string;
  #paths = 0;
  #bytes = 0;
  #manifests = 0;

  /** @param commit its id, for messages */
  constructor(commit: string) {
    this.#commit = commit;
  }

  /** @throws BellwetherError `git-too-much` */
  add(path: string, isManifest = false): void {
    this.#paths++;
    this.#bytes += path.length;
    if (isManifest) this.#manifests++;
    if (this.#paths > MAX_PATHS) this.#refuse(`${MAX_PATHS} paths`);
    if (this.#bytes > MAX_PATH_BYTES) this.#refuse(`${MAX_PATH_BYTES} bytes of paths`);
    if (this.#manifests > MAX_MANIFESTS) this.#refuse(`${MAX_MANIFESTS} manifests`);
  }

  #refuse(most: string): never {
    throw tooMuch(`commit ${this.#commit} has ${most}, more`);
  }
}
