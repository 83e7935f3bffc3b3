/**
 * Splits git's output (`-z`) into its fields, which end with NUL: it cannot occur in a name, message or
 * path. Bytes are decoded as Latin-1, one character a byte, so that the end of a chunk never splits a
 * character.
 */
import { type GitOptions, startGit } from './run-git.ts';

/** No more is read of a field: an author, all co-authors together, a path. */
export const MAX_FIELD_BYTES = 1 << 16;

/** Runs git without input. @returns the fields that each chunk of its output completes */
export async function* gitFields(args: readonly string[], options: GitOptions) {
  const { stdin, stdout, ended, stop } = startGit(args, options);
  stdin.end();
  try {
    // Chunks are buffers, because the stream has no encoding set.
    yield* splitFields(stdout as AsyncIterable<Buffer>);
    await ended;
  } finally {
    stop();
  }
}

/** @returns for each chunk the fields that it completes, each cut at `MAX_FIELD_BYTES` */
export async function* splitFields(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<string[]> {
  // The beginning of a field that goes on in the next chunk. JavaScript joins strings without copying.
  let beginning = '';
  for await (const chunk of chunks) {
    const fields = chunk.toString('latin1').split('\0');
    fields[0] = beginning + fields[0]?.slice(0, MAX_FIELD_BYTES - beginning.length);
    const complete = fields.map((field) => field.slice(0, MAX_FIELD_BYTES));
    beginning = complete.pop() ?? '';
    yield complete;
  }
}
