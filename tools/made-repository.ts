/** Repositories that tests and benches make, by git's own fast-import. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const CONFIG = `[core]
	repositoryformatversion = 0
	bare = true
[uploadpack]
	allowFilter = true
[fastimport]
	unpackLimit = 1
`;

/**
 * A packed bare repository at a path, from which partial clones can be made.
 *
 * @param isSmall spares git the packing once more, for which a small one has too little
 */
export async function makeRepository(
  path: string,
  commits: Iterable<string>,
  isSmall = false,
): Promise<string> {
  // As git init has it, without a process.
  for (const folder of ['objects', 'refs']) await mkdir(join(path, folder), { recursive: true });
  await writeFile(join(path, 'HEAD'), 'ref: refs/heads/main\n');
  await writeFile(join(path, 'config'), CONFIG);
  await run(['-C', path, 'fast-import', '--quiet'], commits);
  if (!isSmall) await run(['-C', path, 'repack', '-adq'], []);
  return path;
}

async function run(args: string[], input: Iterable<string>): Promise<void> {
  const child = spawn('git', args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(child, 'close');
  await pipeline(Readable.from(input), child.stdin);
  const [exitCode] = await ended;
  if (exitCode !== 0) throw new Error(`git ${args.join(' ')} ended with ${exitCode}`);
}

/** Text as fast-import takes it. */
export function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
