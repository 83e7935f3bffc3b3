/** The local copy of a repository: its folder, its state, and how it is created. */
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BellwetherError, messageOf } from '../../../lib/errors.ts';
import { answer, headOf } from './repository.ts';
import { runGit } from './run-git.ts';

/** Copies hold commits and the names of the files that they touch, without contents. */
export const COPY_FILTER = 'blob:none';

export type Copy = {
  gitDir: string;
  /** Commit id of the default branch; empty if there is none. */
  head: string;
  /** Unix seconds at which the copy was last known to match the remote. */
  copiedAt: number;
  /** For which state the contents of manifests were fetched (`fetchManifests`); empty for none. */
  manifestsOf: string;
};

const COPIED_AT_SETTING = 'bellwether.copiedat';
/** Git setting of `manifestsOf`. */
export const MANIFESTS_SETTING = 'bellwether.manifests';

/**
 * The copy in a folder; undefined if the folder is empty or missing. Throws if the folder contains
 * anything else, which must not be replaced.
 */
export async function readCopy(gitDir: string): Promise<Copy | undefined> {
  const entries = await readdir(gitDir).catch(() => []);
  if (entries.length === 0) return undefined;
  // A folder that is not a repository has no settings.
  const read = (setting: string) =>
    answer(['config', '--local', setting], { gitDir }).catch(() => '');
  const copiedAt = Number(await read(COPIED_AT_SETTING));
  if (!Number.isSafeInteger(copiedAt) || copiedAt <= 0)
    throw new BellwetherError(
      'git-foreign-folder',
      `${gitDir} is not a copy that was made here; move it away`,
    );
  const manifestsOf = await read(MANIFESTS_SETTING);
  return { gitDir, head: await headOf({ gitDir }), copiedAt, manifestsOf };
}

/** The one branch of a copy; the remote's name of it may differ. */
export const BRANCH = 'default';

/**
 * Creates a new, empty repository beside the final folder. Its name is unique, so that a git process left
 * over from a killed run cannot write into it. The caller holds the folder's lock, and removes what
 * `commitCopy` does not move.
 */
export async function createCopy(folder: string, url: string): Promise<string> {
  const parent = dirname(folder);
  for (const name of await readdir(parent))
    if (name.startsWith(`${basename(folder)}${PARTIAL}`)) await removeCopy(join(parent, name));
  const gitDir = await mkdtemp(`${folder}${PARTIAL}`);
  try {
    const init = ['init', '--quiet', '--bare', '--template=', `--initial-branch=${BRANCH}`];
    await runGit([...init, gitDir]);
    const origin = { url, promisor: 'true', partialclonefilter: COPY_FILTER };
    for (const [setting, value] of Object.entries(origin))
      await runGit(['config', `remote.origin.${setting}`, value], { gitDir });
    return gitDir;
  } catch (error) {
    await removeCopy(gitDir);
    throw error;
  }
}

const PARTIAL = '.partial-';

export function removeCopy(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Notes in a copy when it matched the remote. */
export async function recordFetch(
  { gitDir, manifestsOf = '' }: Pick<Copy, 'gitDir'> & Partial<Copy>,
  copiedAt: number,
): Promise<Copy> {
  await runGit(['config', COPIED_AT_SETTING, String(copiedAt)], { gitDir });
  return { gitDir, head: await headOf({ gitDir }), copiedAt, manifestsOf };
}

/**
 * Packs a copy that many fetches have left in pieces. Without it, the copy is as good.
 *
 * @returns the reason why it could not be packed; empty if it could, or did not need it
 */
export async function packCopy(gitDir: string, signal: AbortSignal | undefined): Promise<string> {
  try {
    await runGit(['gc', '--auto', '--quiet'], { gitDir, signal });
    return '';
  } catch (error) {
    signal?.throwIfAborted();
    return `its copy could not be packed: ${messageOf(error)}`;
  }
}

/** Moves a complete copy into its folder, after moving an older one away. */
export async function commitCopy(copy: Copy, folder: string): Promise<Copy> {
  const outdated = `${folder}${PARTIAL}outdated`;
  if (existsSync(folder)) await rename(folder, outdated);
  await rename(copy.gitDir, folder);
  await removeCopy(outdated);
  return { ...copy, gitDir: folder };
}
