/** Lists what is read of a commit's tree. Needs only trees, no contents. */
import { flatCopy } from '../../../lib/memoize.ts';
import { isReadableManifest } from '../manifests.ts';
import { gitFields } from './fields.ts';
import { PathCount } from './path-count.ts';
import type { GitOptions } from './run-git.ts';

export type CommitFiles = {
  /**
   * Paths (bytes as Latin-1, as in the log parser) and blob ids of its readable manifests, without
   * symbolic links and submodules.
   */
  manifests: { path: string; blob: string }[];
  /** Blob id of .mailmap, which most repositories lack. */
  mailmap: string | undefined;
};

/** @throws BellwetherError `git-too-much` if the tree is larger than any that people work on */
export async function filesAt(commit: string, git: GitOptions): Promise<CommitFiles> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit];
  const files: CommitFiles = { manifests: [], mailmap: undefined };
  const count = new PathCount(commit);
  for await (const lines of gitFields(list, git))
    for (const line of lines) count.add(line, readLine(line, files));
  return files;
}

/** @returns whether it is a manifest */
function readLine(line: string, files: CommitFiles): boolean {
  const [, type, blob = '', path = ''] = /^(\d{3})\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
  if (path === '.mailmap') files.mailmap = blob;
  if (type !== REGULAR_FILE || !isReadableManifest(path)) return false;
  files.manifests.push({ path: flatCopy(path), blob: flatCopy(blob) });
  return true;
}

/** Prefix of the mode of a file that is not a symbolic link. */
const REGULAR_FILE = '100';
