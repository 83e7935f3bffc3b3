/** Lists the manifests in a commit's tree. Needs only trees, no contents. */
import { text } from 'node:stream/consumers';
import { isReadableManifest } from '../manifests.ts';
import { type GitOptions, startGit } from './run-git.ts';

/**
 * Paths (bytes as Latin-1, as in the log parser) and blob ids of a commit's readable manifests,
 * without symbolic links and submodules.
 */
export async function manifestsAt(
  commit: string,
  git: GitOptions,
): Promise<{ path: string; blob: string }[]> {
  const list = ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit];
  const { stdin, stdout, ended } = startGit(list, git);
  stdin.end();
  const [output] = await Promise.all([text(stdout.setEncoding('latin1')), ended]);
  return output.split('\0').flatMap((line) => {
    const [, blob = '', path = ''] = /^100\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? [];
    return isReadableManifest(path) ? [{ path, blob }] : [];
  });
}
