/** Reads files' contents by blob id through one `git cat-file --batch`, in the order asked for. */
import type { Readable } from 'node:stream';
import { BellwetherError } from '../../errors.ts';
import { type GitOptions, startGit } from './run-git.ts';

/** A larger file is taken for empty: no manifest that people keep is. */
const LARGEST = 1 << 20;

export class Blobs {
  readonly #git: ReturnType<typeof startGit>;
  readonly #answers: AsyncGenerator<string | undefined>;
  /** One reads after the other: answers come in the order of the questions. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: GitOptions) {
    this.#git = startGit(['cat-file', '--batch'], options);
    this.#answers = answers(this.#git.stdout);
  }

  /** Text of a blob (UTF-8); undefined when the repository lacks it or it is too large. */
  read(id: string): Promise<string | undefined> {
    this.#git.stdin.write(`${id}\n`);
    const answer = this.#last.then(async () => {
      const { value, done } = await this.#answers.next();
      if (!done) return value;
      await this.#git.ended;
      throw new BellwetherError('git-failed', 'git cat-file ended before it had answered');
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  close(): void {
    this.#git.stop();
  }
}

/** `<id> blob <size> LF <content> LF`, or `<id> missing LF`. */
async function* answers(stdout: Readable): AsyncGenerator<string | undefined> {
  let buffer: Buffer = Buffer.alloc(0);
  /** Bytes of the content under way, and whether they are kept. */
  let content: { size: number; left: number; parts: Buffer[] } | undefined;
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    for (;;) {
      if (content) {
        const part = buffer.subarray(0, content.left);
        buffer = buffer.subarray(part.length);
        content.left -= part.length;
        if (content.size <= LARGEST) content.parts.push(part);
        if (content.left > 0) break;
        const text = Buffer.concat(content.parts).subarray(0, content.size).toString('utf8');
        yield content.size <= LARGEST ? text : undefined;
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
