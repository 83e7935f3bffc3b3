/** The project's version and commit. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { MODULE_EXTENSION, PROJECT_ROOT } from '../lib/project-root.ts';
import { runGit } from '../pipeline/collect/git/run-git.ts';

export type Build = {
  version: string;
  /** 40 hexadecimal digits, or `unknown`. */
  commit: string;
};

/** The version that runs: collectors and workers of different versions do not work together. */
export async function versionText(): Promise<string> {
  const { version, commit } = await build();
  return `${version} (commit ${commit})`;
}

/** The commit is that of the file `COMMIT` of an export or package; in a checkout, git's. */
export async function build(root = PROJECT_ROOT): Promise<Build> {
  const commit = (await exportedCommit(root)) ?? (await checkedOutCommit(root)) ?? 'unknown';
  return { version: packageJson.version, commit };
}

/** Written by `git archive` (`export-subst`), by `npm pack` (in `dist/`), and by other packagers. */
async function exportedCommit(root: string): Promise<string | undefined> {
  const folder = MODULE_EXTENSION === '.js' ? join(root, 'dist') : root;
  return commitIn(await readFile(join(folder, 'COMMIT'), 'utf8').catch(() => ''));
}

async function checkedOutCommit(root: string): Promise<string | undefined> {
  const gitDir = join(root, '.git');
  try {
    // Without a .git folder here, git would report the commit of an enclosing repository.
    await access(gitDir);
    return commitIn((await runGit(['rev-parse', 'HEAD'], { gitDir })).output);
  } catch {
    return undefined;
  }
}

function commitIn(text: string): string | undefined {
  return /^[0-9a-f]{40}$/.exec(text.trim())?.[0];
}
