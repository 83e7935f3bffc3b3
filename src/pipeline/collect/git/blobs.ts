/** Reads file contents by blob id through a single `git cat-file` process, in request order. */
import type { Readable } from 'node:stream';
import { BellwetherError } from '../../../lib/errors.ts';
import { type GitOptions, type GitProcess, startGit } from './run-git.ts';

/** Larger files are not read: no manifest written by people is this large. */
const MAX_BLOB_BYTES = 1 << 20;

export class Blobs {
  readonly #git: GitProcess;
  readonly #answers: AsyncGenerator<Buffer | undefined>;
  /** Answers arrive in the order of the requests. */
  #lastAnswer: Promise<unknown> = Promise.resolve();
  #questions = '';
  #unanswered = 0;

  constructor(options: GitOptions) {
    this.#git = startGit(['cat-file', '--batch-command', '--buffer'], {
      ...options,
      isWaiting: () => this.#unanswered === 0,
    });
    this.#answers = answers(this.#git.stdout);
  }

  /** Content of a blob; undefined if the repository does not have it or it is too large. */
  read(id: string): Promise<Buffer | undefined> {
    // Requests made in the same tick are written, and answered, together.
    if (this.#questions === '') queueMicrotask(() => this.#ask());
    this.#questions += `contents ${id}\n`;
    this.#unanswered++;
    const answer = this.#lastAnswer.then(async () => {
      const { value, done } = await this.#answers.next();
      this.#unanswered--;
      if (!done) return value;
      await this.#git.ended;
      throw new BellwetherError('git-failed', 'git cat-file ended before it had answered');
    });
    this.#lastAnswer = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.#git.stop();
  }

  #ask(): void {
    this.#git.stdin.write(`${this.#questions}flush\n`);
    this.#questions = '';
  }
}

/** A content that is being received; its chunks are discarded if it is too large. */
type Content = { size: number; left: number; parts: Buffer[] };

/** `<id> blob <size> LF <content> LF`, or `<id> missing LF`. */
async function* answers(stdout: Readable): AsyncGenerator<Buffer | undefined> {
  let buffer: Buffer = Buffer.alloc(0);
  let content: Content | undefined;
  // Chunks are buffers, because the stream has no encoding set.
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    for (;;) {
      if (content) {
        const part: Buffer = buffer.subarray(0, content.left);
        buffer = buffer.subarray(part.length);
        content.left -= part.length;
        if (content.size <= MAX_BLOB_BYTES) content.parts.push(part);
        if (content.left > 0) break;
        yield content.size > MAX_BLOB_BYTES
          ? undefined
          : Buffer.concat(content.parts, content.size);
        content = undefined;
      }
      const end = buffer.indexOf('\n');
      if (end < 0) break;
      const size = / blob (\d+)$/.exec(buffer.toString('latin1', 0, end))?.[1];
      buffer = buffer.subarray(end + 1);
      if (size === undefined) yield undefined;
      else content = { size: Number(size), left: Number(size) + 1, parts: [] };
    }
  }
}
