/** The local copy of a repository: its folder, its state, and how it is created. */
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BellwetherError } from '../../../lib/errors.ts';
import { answer, headOf } from './repository.ts';
import { runGit } from './run-git.ts';

export type CopyFilter = 'tree:0' | 'blob:none';

export type Copy = {
  gitDir: string;
  /** Commit id of the default branch; empty if there is none. */
  head: string;
  /** Unix seconds at which the copy was last known to match the remote. */
  copiedAt: number;
  filter: string;
  /** For which state the contents of manifests were fetched (`fetchManifests`); empty for none. */
  manifestsOf: string;
};

/** Git setting of `manifestsOf`. */
export const MANIFESTS_SETTING = 'bellwether.manifests';

/**
 * The copy in a folder; undefined if the folder is empty or missing. Throws if the folder contains
 * anything else, which must not be replaced.
 */
export async function readCopy(folder: string): Promise<Copy | undefined> {
  const entries = await readdir(folder).catch(() => []);
  if (entries.length === 0) return undefined;
  const settings = await settingsOf(folder);
  const filter = settings.get('remote.origin.partialclonefilter') ?? '';
  const copiedAt = Number(settings.get('bellwether.copiedat') ?? '');
  if (filter === '' || !Number.isSafeInteger(copiedAt) || copiedAt <= 0)
    throw new BellwetherError(
      'git-foreign-folder',
      `${folder} is not a copy that was made here; move it away`,
    );
  const manifestsOf = settings.get(MANIFESTS_SETTING) ?? '';
  return { gitDir: folder, head: await headOf({ gitDir: folder }), copiedAt, filter, manifestsOf };
}

/** What the copy notes of itself; nothing of a folder that is no repository. */
async function settingsOf(gitDir: string): Promise<ReadonlyMap<string, string>> {
  const names = '^(remote\\.origin\\.partialclonefilter|bellwether\\.(copiedat|manifests))$';
  const found = await answer(['config', '--local', '--get-regexp', names], { gitDir }).catch(
    () => '',
  );
  return new Map(
    found.split('\n').map((line) => {
      const [name = '', value = ''] = line.split(/ (.*)/);
      return [name, value];
    }),
  );
}

/**
 * Runs work with a new, empty repository beside the final folder. Its name is unique, so that a git
 * process left over from a killed run cannot write into it. It is removed afterwards unless
 * `commitCopy` moved it. The caller holds the folder's lock.
 */
export async function createCopy(
  folder: string,
  filter: CopyFilter,
  url: string,
): Promise<{ gitDir: string; remove: () => Promise<void> }> {
  await removeLeftovers(folder);
  const gitDir = await mkdtemp(`${folder}${PARTIAL}`);
  const created = { gitDir, remove: () => remove(gitDir) };
  try {
    await runGit(['init', '--quiet', '--bare', '--template=', '--initial-branch=default', gitDir]);
    // By itself, git would need a process for each.
    const settings = [`url = ${quoted(url)}`, 'promisor = true', `partialclonefilter = ${filter}`];
    const remote = `[remote "origin"]\n${settings.map((setting) => `\t${setting}\n`).join('')}`;
    await appendFile(join(gitDir, 'config'), remote);
    return created;
  } catch (error) {
    await remove(gitDir);
    throw error;
  }
}

/** A value as git's configuration files have it. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const PARTIAL = '.partial-';

async function removeLeftovers(folder: string): Promise<void> {
  const parent = dirname(folder);
  const leftovers = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(folder)}${PARTIAL}`),
  );
  for (const name of leftovers) await remove(join(parent, name));
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}

export async function recordFetch(
  gitDir: string,
  copiedAt: number,
  { filter, manifestsOf }: Pick<Copy, 'filter' | 'manifestsOf'>,
): Promise<Copy> {
  const [head] = await Promise.all([
    headOf({ gitDir }),
    runGit(['config', 'bellwether.copiedat', String(copiedAt)], { gitDir }),
  ]);
  return { gitDir, head, copiedAt, filter, manifestsOf };
}

/** Moves a complete copy into its folder, after moving an older one away. */
export async function commitCopy(copy: Copy, folder: string): Promise<Copy> {
  const outdated = `${folder}${PARTIAL}outdated`;
  if (existsSync(folder)) await rename(folder, outdated);
  await rename(copy.gitDir, folder);
  await remove(outdated);
  return { ...copy, gitDir: folder };
}
