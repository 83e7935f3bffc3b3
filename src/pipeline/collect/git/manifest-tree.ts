/** Lists what is read of a commit's tree. Needs only trees, no contents. */
import { text } from 'node:stream/consumers';
import { isReadableManifest } from '../manifests.ts';
import { type GitOptions, startGit } from './run-git.ts';

export type CommitFiles = {
  /**
   * Paths (bytes as Latin-1, as in the log parser) and blob ids of its readable manifests, without
   * symbolic links and submodules.
   */
  manifests: { path: string; blob: string }[];
  /** Blob id of .mailmap, which most repositories lack. */
  mailmap: string | undefined;
};

export async function filesAt(commit: string, git: GitOptions): Promise<CommitFiles> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit];
  const { stdin, stdout, ended } = startGit(list, git);
  stdin.end();
  const [output] = await Promise.all([text(stdout.setEncoding('latin1')), ended]);
  const files: CommitFiles = { manifests: [], mailmap: undefined };
  for (const line of output.split('\0')) {
    const [, type, blob = '', path = ''] = /^(\d{3})\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    if (path === '.mailmap') files.mailmap = blob;
    if (type === REGULAR_FILE && isReadableManifest(path)) files.manifests.push({ path, blob });
  }
  return files;
}

/** How the mode of a file that is not a symbolic link begins. */
const REGULAR_FILE = '100';
