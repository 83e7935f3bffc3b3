/** The local copy of a repository: its folder, its state, and how it is created. */
import { existsSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BellwetherError, messageOf } from '../../../lib/errors.ts';
import { answer, headOf } from './repository.ts';
import { runGit } from './run-git.ts';

/** How the remote computes ids. */
export type ObjectFormat = 'sha1' | 'sha256';

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
  return { gitDir: folder, head: await headOfCopy(folder), copiedAt, filter, manifestsOf };
}

/** Read without a process from where git has it, unless it moved the branch among its packed refs. */
async function headOfCopy(gitDir: string): Promise<string> {
  const text = await readFile(join(gitDir, 'refs', 'heads', BRANCH), 'utf8').catch(() => '');
  return COMMIT_LINE.test(text) ? text.trim() : headOf({ gitDir });
}

/** The one branch of a copy, whatever its name is at the remote. */
export const BRANCH = 'default';
const COMMIT_LINE = /^[0-9a-f]{40}(?:[0-9a-f]{24})?\n$/;

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
  objectFormat: ObjectFormat,
): Promise<{ gitDir: string; remove: () => Promise<void> }> {
  await removeLeftovers(folder);
  const gitDir = await mkdtemp(`${folder}${PARTIAL}`);
  const created = { gitDir, remove: () => remove(gitDir) };
  try {
    // As git init --bare has it. With git itself, each of these would take a process.
    for (const within of ['objects', 'refs']) await mkdir(join(gitDir, within));
    await writeFile(join(gitDir, 'HEAD'), `ref: refs/heads/${BRANCH}\n`);
    await writeFile(
      join(gitDir, 'config'),
      section('core', { repositoryformatversion: 1, bare: true }) +
        section('extensions', { objectFormat }) +
        section('remote "origin"', {
          url: quoted(url),
          promisor: true,
          partialclonefilter: filter,
        }),
    );
    return created;
  } catch (error) {
    await remove(gitDir);
    throw error;
  }
}

/** A section of git's configuration files. */
function section(name: string, settings: Record<string, string | number | boolean>): string {
  const lines = Object.entries(settings).map(([setting, value]) => `\t${setting} = ${value}\n`);
  return `[${name}]\n${lines.join('')}`;
}

/** A value as they have it. */
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

/** Notes in a new copy, which nobody else knows of yet, what it is. */
export async function recordClone(
  gitDir: string,
  copiedAt: number,
  filter: CopyFilter,
): Promise<Copy> {
  await appendFile(join(gitDir, 'config'), section('bellwether', { copiedat: copiedAt }));
  return { gitDir, head: await headOfCopy(gitDir), copiedAt, filter, manifestsOf: '' };
}

export async function recordFetch(
  gitDir: string,
  copiedAt: number,
  { filter, manifestsOf }: Pick<Copy, 'filter' | 'manifestsOf'>,
): Promise<Copy> {
  const [head] = await Promise.all([
    headOfCopy(gitDir),
    runGit(['config', 'bellwether.copiedat', String(copiedAt)], { gitDir }),
  ]);
  return { gitDir, head, copiedAt, filter, manifestsOf };
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
  await remove(outdated);
  return { ...copy, gitDir: folder };
}
