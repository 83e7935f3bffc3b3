/** Repositories that tests and benches make, by git's own fast-import. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A packed bare repository at a path, from which partial clones can be made. */
export async function makeRepository(path: string, commits: Iterable<string>): Promise<string> {
  await run(['init', '--quiet', '--bare', '--initial-branch=main', path], []);
  // By itself, git would need a process for it.
  await appendFile(join(path, 'config'), '[uploadpack]\n\tallowFilter = true\n');
  await run(['-C', path, 'fast-import', '--quiet'], commits);
  await run(['-C', path, 'repack', '-adq'], []);
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
