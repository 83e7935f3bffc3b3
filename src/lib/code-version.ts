/** Which code runs: for what must not outlive an upgrade. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sha256 } from './files.ts';
import { PROJECT_ROOT } from './project-root.ts';

/**
 * Another one for any other source of the service, any other library, and any other Node, which
 * brings its own tables for dates, numbers and letters.
 *
 * @param root folder of the project
 */
export async function codeVersion(root = PROJECT_ROOT): Promise<string> {
  const entries = await readdir(join(root, 'src'), { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = [join(root, 'package-lock.json'), ...sources.sort()];
  const contents = files.map(async (path) => [relative(root, path), sha256(await readFile(path))]);
  return sha256(JSON.stringify([process.version, await Promise.all(contents)]));
}
